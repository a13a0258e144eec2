/// Gives values at times that are known beforehand, counted from the subscription.
///
///     TimedSequence([(.seconds(1), "a"), (.seconds(3), "b")], end: .seconds(4), on: scheduler)
///     -a-b|
///
/// All its events count as scheduled when it was subscribed to: at equal instants they come before
/// whatever was scheduled later. It keeps one entry in the scheduler's queue, whatever its length.
public struct TimedSequence<Output, Failure: Error>: Publisher {
  /// A value and when it comes.
  public typealias Element = (time: Duration, value: Output)

  private let values: [(time: Int64, value: Output)]
  private let end: (time: Int64, completion: Subscribers.Completion<Failure>)?
  private let scheduler: any Scheduler

  /// Takes values in the order of their times. Without an `end` it never finishes.
  public init(
    _ values: [Element], end: Duration? = nil,
    completion: Subscribers.Completion<Failure> = .finished,
    on scheduler: any Scheduler
  ) {
    self.values = values.map { ($0.time.wholeNanoseconds, $0.value) }
    self.end = end.map { ($0.wholeNanoseconds, completion) }
    self.scheduler = scheduler
    let times = self.values.map(\.time) + (self.end.map { [$0.time] } ?? [])
    precondition(times.allSatisfy { $0 >= 0 }, "a time before the subscription")
    precondition(Swift.zip(times, times.dropFirst()).allSatisfy(<=), "times that are not in order")
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let run = Run(values: values, end: end, scheduler: scheduler, subscriber: subscriber)
    subscriber.receive(subscription: run)
    run.start()
  }

  private final class Run<S: Subscriber>: ScheduledWork, Subscription
  where S.Input == Output, S.Failure == Failure {
    private let values: [(time: Int64, value: Output)]
    private let end: (time: Int64, completion: Subscribers.Completion<Failure>)?
    private let scheduler: any Scheduler
    private var subscriber: S?
    private var next = 0
    private let ticket: Ticket
    private var booking: Booking?

    init(
      values: [(time: Int64, value: Output)],
      end: (time: Int64, completion: Subscribers.Completion<Failure>)?,
      scheduler: any Scheduler, subscriber: S
    ) {
      self.values = values
      self.end = end
      self.scheduler = scheduler
      self.subscriber = subscriber
      ticket = scheduler.takeTicket(due: scheduler.now)
    }

    func start() {
      guard subscriber != nil, let time = nextTime else { return }
      booking = scheduler.schedule(self, at: moved(to: time))
    }

    func run(at instant: Instant) -> NextRun {
      guard let subscriber else { return .never }
      if next < values.count {
        let value = values[next].value
        next += 1
        subscriber.receive(value)
        guard let time = nextTime else { return .never }
        return .at(moved(to: time))
      }
      _ = self.subscriber.take()
      if let end { subscriber.receive(completion: end.completion) }
      return .never
    }

    func cancel() {
      let subscriber = subscriber.take()
      withExtendedLifetime(subscriber) {
        if let booking { scheduler.cancel(booking) }
      }
    }

    private var nextTime: Int64? {
      next < values.count ? values[next].time : end?.time
    }

    private func moved(to time: Int64) -> Ticket {
      ticket.moved(to: ticket.due.advanced(byNanoseconds: time))
    }
  }
}
