/// A publisher that begins to emit when it is connected, to all subscribers that it has by then.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins to emit. Cancelling or releasing the returned handle stops it.
  func connect() -> any Cancellable
}

/// A connectable publisher that hands out its stopping handle before it begins, so that a burst
/// emitted during `connect()` can be stopped from inside.
protocol EarlyConnecting {
  func connect(keeping keep: (any Cancellable) -> Void)
}
