extension Publishers {
  /// When and how often to subscribe again.
  public struct Repetition<Failure: Error> {
    /// The number of new subscriptions; nil for forever.
    public var count: Int?
    /// The delay before each new subscription. The last delay applies to all later ones. If there
    /// are no delays, each new subscription is made at once.
    public var delays: [Duration]
    /// The scheduler on which the delays elapse.
    public var scheduler: (any Scheduler)?
    /// The limit of repetitions at one instant; nil for none.
    public var limit: RepetitionLimit<Failure>?
    /// Returns whether another subscription cannot produce anything, so that the run completes
    /// instead; nil if that is not known.
    package var isOver: (() -> Bool)?

    /// Creates a rule from the number of repetitions and the delays before them.
    public init(
      count: Int? = nil, delays: [Duration] = [], scheduler: (any Scheduler)? = nil,
      limit: RepetitionLimit<Failure>? = nil
    ) {
      precondition(count.map { $0 >= 0 } ?? true, "a negative number of subscriptions")
      precondition(delays.allSatisfy { $0 >= .zero }, "a negative delay")
      precondition(delays.isEmpty || scheduler != nil, "a delay without a scheduler")
      self.count = count
      self.delays = delays
      self.scheduler = scheduler
      self.limit = limit
    }
  }

  /// Runs upstream again after each run that has completed, or after each that has failed.
  @usableFromInline
  struct RepetitionRule<Upstream: Publisher>: SeriesRule {
    @usableFromInline typealias Failure = Upstream.Failure

    /// How a run ended that is followed by another run.
    @usableFromInline
    enum Cause { case finish, failure }

    @usableFromInline let upstream: Upstream
    @usableFromInline let cause: Cause
    @usableFromInline let repetition: Repetition<Failure>

    @inlinable
    init(upstream: Upstream, cause: Cause, repetition: Repetition<Failure>) {
      self.upstream = upstream
      self.cause = cause
      self.repetition = repetition
    }

    @inlinable var scheduler: (any Scheduler)? {
      repetition.delays.isEmpty ? nil : repetition.scheduler
    }

    /// The number of new subscriptions so far.
    @inlinable
    func begin() -> Int { 0 }

    @inlinable
    func fits(_ made: Int) -> Bool { made >= 0 }

    @inlinable
    func stream(in made: Int) -> Upstream? { upstream }

    @usableFromInline
    func next(
      after completion: Subscribers.Completion<Failure>?, hasEmitted: Bool, _ made: inout Int
    ) -> SeriesStep<Failure> {
      guard let completion else { return .subscribe }
      guard isFollowed(completion, made), !(repetition.isOver?() ?? false) else {
        return .end(completion)
      }
      if repetition.count == nil || !hasEmitted, let failure = repetition.limit?.excess() {
        return .end(.failure(failure))
      }
      made += 1
      guard scheduler != nil else { return .subscribe }
      return .wait(repetition.delays[min(made, repetition.delays.count) - 1].wholeNanoseconds)
    }

    private func isFollowed(_ completion: Subscribers.Completion<Failure>, _ made: Int) -> Bool {
      if let count = repetition.count, made >= count { return false }
      switch (completion, cause) {
      case (.finished, .finish), (.failure, .failure): return true
      case (.finished, .failure), (.failure, .finish): return false
      }
    }
  }
}
