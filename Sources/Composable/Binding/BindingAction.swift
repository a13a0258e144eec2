/// That a part of a state was changed by a binding, and to what.
public struct BindingAction<Root> {
  /// The part.
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

  /// That a part marked `@BindingState` was set.
  public static func set<Value: Equatable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    BindingAction(keyPath: keyPath, value: value) { $0[keyPath: keyPath].wrappedValue = value }
  }

  /// Whether it is about a part, in patterns: `case .binding(\.$name)`.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, BindingState<Value>>, action: Self
  ) -> Bool {
    keyPath == action.keyPath
  }

  /// The same for a state that this one is a part of.
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

/// The actions of a feature of which one says that a binding has changed the state.
///
///     enum Action: BindableAction {
///       case binding(BindingAction<State>)
///     }
public protocol BindableAction<State>: SendableMetatype {
  /// The type of the state with the fields.
  associatedtype State

  /// The action that sets a field.
  static func binding(_ action: BindingAction<State>) -> Self
}

extension BindableAction {
  /// That a part of the state was set: `store.send(.set(\.$name, "Blob"))`.
  public static func set<Value: Equatable>(
    _ keyPath: WritableKeyPath<State, BindingState<Value>>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }
}
