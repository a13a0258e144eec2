extension Publisher {
  /// Emits every value at once, as upstream does. Code that buffers values until a subscriber
  /// requests them still compiles, and here every subscriber receives all values.
  ///
  ///     -1-2-3|
  ///     buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
  ///     -1-2-3|
  ///
  /// Combine's buffer does the same for a subscriber with unlimited demand. Nothing is ever
  /// buffered, so the buffer is never full: no value is dropped, and the error of `whenFull` is
  /// never made. The difference is visible upstream of `flatMap(maxPublishers:)`, which requests
  /// few values in Combine. Here that operator stores all waiting values, and the buffer drops none
  /// of them.
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// When a buffer requests values in Combine. Without demand it makes no difference.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// Requests as many values as the buffer holds.
    case keepFull
    /// Requests values when the subscriber does.
    case byRequest
  }

  /// What happens to a value that arrives at a full buffer in Combine. Without demand no buffer is
  /// ever full.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the value that arrives.
    case dropNewest
    /// Drops the oldest value in the buffer.
    case dropOldest
    /// Fails with the error that the closure returns.
    case customError(() -> Failure)
  }

  /// Emits every value at once, as upstream does.
  public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The size of the buffer. Without demand the buffer is never full.
    public let size: Int
    /// When values would be requested. Without demand it makes no difference.
    public let prefetch: PrefetchStrategy
    /// The strategy for a full buffer. Without demand the buffer is never full.
    public let whenFull: BufferingStrategy<Failure>

    /// Creates a publisher that subscribes to `upstream`.
    public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy,
      whenFull: BufferingStrategy<Failure>
    ) {
      precondition(size >= 0, "a buffer of a negative size")
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: subscriber)
    }
  }
}
