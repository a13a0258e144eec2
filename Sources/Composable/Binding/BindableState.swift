/// The earlier name of `BindingState`.
@available(*, deprecated, renamed: "BindingState")
public typealias BindableState = BindingState
