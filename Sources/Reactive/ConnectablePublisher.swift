/// A publisher that begins to emit when it is connected, for all that have subscribed by then.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins. What comes back stops it, also by being released.
  func connect() -> any Cancellable
}

/// A connectable publisher that hands out what stops it before it begins, so that a burst that comes
/// during `connect()` can be stopped from inside.
protocol EarlyConnecting {
  func connect(keeping keep: (any Cancellable) -> Void)
}
