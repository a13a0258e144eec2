public import Composable

/// How a state changes with each action, and the effects of each action, given the dependencies of
/// the feature. This is the earlier form of reducers, before they became a protocol.
///
///     let appReducer = Reducer<AppState, AppAction, AppEnvironment> { state, action, environment in
///       switch action { … }
///     }
///
/// It runs in the same stores as any reducer of `Composable`. It is `Sendable`, so that it can be a
/// global constant. The values that its closure captures must be `Sendable`, too.
public struct AnyReducer<State, Action, Environment>: Sendable {
  /// Makes the reducer for an environment, which is read again for each action.
  let make: @Sendable (_ environment: @escaping () -> Environment) -> MadeReducer<State, Action>

  init(
    making make:
      @escaping @Sendable (_ environment: @escaping () -> Environment) ->
      MadeReducer<State, Action>
  ) {
    self.make = make
  }

  /// Creates a reducer from a function.
  public init(
    _ reducer: @escaping @Sendable (inout State, Action, Environment) -> Effect<Action, Never>
  ) {
    make = { environment in
      MadeReducer(run: { state, action in reducer(&state, action, environment()).forStore })
    }
  }

  /// A reducer that does nothing.
  public static var empty: AnyReducer { AnyReducer { _, _, _ in .none } }

  /// Runs reducers one after another, each on the state that the previous one left.
  public static func combine(_ reducers: AnyReducer...) -> AnyReducer {
    combine(reducers)
  }

  /// Runs reducers one after another, each on the state that the previous one left.
  public static func combine(_ reducers: [AnyReducer]) -> AnyReducer {
    AnyReducer(making: { environment in .combine(reducers.map { $0.make(environment) }) })
  }

  /// Runs this reducer and then another.
  public func combined(with other: AnyReducer) -> AnyReducer {
    .combine(self, other)
  }

  /// Reduces one action.
  ///
  /// Outside a store, effects of removed children are not tracked and therefore not ended.
  public func run(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action, Never> {
    Effect(forStore: make({ environment }).run(&state, action))
  }

  /// Reduces one action.
  public func callAsFunction(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action, Never> {
    run(&state, action, environment)
  }
}

extension AnyReducer where Environment == Void {
  /// Creates a reducer of the earlier kind from one of the later kind.
  public init<R: Composable.Reducer<State, Action> & SendableMetatype>(
    later reducer: @escaping @Sendable () -> R
  ) {
    make = { _ in MadeReducer(run: reducer()._prepared().run) }
  }
}

/// The original name of the type.
public typealias Reducer = AnyReducer
