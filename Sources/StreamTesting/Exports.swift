// One import is enough for a test of features or of stream files.
@_exported public import ReactiveTesting
@_exported public import StoreTesting
