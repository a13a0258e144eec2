/// The name that `BindingState` had.
@available(*, deprecated, renamed: "BindingState")
public typealias BindableState = BindingState
