extension Publisher {
  /// Delivers every value, and the completion, on a scheduler: at the instant at which it arrived,
  /// after the work that is already scheduled for that instant.
  ///
  ///     -1-2|
  ///     receive(on: scheduler)
  ///     -1-2|
  ///
  /// The scheduler belongs to the isolation in which the run was created. Nothing moves to another
  /// thread.
  @inlinable
  public func receive(on scheduler: any Scheduler) -> Publishers.ReceiveOn<Self> {
    delay(for: .zero, scheduler: scheduler)
  }
}

extension Publishers {
  /// Delivers events on a scheduler, which is a delay of zero.
  public typealias ReceiveOn<Upstream: Publisher> = Delay<Upstream>
}
