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
  /// without a partner is emitted at the end of the instant `after` it.
  ///
  /// Only values that can still be paired are stored. The run completes as soon as no further
  /// output is possible. This is when upstream has completed and its last value can no longer find
  /// a partner. If no value must be emitted with nil, it is also when the other publisher has
  /// completed and its last value can no longer find a partner. If either fails, the run fails at
  /// once.
  @inlinable
  public func join<P: Publisher, Key: Hashable>(
    _ other: P, before: Duration, after: Duration, kind: Publishers.JoinKind = .inner,
    instant: Bool = false, scheduler: any Scheduler, on key: @escaping (Output) -> Key,
    otherOn otherKey: @escaping (P.Output) -> Key
  ) -> Publishers.Join<Self, P, Key> where P.Failure == Failure {
    Publishers.Join(
      upstream: self, other: other, before: before, after: after, kind: kind,
      instant: instant, scheduler: scheduler, key: { (value) throws(Failure) in key(value) },
      otherKey: { (value) throws(Failure) in otherKey(value) })
  }
}

extension Publishers {
  /// Emits pairs of values that have the same key and arrive close to one another. An error thrown by
  /// one of the closures ends the run with that failure.
  public struct Join<Upstream: Publisher, Other: Publisher, Key: Hashable>: Publisher
  where Upstream.Failure == Other.Failure {
    /// A value and its partner. In a left join the partner is nil if there is none.
    public typealias Output = (Upstream.Output, Other.Output?)
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher of the partners.
    public let other: Other
    /// How much earlier than a value its partner may arrive, inclusive.
    public let before: Duration
    /// How much later than a value its partner may arrive, exclusive.
    public let after: Duration
    /// What happens to a value without a partner.
    public let kind: JoinKind
    /// Whether values of one instant belong together, whichever arrives first.
    public let instant: Bool
    /// The scheduler whose clock measures the times.
    public let scheduler: any Scheduler
    /// The closure that reads the key of a value.
    public let key: (Upstream.Output) throws(Failure) -> Key
    /// The closure that reads the key of a value of the other publisher.
    public let otherKey: (Other.Output) throws(Failure) -> Key
    /// The closures that receive each value of either publisher that is dropped because it has
    /// found no partner, with the instant at which it arrived; nil if this is not needed.
    @usableFromInline package var unmatched: UnmatchedValues<Upstream.Output, Other.Output>?

    /// Creates a publisher that subscribes to `upstream`, and then to `other`.
    @inlinable
    public init(
      upstream: Upstream, other: Other, before: Duration, after: Duration, kind: JoinKind,
      instant: Bool = false, scheduler: any Scheduler,
      key: @escaping (Upstream.Output) throws(Failure) -> Key,
      otherKey: @escaping (Other.Output) throws(Failure) -> Key
    ) {
      precondition(before >= .zero && after >= .zero, "a negative time between two values")
      self.upstream = upstream
      self.other = other
      self.before = before
      self.after = after
      self.kind = kind
      self.instant = instant
      self.scheduler = scheduler
      self.key = key
      self.otherKey = otherKey
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = JoinRun<S, Key, Upstream.Output, Other.Output>(
        downstream: subscriber, before: before.wholeNanoseconds, after: after.wholeNanoseconds,
        instant: instant, kind: kind, unmatched: unmatched, scheduler: scheduler)
      let (upstream, other, key, otherKey) = (upstream, other, key, otherKey)
      run.begin { place in
        if place == 0 {
          upstream.receive(
            subscriber: JoinSide(run, place: 0, key: key) { $0.receive(first: $1, key: $2) })
        } else {
          other.receive(
            subscriber: JoinSide(run, place: 1, key: otherKey) { $0.receive(second: $1, key: $2) })
        }
      }
    }
  }

  /// The closures that receive the values of a join without a partner.
  @usableFromInline
  package struct UnmatchedValues<First, Second> {
    @usableFromInline let first: (First, Instant) -> Void
    @usableFromInline let second: (Second, Instant) -> Void

    package init(
      first: @escaping (First, Instant) -> Void, second: @escaping (Second, Instant) -> Void
    ) {
      self.first = first
      self.second = second
    }
  }

  /// The subscriber of a join to one of its two publishers.
  @usableFromInline
  struct JoinSide<Downstream: Subscriber, Key: Hashable, First, Second, Input>: Subscriber
  where Downstream.Input == (First, Second?) {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Run = JoinRun<Downstream, Key, First, Second>

    @usableFromInline let run: Run
    @usableFromInline let place: Int
    @usableFromInline let key: (Input) throws(Failure) -> Key
    @usableFromInline let take: (Run, Input, Key) -> Void
    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(
      _ run: Run, place: Int, key: @escaping (Input) throws(Failure) -> Key,
      take: @escaping (Run, Input, Key) -> Void
    ) {
      self.run = run
      self.place = place
      self.key = key
      self.take = take
    }

    @inlinable
    func receive(subscription: any Subscription) {
      run.receive(subscription: subscription, from: place)
    }

    @inlinable
    func receive(_ input: Input) {
      guard run.isOpen(place) else { return }
      do throws(Failure) {
        take(run, input, try key(input))
      } catch {
        run.end(.failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      run.receive(completion: completion, from: place)
    }
  }
}
