// A listing of 2022 has one import. What is declared here stands before what is re-exported, so that
// 'Reducer' and 'Effect' mean the earlier ones wherever 'Composable' itself is not imported.
@_exported public import Composable
@_exported public import Dispatch
@_exported public import Reactive
