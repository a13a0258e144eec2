import Reactive
import Records
import StreamModels

/// Emits once when all inputs of a playback have ended, after everything else at that instant. If a
/// last instant of the playback is stated and later, emits at that instant.
struct InputsEnd: Publisher {
  typealias Output = Void
  typealias Failure = StreamFailure

  let session: InputSession
  let scheduler: any Scheduler

  func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == StreamFailure {
    let run = InputsEndRun(session, on: scheduler, downstream: subscriber)
    if let restoration = CallDepth.restoration {
      guard let saved = restoration.next(Ticket?.self, upstreams: 0) else { return }
      subscriber.receive(subscription: run)
      run.restore(saved.state)
    } else {
      subscriber.receive(subscription: run)
      run.begin()
    }
  }
}

private final class InputsEndRun<Downstream: Subscriber>: ScheduledWork, SavableRun
where Downstream.Input == Void {
  typealias State = Ticket?

  private let session: InputSession
  private let scheduler: any Scheduler
  private let downstream: Downstream
  private var booking: Booking?
  private var isOver = false

  init(_ session: InputSession, on scheduler: any Scheduler, downstream: Downstream) {
    self.session = session
    self.scheduler = scheduler
    self.downstream = downstream
  }

  var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  var upstreams: [(any Subscription)?] { [] }

  func begin() {
    guard !isOver else { return }
    session.watch(as: self) { [weak self] in self?.look() }
    look()
  }

  func restore(_ ticket: Ticket?) {
    guard !isOver else { return }
    session.watch(as: self) { [weak self] in self?.look() }
    if let ticket { booking = scheduler.schedule(self, at: ticket) }
  }

  func state(in line: PendingTickets) -> Ticket? { line[booking] }

  /// Schedules the end, if the inputs have ended.
  private func look() {
    guard !isOver, booking == nil, session.isOver else { return }
    let due = max(scheduler.now, session.clock.window.until ?? .zero)
    booking = scheduler.schedule(self, at: scheduler.takeTicket(due: due).late)
  }

  func run(at instant: Instant) -> NextRun {
    booking = nil
    // Something may have subscribed to an input in the meantime.
    guard !isOver, session.isOver else { return .never }
    downstream.receive(())
    return .never
  }

  func cancel() {
    isOver = true
    session.unwatch(self)
    if let booking = booking.take() { scheduler.cancel(booking) }
  }
}
