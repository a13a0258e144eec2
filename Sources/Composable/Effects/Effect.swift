/// The work that follows an action, apart from the change of state. It may send actions back.
///
/// An effect is a description. The store starts it when the reducer has returned, and passes each
/// action that it sends to the reducer, in order. It ends by itself, when it is cancelled by an id,
/// when the state of its child goes away, or with the store.
public struct Effect<Action> {
  @usableFromInline
  enum Operation {
    case none
    case work((EffectJob, EffectOutlet<Action>) -> Void)
    case merge(EffectList<Action>)
    case concatenate(EffectList<Action>)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(_ operation: Operation) {
    self.operation = operation
  }

  init(_ work: @escaping (EffectJob, EffectOutlet<Action>) -> Void) {
    operation = .work(work)
  }

  /// An effect that does nothing and completes at once.
  @inlinable
  public static var none: Effect { Effect(.none) }

  /// Whether there is nothing to do.
  @inlinable
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Sends one action.
  ///
  /// To share logic between actions, a method on the state is simpler. This is for a child that
  /// notifies its parent.
  public static func send(_ action: Action) -> Effect {
    Effect { _, outlet in
      outlet.receive(action)
      outlet.finish()
    }
  }

  /// Runs effects concurrently. All are started in order, and the result completes with the last.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Runs effects concurrently. All are started in order, and the result completes with the last.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    var row = EffectList<Action>()
    for effect in effects { effect.add(to: &row, merging: true) }
    return row.count < 2 ? row.first ?? .none : Effect(.merge(row))
  }

  /// Runs this effect and another concurrently.
  @inlinable
  public func merge(with other: Effect) -> Effect {
    if isNone { return other }
    return other.isNone ? self : .merge([self, other])
  }

  /// Runs effects one after another: each is started when the previous one has completed. An effect
  /// that is cancelled by its id counts as completed.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Runs effects one after another: each is started when the previous one has completed. An effect
  /// that is cancelled by its id counts as completed.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    var row = EffectList<Action>()
    for effect in effects { effect.add(to: &row, merging: false) }
    return row.count < 2 ? row.first ?? .none : Effect(.concatenate(row))
  }

  /// Runs another effect when this one has completed.
  public func concatenate(with other: Effect) -> Effect {
    .concatenate([self, other])
  }

  /// Nested merges and nested lists are flattened, so that long ones do not need a deep stack.
  private func add(to row: inout EffectList<Action>, merging: Bool) {
    switch operation {
    case .none: break
    case .merge(let parts) where merging: row.append(contentsOf: parts)
    case .concatenate(let parts) where !merging: row.append(contentsOf: parts)
    case .work, .merge, .concatenate: row.append(self)
    }
  }

  /// Transforms the actions of the effect.
  public func map<T>(_ transform: @escaping (Action) -> T) -> Effect<T> {
    if isNone { return .none }
    return Effect<T> { job, outlet in
      start(
        in: job,
        into: EffectOutlet(receive: { outlet.receive(transform($0)) }, finish: outlet.finish))
    }
  }
}

extension Effect {
  /// Starts the work as the work of a job.
  func start(in job: EffectJob, into outlet: EffectOutlet<Action>) {
    switch operation {
    case .none: outlet.finish()
    case .work(let work): work(job, outlet)
    case .merge(let row): Self.startAll(row.effects, in: job, into: outlet)
    case .concatenate(let row): EffectQueue(row.effects, job: job, outlet: outlet).startNext()
    }
  }

  private static func startAll(
    _ effects: ArraySlice<Effect>, in job: EffectJob, into outlet: EffectOutlet<Action>
  ) {
    var running = effects.count
    for effect in effects {
      job.begin(effect, receive: outlet.receive) {
        running -= 1
        if running == 0 { outlet.finish() }
      }
    }
  }
}

/// Effects that run one after another.
private final class EffectQueue<Action> {
  private let effects: ArraySlice<Effect<Action>>
  private unowned let job: EffectJob
  private let outlet: EffectOutlet<Action>
  private var next = 0
  private var isStarting = false
  private var hasFinished = false

  init(_ effects: ArraySlice<Effect<Action>>, job: EffectJob, outlet: EffectOutlet<Action>) {
    self.effects = effects
    self.job = job
    self.outlet = outlet
  }

  /// This is a loop instead of a call for each, because effects may complete while they are being
  /// started.
  func startNext() {
    hasFinished = true
    guard !isStarting else { return }
    isStarting = true
    while hasFinished, !job.isOver {
      guard next < effects.count else { return outlet.finish() }
      hasFinished = false
      next += 1
      job.begin(effects[next - 1], receive: outlet.receive) { self.startNext() }
    }
    isStarting = false
  }
}

/// The type of a reducer's effects.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
