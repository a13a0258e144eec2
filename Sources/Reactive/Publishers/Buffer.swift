extension Publisher {
  /// Emits every value at once, as upstream does: code that holds values back for a subscriber that
  /// has not asked for them compiles, and here every subscriber receives all values.
  ///
  ///     -1-2-3|
  ///     buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
  ///     -1-2-3|
  ///
  /// That is what Combine's buffer does for a subscriber of unlimited demand. Nothing is ever kept, so
  /// nothing is ever full: no value is dropped, and the error of `whenFull` is not made. Upstream of
  /// `flatMap(maxPublishers:)`, which asks for few values in Combine, the difference can be seen: that
  /// operator keeps all values that wait, and the buffer drops none of them.
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// When a buffer asks for values, in Combine; without demand it makes no difference.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// Requests as many values as the buffer holds.
    case keepFull
    /// Requests values as the subscriber does.
    case byRequest
  }

  /// The way a full buffer of Combine's treats a further value; without demand none is full.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the value that arrives.
    case dropNewest
    /// Drops the oldest value in the buffer.
    case dropOldest
    /// Fails with the error that the closure makes.
    case customError(() -> Failure)
  }

  /// Emits every value at once, as upstream does.
  public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values arrive here.
    public let upstream: Upstream
    /// The size of the buffer, which is never full without demand.
    public let size: Int
    /// When values would be requested; without demand it makes no difference.
    public let prefetch: PrefetchStrategy
    /// What would happen to a value if the buffer were full.
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
