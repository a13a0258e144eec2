extension Publisher {
  /// Plays this publisher `count` times, one after the other; 0 times is empty.
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

  /// Plays this publisher `count` times or for ever, with a delay before each new subscription.
  ///
  ///     -1-|
  ///     repeat(3, delays: [.seconds(1), .seconds(2)], scheduler: scheduler)
  ///     -1---1----1-|
  ///
  /// The last delay applies to all later repetitions; without delays it subscribes at once. A
  /// stream that would repeat forever at one instant is ended by `limit`, or without one only by a
  /// cancel.
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
  /// Plays a publisher several times.
  public struct Repeat<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values arrive here.
    public let upstream: Upstream
    /// How often the upstream runs again; without end if nil.
    public let count: Int?
    /// How often, and when, the upstream runs again.
    public let repetition: Repetition<Failure>

    /// Takes how often to play, for ever if nil, in place of the repetition's own count.
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
      let run = RepetitionRun(
        downstream: subscriber, upstream: upstream, cause: .finish, repetition: repetition)
      run.start()
    }
  }
}
