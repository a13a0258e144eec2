public import Reactive

extension Publisher {
  /// Emits pairs of values, one from each publisher, that have the same key and arrive close to one
  /// another: the other publisher's value arrives at most `before` earlier than this publisher's
  /// value, or less than `after` later.
  ///
  ///     1--2-3-----|
  ///     -1-2---3---|
  ///     join(before: .seconds(1), after: .seconds(2), on: { $0 }, otherOn: { $0 })
  ///     -x-y-------|    x: (1, 1), y: (2, 2)
  ///
  /// A pair is emitted when its later half arrives. Several pairs are emitted in the order in which
  /// their earlier halves arrived. Two values of one instant belong together if the other
  /// publisher's value arrives first, if `after` is more than zero, or if both times are zero. In
  /// the last case only values of the same instant belong together.
  ///
  /// As a left join, it emits a value without a partner together with nil: before everything else
  /// of the instant `after` the value, or as soon as the other publisher has completed. If both
  /// times are zero, that is at the end of the value's instant.
  ///
  /// With `instant`, two values of one instant belong together, whichever arrives first, and a value
  /// without a partner is emitted at the end of the instant `after` it. If `matches` is `first`,
  /// that is implied.
  ///
  /// Only values that can still be paired are stored. The run completes as soon as no further
  /// output is possible. This is when upstream has completed and its last value can no longer find
  /// a partner. If no value must be emitted with nil, it is also when the other publisher has
  /// completed and its last value can no longer find a partner. If either fails, the run fails at
  /// once.
  @inlinable
  public func join<P: Publisher, Key: Hashable>(
    _ other: P, before: Duration, after: Duration, kind: Publishers.JoinKind = .inner,
    matches: Publishers.JoinMatches = .all, instant: Bool = false, scheduler: any Scheduler,
    on key: @escaping (Output) -> Key, otherOn otherKey: @escaping (P.Output) -> Key
  ) -> Publishers.Join<Self, P, Key> where P.Failure == Failure {
    Publishers.Join(
      upstream: self, other: other, before: before, after: after, kind: kind, matches: matches,
      instant: instant, scheduler: scheduler, key: { (value) throws(Failure) in key(value) },
      otherKey: { (value) throws(Failure) in otherKey(value) })
  }

  /// Emits the pairs of `join`, and the values of both publishers that find no partner.
  ///
  ///     1--2-----|
  ///     -1---3---|
  ///     fullJoin(before: .seconds(1), after: .seconds(2), on: { $0 }, otherOn: { $0 })
  ///     -x---yz--|    x: (1, 1), y: (2, nil), z: (nil, 3)
  ///
  /// Two values of one instant belong together, whichever arrives first. A value without a partner
  /// is emitted at the end of the last instant at which one could have arrived, or as soon as the
  /// other publisher has completed. The run completes once both publishers have.
  @inlinable
  public func fullJoin<P: Publisher, Key: Hashable>(
    _ other: P, before: Duration, after: Duration, matches: Publishers.JoinMatches = .all,
    scheduler: any Scheduler, on key: @escaping (Output) -> Key,
    otherOn otherKey: @escaping (P.Output) -> Key
  ) -> Publishers.FullJoin<Self, P, Key> where P.Failure == Failure {
    Publishers.FullJoin(
      upstream: self, other: other, before: before, after: after, matches: matches,
      scheduler: scheduler, key: { (value) throws(Failure) in key(value) },
      otherKey: { (value) throws(Failure) in otherKey(value) })
  }
}

extension Publishers {
  /// The partners that a value of the upstream publisher of a join takes.
  public enum JoinMatches: String, Sendable, CaseIterable {
    /// Every value that fits.
    case all
    /// The earliest one that has arrived and fits, or else the first to arrive. A value of the other
    /// publisher may be the partner of many.
    case first
  }

  /// Emits pairs of values that have the same key and arrive close to one another. An error thrown by
  /// one of the closures ends the run with that failure.
  public struct Join<Upstream: Publisher, Other: Publisher, Key: Hashable>: Publisher
  where Upstream.Failure == Other.Failure {
    /// A value and its partner. In a left join the partner is nil if there is none.
    public typealias Output = (Upstream.Output, Other.Output?)
    public typealias Failure = Upstream.Failure

    @usableFromInline let sides: JoinedSides<Upstream, Other, Key>

    /// Creates a publisher that subscribes to `upstream`, and then to `other`.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - other: The publisher of the partners.
    ///   - before: How much earlier than a value its partner may arrive, inclusive.
    ///   - after: How much later than a value its partner may arrive, exclusive.
    ///   - kind: What happens to a value without a partner.
    ///   - matches: The partners that a value takes.
    ///   - instant: Whether values of one instant belong together, whichever arrives first.
    ///   - scheduler: The scheduler whose clock measures the times.
    ///   - key: Returns the key of a value.
    ///   - otherKey: Returns the key of a value of the other publisher.
    @inlinable
    public init(
      upstream: Upstream, other: Other, before: Duration, after: Duration, kind: JoinKind,
      matches: JoinMatches = .all, instant: Bool = false, scheduler: any Scheduler,
      key: @escaping (Upstream.Output) throws(Failure) -> Key,
      otherKey: @escaping (Other.Output) throws(Failure) -> Key
    ) {
      sides = JoinedSides(
        upstream, other,
        plan: JoinPlan(
          before: before, after: after, emitsFirst: kind == .left, emitsSecond: false,
          matches: matches, instant: instant),
        closures: JoinClosures(key: key, otherKey: otherKey), scheduler: scheduler)
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      sides.compactMap { first, second in first.map { ($0, second) } }
        .receive(subscriber: subscriber)
    }
  }

  /// Emits the pairs of a join, and the values of both publishers that find no partner. An error
  /// thrown by one of the closures ends the run with that failure.
  public struct FullJoin<Upstream: Publisher, Other: Publisher, Key: Hashable>: Publisher
  where Upstream.Failure == Other.Failure {
    /// A value and its partner. One of them is nil if the other has none.
    public typealias Output = (Upstream.Output?, Other.Output?)
    public typealias Failure = Upstream.Failure

    @usableFromInline let sides: JoinedSides<Upstream, Other, Key>

    /// Creates a publisher that subscribes to `upstream`, and then to `other`.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - other: The publisher of the partners.
    ///   - before: How much earlier than a value its partner may arrive, inclusive.
    ///   - after: How much later than a value its partner may arrive, exclusive.
    ///   - matches: The partners that a value takes.
    ///   - scheduler: The scheduler whose clock measures the times.
    ///   - key: Returns the key of a value.
    ///   - otherKey: Returns the key of a value of the other publisher.
    @inlinable
    public init(
      upstream: Upstream, other: Other, before: Duration, after: Duration,
      matches: JoinMatches = .all, scheduler: any Scheduler,
      key: @escaping (Upstream.Output) throws(Failure) -> Key,
      otherKey: @escaping (Other.Output) throws(Failure) -> Key
    ) {
      sides = JoinedSides(
        upstream, other,
        plan: JoinPlan(
          before: before, after: after, emitsFirst: true, emitsSecond: true, matches: matches,
          instant: true),
        closures: JoinClosures(key: key, otherKey: otherKey), scheduler: scheduler)
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      sides.receive(subscriber: subscriber)
    }
  }

  /// Emits the pairs of a join, whatever its kind.
  @usableFromInline
  package struct JoinedSides<Upstream: Publisher, Other: Publisher, Key: Hashable>: Publisher
  where Upstream.Failure == Other.Failure {
    @usableFromInline package typealias Output = (Upstream.Output?, Other.Output?)
    @usableFromInline package typealias Failure = Upstream.Failure

    @usableFromInline let sides: Sides<Upstream, Other>
    @usableFromInline let rule: JoinRule<Key, Upstream.Output, Other.Output, Failure>
    @usableFromInline let scheduler: any Scheduler

    @inlinable
    package init(
      _ upstream: Upstream, _ other: Other, plan: JoinPlan,
      closures: JoinClosures<Key, Upstream.Output, Other.Output, Failure>,
      scheduler: any Scheduler
    ) {
      sides = Sides(upstream, other)
      rule = JoinRule(plan: plan, closures: closures)
      self.scheduler = scheduler
    }

    @inlinable
    package func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      sides.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }
}
