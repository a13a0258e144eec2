/// Runs a feature: holds its state, hands each action to the reducer, and runs the effects.
///
///     let store = Store(initialState: Counter.State()) { Counter() }
///     store.send(.incrementButtonTapped)
///
/// Actions are reduced one after the other. One that is sent while another is at work, by an effect,
/// an observer or the reducer itself, waits its turn, in order.
///
/// A store belongs to the isolation that made it, the main actor as a rule, and can only be used
/// there. There is no lock and no hop: a `send` has changed the state when it returns. When the last
/// store of a state is released, the effects that are under way are cancelled.
public final class Store<State, Action> {
  let runtime: StoreRuntime
  private let read: () -> State
  /// The same without keeping the state alive, for those who watch it.
  private let peek: () -> State?
  private let dispatch: (Action) -> SendTicket?
  /// Where the actions can be watched; nil for the store of a part, whose actions are another's.
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

  /// Makes a store of a state to begin with, and a reducer. Dependencies can be set for the reducer
  /// and its effects; they are in force while the reducer is made.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: ((inout DependencyValues) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(prepare, isolation: isolation) { (initialState(), reducer()._prepared()) }
  }

  /// Makes a store of a reducer that is made already: `Store(initialState: …, reducer: Feature())`.
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

  /// Sends an action. The state has changed when this returns, unless another action is at work: then
  /// this one waits its turn. What comes back stands for the effects that the action set off.
  @discardableResult
  public func send(
    _ action: Action, isolation: isolated (any Actor)? = #isolation
  ) -> StoreTask {
    runtime.enter(isolation: isolation)
    return StoreTask(ticket: dispatch(action), host: runtime.host)
  }

  /// Makes a store of a part of the state and of the actions: what a child sees.
  ///
  ///     store.scope(state: \.profile, action: Action.profile)
  ///
  /// It is a view onto the same state, and holds none itself.
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    let (read, peek, dispatch) = (read, peek, dispatch)
    return Store<ChildState, ChildAction>(
      runtime: runtime, read: { toChildState(read()) }, peek: { peek().map(toChildState) },
      dispatch: { dispatch(fromChildAction($0)) })
  }

  /// The state as it is.
  func state(isolation: isolated (any Actor)?) -> State {
    runtime.enter(isolation: isolation)
    return read()
  }

  /// Lets a function look at the state as it is.
  public func withState<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (State) -> Result
  ) -> Result {
    body(state(isolation: isolation))
  }

  /// Waits until no effect is under way, those included that the actions of effects set off; or until
  /// the task that waits is cancelled.
  package func finishEffects(isolation: isolated (any Actor)? = #isolation) async {
    while true {
      runtime.enter(isolation: isolation)
      if runtime.host.isIdle || Task.isCancelled { return }
      await runtime.host.mailbox.waitForNews()
    }
  }

  /// The state as it is when somebody subscribes, and after each action; nil when it is gone.
  var peeking: () -> State? { peek }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// The effects that an action set off.
public struct StoreTask {
  let ticket: SendTicket?
  let host: EffectHost

  /// Whether all of them are over.
  public var isFinished: Bool { ticket?.isOver ?? true }

  /// Waits until all of them are over, or the task that waits is cancelled.
  ///
  /// An effect that waits for a scheduler is over when somebody else runs that.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    while true {
      host.takeIn()
      if isFinished || Task.isCancelled { return }
      await host.mailbox.waitForNews()
    }
  }

  /// Cancels them. An action that still waits its turn is reduced all the same.
  public func cancel() {
    ticket?.cancel()
  }
}
