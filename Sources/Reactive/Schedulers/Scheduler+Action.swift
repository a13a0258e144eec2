extension Scheduler {
  /// Runs a closure once, after the work that is already queued for this instant.
  public func schedule(_ action: @escaping () -> Void) {
    schedule(ActionWork(interval: nil, action: action), at: takeTicket(due: now))
  }

  /// Runs a closure once, `delay` from now. Cancelling or releasing the returned handle cancels it.
  public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> AnyCancellable {
    schedule(ActionWork(interval: nil, action: action), after: delay)
  }

  /// Runs a closure `delay` from now and then every `interval`, until it is cancelled.
  public func schedule(
    after delay: Duration, interval: Duration, _ action: @escaping () -> Void
  ) -> AnyCancellable {
    schedule(ActionWork(interval: interval.wholeNanoseconds, action: action), after: delay)
  }

  private func schedule(_ work: ActionWork, after delay: Duration) -> AnyCancellable {
    let booking = schedule(work, at: takeTicket(due: now.advanced(by: delay)))
    // The handle holds the scheduler weakly, because queued work must not keep its own queue alive.
    return AnyCancellable { [weak self] in self?.cancel(booking) }
  }
}

private final class ActionWork: ScheduledWork {
  private let interval: Int64?
  private let action: () -> Void

  init(interval: Int64?, action: @escaping () -> Void) {
    self.interval = interval
    self.action = action
  }

  func run(at instant: Instant) -> NextRun {
    action()
    guard let interval else { return .never }
    return .at(instant.advanced(byNanoseconds: interval))
  }
}
