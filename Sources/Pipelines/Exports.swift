@_exported public import Checking
@_exported public import Checkpoints
@_exported public import Exporting
@_exported public import Operators
@_exported public import Playing
@_exported public import Records
@_exported public import StreamModels
