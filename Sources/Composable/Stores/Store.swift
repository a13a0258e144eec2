/// Runs a feature: holds its state, passes each action to the reducer, and runs the effects.
///
///     let store = Store(initialState: Counter.State()) { Counter() }
///     store.send(.incrementButtonTapped)
///
/// Actions are reduced one after another. An action that is sent while another one is being reduced
/// (by an effect, an observer or the reducer itself) is queued, in order.
///
/// A store belongs to the isolation that created it, usually the main actor, and can only be used
/// there. There is no lock and no hop: a `send` has changed the state when it returns. When the
/// last store of a state is released, the running effects are cancelled.
public final class Store<State, Action> {
  let runtime: StoreRuntime
  private let read: () -> State
  /// Reads the state without keeping it alive, for observers.
  private let peek: () -> State?
  private let dispatch: (Action) -> SendTicket?
  /// The observers of actions; nil for the store of a part, whose actions belong to another store.
  package private(set) var taps: StoreTaps<State, Action>?

  init(
    runtime: StoreRuntime, read: @escaping () -> State, peek: @escaping () -> State?,
    dispatch: @escaping (Action) -> SendTicket?
  ) {
    self.runtime = runtime
    self.read = read
    self.peek = peek
    self.dispatch = dispatch
  }

  /// Creates a store from an initial state and a reducer. Dependencies can be set for the reducer
  /// and its effects. They are in effect while the reducer is made.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: ((inout DependencyValues) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(prepare, isolation: isolation) { (initialState(), reducer()._prepared()) }
  }

  /// Creates a store from a ready-made reducer: `Store(initialState: …, reducer: Feature())`.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: @autoclosure () -> R,
    withDependencies prepare: ((inout DependencyValues) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(prepare, isolation: isolation) { (initialState(), reducer()._prepared()) }
  }

  @usableFromInline
  convenience init(
    _ prepare: ((inout DependencyValues) -> Void)?, isolation: isolated (any Actor)?,
    _ make: () -> (State, PreparedReducer<State, Action>)
  ) {
    var values = DependencyValues.current
    if let prepare { values.set(prepare) }
    let (state, prepared) = DependencyValues.$current.withValue(values) { make() }
    let core = RootCore(
      state: state, reducer: prepared, dependencies: values.isDefault ? nil : values,
      runtime: StoreRuntime(isolation: isolation))
    self.init(
      runtime: core.runtime, read: { core.current }, peek: { [weak core] in core?.current },
      dispatch: { core.send($0) })
    taps = core.taps
  }

  /// Sends an action. The state has changed when this returns, unless another action is being
  /// reduced: in that case this one is queued. The returned task represents the effects of the
  /// action.
  @discardableResult
  public func send(
    _ action: Action, isolation: isolated (any Actor)? = #isolation
  ) -> StoreTask {
    runtime.enter(isolation: isolation)
    return StoreTask(ticket: dispatch(action), host: runtime.host)
  }

  /// Returns a store of a part of the state and of the actions, for a child.
  ///
  ///     store.scope(state: \.profile, action: Action.profile)
  ///
  /// It is a view of the same state, and does not hold a state itself.
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    let (read, peek, dispatch) = (read, peek, dispatch)
    return Store<ChildState, ChildAction>(
      runtime: runtime, read: { toChildState(read()) }, peek: { peek().map(toChildState) },
      dispatch: { dispatch(fromChildAction($0)) })
  }

  /// Returns the current state.
  func state(isolation: isolated (any Actor)?) -> State {
    runtime.enter(isolation: isolation)
    return read()
  }

  /// Calls a closure with the current state.
  public func withState<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (State) -> Result
  ) -> Result {
    body(state(isolation: isolation))
  }

  /// Waits until no effect is running, including the effects of actions that effects send, or until
  /// the waiting task is cancelled.
  package func finishEffects(isolation: isolated (any Actor)? = #isolation) async {
    while true {
      runtime.enter(isolation: isolation)
      if runtime.host.isIdle || Task.isCancelled { return }
      await runtime.host.mailbox.waitForNews()
    }
  }

  /// Reads the state for a subscriber, at the subscription and after each action; nil when the
  /// state is gone.
  var peeking: () -> State? { peek }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// The effects of an action.
public struct StoreTask {
  let ticket: SendTicket?
  let host: EffectHost

  /// Whether all effects are over.
  public var isFinished: Bool { ticket?.isOver ?? true }

  /// Waits until all effects are over, or the waiting task is cancelled.
  ///
  /// An effect that waits for a scheduler is over only when other code runs that scheduler.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    while true {
      host.takeIn()
      if isFinished || Task.isCancelled { return }
      await host.mailbox.waitForNews()
    }
  }

  /// Cancels the effects. An action that is still queued is reduced anyway.
  public func cancel() {
    ticket?.cancel()
  }
}
