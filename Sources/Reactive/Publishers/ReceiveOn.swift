extension Publisher {
  /// Delivers every value, and the completion, as work of a scheduler: at the instant at which it came,
  /// behind what is in line for that instant.
  ///
  ///     -1-2|
  ///     receive(on: scheduler)
  ///     -1-2|
  ///
  /// The scheduler belongs to the isolation in which the run was made. Nothing goes to another thread.
  @inlinable
  public func receive(on scheduler: any Scheduler) -> Publishers.ReceiveOn<Self> {
    delay(for: .zero, scheduler: scheduler)
  }
}

extension Publishers {
  /// Delivers as work of a scheduler, which is a delay by nothing.
  public typealias ReceiveOn<Upstream: Publisher> = Delay<Upstream>
}
