/// The rule of a source that has its own times: its events, and the ticket of each.
@usableFromInline
protocol SourceRule<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  /// How far a run has come.
  associatedtype State: Codable

  /// Whether its events come only as long as there is other work.
  var isIdle: Bool { get }
  /// The state of a run that begins now.
  func begin(on scheduler: any Scheduler) -> State
  /// Returns the ticket of the next event; nil if there is none.
  func next(_ state: State, on scheduler: any Scheduler) -> Ticket?
  /// Returns the event that is due at an instant.
  func take(at instant: Instant, _ state: inout State) -> SourceStep<Output, Failure>
}

/// An event of a source.
@usableFromInline
enum SourceStep<Output, Failure: Error> {
  case emit(Output)
  case end(Subscribers.Completion<Failure>)
}

extension Subscriber {
  /// Subscribes to a source that has its own times.
  @inlinable
  func receive<Rule: SourceRule>(from rule: Rule, on scheduler: any Scheduler)
  where Rule.Output == Input, Rule.Failure == Failure {
    let run = SourceRun(self, rule, on: scheduler)
    guard let restoration = CallDepth.restoration else {
      receive(subscription: run)
      return run.begin()
    }
    guard let saved = restoration.next(SourceState<Rule.State>.self, upstreams: 0) else { return }
    receive(subscription: run)
    run.restore(saved.state)
  }
}

/// One run of a source that has its own times. It occupies one entry in the scheduler's queue.
@usableFromInline
final class SourceRun<Downstream: Subscriber, Rule: SourceRule>: ScheduledWork, OperatorRun
where Rule.Output == Downstream.Input, Rule.Failure == Downstream.Failure {
  @usableFromInline let downstream: Downstream
  @usableFromInline let rule: Rule
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline @exclusivity(unchecked) var state: Rule.State
  @usableFromInline @exclusivity(unchecked) var booking: Booking?
  @safe @usableFromInline @exclusivity(unchecked) var phase = RunPhase.running

  @inlinable
  init(_ downstream: Downstream, _ rule: Rule, on scheduler: any Scheduler) {
    self.downstream = downstream
    self.rule = rule
    self.scheduler = scheduler
    unsafe state = rule.begin(on: scheduler)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  @usableFromInline var upstreams: [(any Subscription)?] { [] }
  @usableFromInline var bound: StateBound { .nothing }

  @inlinable
  func begin() {
    guard !isOver, let first = unsafe rule.next(state, on: scheduler) else { return }
    enterQueue(at: first)
  }

  @inlinable
  func enterQueue(at ticket: Ticket) {
    let booking =
      rule.isIdle ? scheduler._bookIdle { self.run(at: $0) } : scheduler.book(self)
    // This is stored first, because an immediate scheduler runs all of the events now.
    unsafe self.booking = booking
    scheduler.enqueue(booking, at: ticket)
  }

  @inlinable
  func run(at instant: Instant) -> NextRun {
    guard !isOver else { return .never }
    switch unsafe rule.take(at: instant, &state) {
    case .emit(let output): downstream.receive(output)
    case .end(let completion): end(completion)
    }
    guard !isOver, let next = unsafe rule.next(state, on: scheduler) else { return .never }
    return .at(next)
  }

  @inlinable
  func releaseAll() {
    if let booking = unsafe booking.take() { scheduler.cancel(booking) }
  }

  @usableFromInline
  func state(in line: PendingTickets) -> SourceState<Rule.State> {
    unsafe SourceState(state: state, next: line[booking])
  }

  @usableFromInline
  func restore(_ saved: SourceState<Rule.State>) {
    unsafe state = saved.state
    if let next = saved.next, !isOver { enterQueue(at: next) }
  }
}

/// The saved state of a run of a source that has its own times.
@usableFromInline
struct SourceState<State: Codable>: Codable {
  @usableFromInline let state: State
  /// The ticket of the next event.
  @usableFromInline let next: Ticket?
}
