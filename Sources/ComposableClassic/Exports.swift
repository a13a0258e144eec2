// A listing from 2022 has only one import. Declarations of this module take precedence over
// re-exported ones, so that 'Reducer' and 'Effect' mean the earlier types wherever 'Composable'
// itself is not imported.
@_exported public import Composable
@_exported public import Dispatch
@_exported public import Reactive
