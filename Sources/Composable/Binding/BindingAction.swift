/// The change of one property of a state by a binding.
public struct BindingAction<Root> {
  /// The key path of the property.
  public let keyPath: PartialKeyPath<Root>
  let value: Any
  let set: (inout Root) -> Void
  private let isEqual: (Any) -> Bool

  init<Value: Equatable>(
    keyPath: PartialKeyPath<Root>, value: Value, set: @escaping (inout Root) -> Void
  ) {
    self.keyPath = keyPath
    self.value = value
    self.set = set
    isEqual = { value == $0 as? Value }
  }

  /// Creates the action that sets a property marked `@BindingState`.
  public static func set<Value: Equatable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    BindingAction(keyPath: keyPath, value: value) { $0[keyPath: keyPath].wrappedValue = value }
  }

  /// Matches an action that sets a property, in patterns such as `case .binding(\.$name)`.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, BindingState<Value>>, action: Self
  ) -> Bool {
    keyPath == action.keyPath
  }

  /// Returns the action for a state that contains this one.
  public func pullback<NewRoot>(
    _ keyPath: WritableKeyPath<NewRoot, Root>
  ) -> BindingAction<NewRoot> {
    let whole: AnyKeyPath? = (keyPath as AnyKeyPath).appending(path: self.keyPath)
    return BindingAction<NewRoot>(
      keyPath: whole as? PartialKeyPath<NewRoot> ?? keyPath, value: value, isEqual: isEqual,
      set: { set(&$0[keyPath: keyPath]) })
  }

  private init(
    keyPath: PartialKeyPath<Root>, value: Any, isEqual: @escaping (Any) -> Bool,
    set: @escaping (inout Root) -> Void
  ) {
    self.keyPath = keyPath
    self.value = value
    self.isEqual = isEqual
    self.set = set
  }
}

extension BindingAction: Equatable {
  public static func == (left: BindingAction, right: BindingAction) -> Bool {
    left.keyPath == right.keyPath && left.isEqual(right.value)
  }
}

extension BindingAction: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, value)], displayStyle: .enum)
  }
}

/// An action type with a case for changes of the state by bindings.
///
///     enum Action: BindableAction {
///       case binding(BindingAction<State>)
///     }
public protocol BindableAction<State>: SendableMetatype {
  /// The type of the state with the bound properties.
  associatedtype State

  /// The action that sets a property.
  static func binding(_ action: BindingAction<State>) -> Self
}

extension BindableAction {
  /// Returns the action that sets a property of the state: `store.send(.set(\.$name, "Blob"))`.
  public static func set<Value: Equatable>(
    _ keyPath: WritableKeyPath<State, BindingState<Value>>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }
}
