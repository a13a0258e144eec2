import Reactive

/// The owner of a state, which changes it.
final class RootCore<State, Action> {
  let runtime: StoreRuntime
  private var state: State
  private let reduce: (inout State, Action) -> Effect<Action>
  /// Nil when nothing was set where the store was created.
  private let dependencies: DependencyValues?
  let taps = StoreTaps<State, Action>()
  private var isSending = false
  private var isReducing = false
  /// Actions that were sent while another one was being reduced.
  private var waiting: [(action: Action, ticket: SendTicket, source: ActionSource)] = []
  /// The number of waiting actions. Reading it avoids a list whose type has to be looked up first.
  private var waitingCount = 0

  init(
    state: State, reducer: PreparedReducer<State, Action>, dependencies: DependencyValues?,
    runtime: StoreRuntime
  ) {
    self.state = state
    self.reduce = reducer.run
    self.dependencies = dependencies
    self.runtime = runtime
    taps.resend = { [weak self] action in _ = self?.send(action, from: .effect) }
  }

  deinit {
    runtime.host.cancelAll()
  }

  var current: State {
    precondition(
      !isReducing,
      "a store's state was read by its reducer; the reducer has the state as its parameter")
    return state
  }

  /// Sends an action, or queues it if another one is being reduced.
  func send(_ action: Action, from source: ActionSource = .user) -> SendTicket? {
    if isSending {
      let ticket = SendTicket()
      waiting.append((action, ticket, source))
      waitingCount += 1
      return ticket
    }
    isSending = true
    let job = process(action, from: source)
    if waitingCount > 0 { processWaiting() }
    isSending = false
    if let job { return SendTicket(job) }
    return nil
  }

  private func processWaiting() {
    var next = 0
    while next < waiting.count {
      let (action, ticket, source) = waiting[next]
      next += 1
      // Processed actions are released from time to time, so that an endless series does not pile
      // up.
      if next == 1024 {
        waiting.removeFirst(next)
        next = 0
      }
      ticket.begin(process(action, from: source))
    }
    waiting.removeAll(keepingCapacity: waiting.capacity < 1024)
    waitingCount = 0
  }

  private func process(_ action: Action, from source: ActionSource) -> EffectJob? {
    isReducing = true
    let effect: Effect<Action>
    if let dependencies {
      effect = DependencyValues.$current.withValue(dependencies) { reduce(&state, action) }
    } else {
      effect = reduce(&state, action)
    }
    isReducing = false
    let startsEffects = taps.isEmpty || taps.tell(action, from: source, state)
    if runtime.changes.hasSubscribers { runtime.changes.send(()) }
    if effect.isNone || !startsEffects { return nil }
    return runtime.host.start(effect) { [weak self] action in
      _ = self?.send(action, from: .effect)
    }
  }
}

/// The effect of an action that may not have been reduced yet.
final class SendTicket {
  private var job: EffectJob?
  private(set) var hasBegun: Bool
  private var isCancelled = false

  init() {
    hasBegun = false
  }

  init(_ job: EffectJob) {
    self.job = job
    hasBegun = true
  }

  func begin(_ job: EffectJob?) {
    hasBegun = true
    self.job = job
    if isCancelled { job?.cancel() }
  }

  var isOver: Bool { hasBegun && job?.isOver ?? true }

  func cancel() {
    isCancelled = true
    job?.cancel()
  }
}
