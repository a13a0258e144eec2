extension Publisher {
  /// Runs this publisher `count` times, one run after another. With a count of 0 it is empty.
  ///
  ///     -1-|
  ///     repeat(3)
  ///     -1--1--1-|
  ///
  /// A failure ends the run.
  @inlinable
  public func `repeat`(_ count: Int) -> Publishers.Repeat<Self> {
    Publishers.Repeat(upstream: self, count: count, repetition: Publishers.Repetition())
  }

  /// Runs this publisher `count` times or forever, with a delay before each new subscription.
  ///
  ///     -1-|
  ///     repeat(3, delays: [.seconds(1), .seconds(2)], scheduler: scheduler)
  ///     -1---1----1-|
  ///
  /// The last delay applies to all later repetitions. Without delays it subscribes at once. A
  /// stream that would repeat forever at one instant is ended by `limit`; without a limit, only a
  /// cancel ends it.
  @inlinable
  public func `repeat`(
    _ count: Int? = nil, delays: [Duration] = [], scheduler: any Scheduler,
    limit: RepetitionLimit<Failure>? = nil
  ) -> Publishers.Repeat<Self> {
    Publishers.Repeat(
      upstream: self, count: count,
      repetition: Publishers.Repetition(delays: delays, scheduler: scheduler, limit: limit))
  }
}

extension Publishers {
  /// Runs a publisher several times.
  public struct Repeat<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The number of times that the upstream runs; nil for forever.
    public let count: Int?
    /// When and how often the upstream runs again.
    public let repetition: Repetition<Failure>

    /// Creates a publisher that runs `upstream` `count` times, or forever if that is nil. The
    /// repetition's own count is ignored.
    @inlinable
    public init(upstream: Upstream, count: Int?, repetition: Repetition<Failure>) {
      precondition(count.map { $0 >= 0 } ?? true, "a negative number of playings")
      self.upstream = upstream
      self.count = count
      var repetition = repetition
      repetition.count = count.map { Swift.max(0, $0 - 1) }
      self.repetition = repetition
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      guard count != 0 else { return Empty().receive(subscriber: subscriber) }
      let rule = RepetitionRule(upstream: upstream, cause: .finish, repetition: repetition)
      SeriesRun(subscriber, rule).begin()
    }
  }
}
