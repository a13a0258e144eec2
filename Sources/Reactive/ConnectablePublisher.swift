/// A publisher that begins to emit when it is connected, to all subscribers it has by then.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Begins to emit. The returned handle stops it, also when the handle is released.
  func connect() -> any Cancellable
}

/// A connectable publisher that hands out the handle that stops it before it begins, so that a
/// burst that is emitted during `connect()` can be stopped from inside.
protocol EarlyConnecting {
  func connect(keeping keep: (any Cancellable) -> Void)
}
