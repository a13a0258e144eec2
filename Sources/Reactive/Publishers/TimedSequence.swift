/// Emits values at given times, counted from the subscription.
///
///     TimedSequence([(.seconds(1), "a"), (.seconds(3), "b")], end: .seconds(4), on: scheduler)
///     -a-b|
///
/// All its events count as scheduled at the subscription: at equal instants they come before all
/// events that were scheduled later. It occupies one entry in the scheduler's queue, whatever its
/// length.
public struct TimedSequence<Output, Failure: Error>: Publisher {
  /// A value and the time at which it is emitted.
  public typealias Element = (time: Duration, value: Output)

  @usableFromInline let values: [(time: Int64, value: Output)]
  @usableFromInline let end: (time: Int64, completion: Subscribers.Completion<Failure>)?
  @usableFromInline let scheduler: any Scheduler

  /// Creates a publisher of values in the order of their times. Without an `end` it never
  /// completes.
  @inlinable
  public init(
    _ values: [Element], end: Duration? = nil,
    completion: Subscribers.Completion<Failure> = .finished,
    on scheduler: any Scheduler
  ) {
    var last: Int64 = 0
    func inOrder(_ time: Duration) -> Int64 {
      let time = time.wholeNanoseconds
      precondition(time >= 0, "a time before the subscription")
      precondition(time >= last, "times that are not in order")
      last = time
      return time
    }
    self.values = values.map { (inOrder($0.time), $0.value) }
    self.end = end.map { (inOrder($0), completion) }
    self.scheduler = scheduler
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.receive(from: TimedRule(values: values, end: end), on: scheduler)
  }
}

@usableFromInline
struct TimedRule<Output, Failure: Error>: SourceRule {
  @usableFromInline let values: [(time: Int64, value: Output)]
  @usableFromInline let end: (time: Int64, completion: Subscribers.Completion<Failure>)?

  @usableFromInline var isIdle: Bool { false }

  @usableFromInline
  struct State: Codable {
    /// The ticket was taken when the run began, because all events count as scheduled then.
    @usableFromInline let ticket: Ticket
    /// The index of the next value.
    @usableFromInline var index = 0

    @inlinable
    init(ticket: Ticket) { self.ticket = ticket }
  }

  @inlinable
  init(
    values: [(time: Int64, value: Output)],
    end: (time: Int64, completion: Subscribers.Completion<Failure>)?
  ) {
    self.values = values
    self.end = end
  }

  @inlinable
  func begin(on scheduler: any Scheduler) -> State {
    State(ticket: scheduler.takeTicket(due: scheduler.now))
  }

  @inlinable
  func next(_ state: State, on scheduler: any Scheduler) -> Ticket? {
    let index = state.index
    guard let time = index < values.count ? values[index].time : end?.time else { return nil }
    return state.ticket.moved(to: state.ticket.due.advanced(byNanoseconds: time))
  }

  @inlinable
  func take(at instant: Instant, _ state: inout State) -> SourceStep<Output, Failure> {
    let index = state.index
    guard index < values.count else { return .end(end?.completion ?? .finished) }
    state.index = index &+ 1
    return .emit(values[index].value)
  }
}
