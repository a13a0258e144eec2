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
    let run = TimedSequenceRun(
      values: values, end: end, scheduler: scheduler, downstream: subscriber)
    subscriber.receive(subscription: run)
    run.start()
  }
}

@usableFromInline
final class TimedSequenceRun<Downstream: Subscriber>: Subscription {
  @usableFromInline let values: [(time: Int64, value: Downstream.Input)]
  @usableFromInline let end: (time: Int64, completion: Subscribers.Completion<Downstream.Failure>)?
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let downstream: Downstream
  @usableFromInline @exclusivity(unchecked) var isOver = false
  /// The index of the next value.
  @usableFromInline @exclusivity(unchecked) var next = 0
  /// The ticket was taken when the run began, because all events count as scheduled then.
  @usableFromInline let ticket: Ticket
  @usableFromInline var booking: Booking?

  @inlinable
  init(
    values: [(time: Int64, value: Downstream.Input)],
    end: (time: Int64, completion: Subscribers.Completion<Downstream.Failure>)?,
    scheduler: any Scheduler, downstream: Downstream
  ) {
    self.values = values
    self.end = end
    self.scheduler = scheduler
    self.downstream = downstream
    ticket = scheduler.takeTicket(due: scheduler.now)
  }

  @inlinable
  func start() {
    guard unsafe !isOver, let first = nextTicket else { return }
    let booking = scheduler.book { [downstream] _ in self.giveNext(to: downstream) }
    // This is stored first, because an immediate scheduler runs all of the events now.
    self.booking = booking
    scheduler.enqueue(booking, at: first)
  }

  @inlinable
  func giveNext(to downstream: Downstream) -> NextRun {
    let index = unsafe next
    guard unsafe !isOver, index < values.count else { return giveEnd() }
    unsafe next = index &+ 1
    downstream.receive(values[index].value)
    guard unsafe !isOver, let ticket = nextTicket else { return .never }
    return .at(ticket)
  }

  @usableFromInline
  func giveEnd() -> NextRun {
    guard unsafe !isOver else { return .never }
    unsafe isOver = true
    if let end { downstream.receive(completion: end.completion) }
    return .never
  }

  @inlinable
  func cancel() {
    unsafe isOver = true
    if let booking { scheduler.cancel(booking) }
  }

  @inlinable var nextTicket: Ticket? {
    guard let time = unsafe next < values.count ? values[next].time : end?.time else { return nil }
    return ticket.moved(to: ticket.due.advanced(byNanoseconds: time))
  }
}
