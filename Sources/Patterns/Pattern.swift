public import Reactive

extension Publisher {
  /// Emits a match for each sequence of values that fits the steps of a pattern.
  ///
  ///     -1--234--9-|
  ///     pattern([.step(times: 3...) { $0 < 5 }, .step { $0 > 5 }], scheduler: scheduler)
  ///     ---------x-|    x: [[1, 2, 3, 4], [9]]
  ///
  /// Each value that fits the first step begins a *partial match*, after the partial matches that
  /// exist have received the value. A partial match takes the first values that fit and passes over
  /// the others. A value that it has taken stays taken, and it never splits, so at most one match
  /// comes from one first value. Of several steps that fit a value, the furthest that the match can reach takes it,
  /// and the current step is last; but a greedy step is asked before those after it.
  ///
  /// A match is emitted at the instant at which it is complete and can take no more values. Then the
  /// partial matches that `next` rules out are dropped. All times end before everything else of their
  /// instant, in the order of the first values. When upstream completes, the matches that are
  /// complete are emitted, in the order of their first values; matches that wait are dropped. A
  /// failure drops all of them.
  ///
  /// A value costs time in proportion to the number of partial matches. All conditions that a value
  /// needs are evaluated before anything changes.
  ///
  /// - Parameters:
  ///   - steps: The steps, in order. At least one takes values and is not optional.
  ///   - within: Every value of a match arrives less than this after its first value.
  ///   - next: Which matches may overlap.
  ///   - scheduler: The scheduler whose clock measures the times.
  ///   - limits: What a run may hold, and what happens to values on which a condition fails.
  @inlinable
  public func pattern(
    _ steps: [Publishers.PatternStep<Output, Failure>], within: Duration? = nil,
    next: Publishers.PatternOverlap = .afterLast, scheduler: any Scheduler,
    limits: Publishers.PatternLimits<Output, Failure> = .init()
  ) -> Publishers.Pattern<Self> {
    Publishers.Pattern(
      upstream: self, plan: .init(steps.map(\.form), within: within, next: next),
      conditions: steps.map(\.condition), scheduler: scheduler, limits: limits)
  }
}

extension Publishers {
  /// Emits a match for each sequence of values that fits the steps of a pattern.
  public struct Pattern<Upstream: Publisher>: Publisher {
    public typealias Output = PatternMatch<Upstream.Output>
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let rule: PatternRule<Upstream.Output, Failure>
    @usableFromInline let scheduler: any Scheduler

    /// Creates a publisher from a plan that many share, and the conditions of its steps.
    @inlinable
    package init(
      upstream: Upstream, plan: PatternPlan,
      conditions: [PatternCondition<Upstream.Output, Failure>], scheduler: any Scheduler,
      limits: PatternLimits<Upstream.Output, Failure>,
      ended: (([PatternEnd<Upstream.Output>]) -> Void)? = nil
    ) {
      self.upstream = upstream
      self.scheduler = scheduler
      rule = PatternRule(plan: plan, conditions: conditions, limits: limits, ended: ended)
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// A sequence of values that fits a pattern.
  public struct PatternMatch<Input> {
    /// For each step that keeps its values, in order, the values that it took. An optional step may
    /// have none.
    public let values: [[Input]]
    /// The instant of the first value, even if that is not kept.
    public let start: Instant
    /// The instant of the last value, even if that is not kept.
    public let end: Instant

    /// Creates a match from its parts.
    @inlinable
    public init(values: [[Input]], start: Instant, end: Instant) {
      self.values = values
      self.start = start
      self.end = end
    }
  }

  /// A partial match, as a condition sees it.
  public struct PatternProgress<Input> {
    /// The last value that the match took; nil for a value that may begin one.
    public let previous: Input?
    /// For each step that keeps its values, in order, the values that it has taken.
    public let values: [[Input]]

    @inlinable
    init(previous: Input?, values: [[Input]]) {
      self.previous = previous
      self.values = values
    }
  }

  /// The partial matches that are dropped when a match is emitted.
  public enum PatternOverlap: String, Sendable, CaseIterable {
    /// Those that began with its last value or before it.
    case afterLast
    /// Those that began before its last value.
    case atLast
    /// None.
    case afterFirst
    /// None, because a match begins only while no other is open. A value that broke one may begin
    /// the next; the last value of an emitted one may not.
    case afterEnd
  }

  /// The limits of a run of `pattern`.
  public struct PatternLimits<Input, Failure: Error> {
    /// The maximum number of partial matches.
    public var matches: Int
    /// The maximum number of values that they keep.
    public var values: Int
    /// Returns the failure with which a run ends that exceeds a limit, from a phrase such as "more
    /// than 10000 partial matches". Nil means no limits.
    public var failure: ((String) -> Failure)?
    /// Receives a value on which a condition has failed, and which is then dropped as if it had
    /// never arrived. If this is nil, the failure fails the stream.
    public var ignores: ((Input, Failure) -> Void)?

    /// Creates limits.
    public init(
      matches: Int = 10_000, values: Int = 1_000_000, failure: ((String) -> Failure)? = nil,
      ignores: ((Input, Failure) -> Void)? = nil
    ) {
      self.matches = matches
      self.values = values
      self.failure = failure
      self.ignores = ignores
    }
  }
}
