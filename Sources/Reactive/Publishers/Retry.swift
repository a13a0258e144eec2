extension Publisher {
  /// Subscribes again after a failure, up to `retries` times. After that, it fails with the last
  /// failure.
  ///
  ///     -1-#
  ///     retry(2)
  ///     -1--1--1-#
  @inlinable
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, repetition: Publishers.Repetition(count: retries))
  }

  /// Subscribes again after a failure, up to `retries` times or forever, each time after a delay.
  ///
  ///     -1-#
  ///     retry(2, delays: [.seconds(1), .seconds(2)], scheduler: scheduler)
  ///     -1---1----1-#
  ///
  /// Combine has no delays. The last delay applies to all later attempts. Without delays it
  /// subscribes at once. A stream that would repeat forever at one instant is ended by `limit`;
  /// without a limit, only a cancel ends it.
  @inlinable
  public func retry(
    _ retries: Int? = nil, delays: [Duration] = [], scheduler: any Scheduler,
    limit: RepetitionLimit<Failure>? = nil
  ) -> Publishers.Retry<Self> {
    Publishers.Retry(
      upstream: self,
      repetition: Publishers.Repetition(
        count: retries, delays: delays, scheduler: scheduler, limit: limit))
  }
}

extension Publishers {
  /// Subscribes again after a failure.
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// When and how often the upstream runs again after a failure.
    public let repetition: Repetition<Failure>

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, repetition: Repetition<Failure>) {
      self.upstream = upstream
      self.repetition = repetition
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = RepetitionRule(upstream: upstream, cause: .failure, repetition: repetition)
      SeriesRun(subscriber, rule).begin()
    }
  }
}
