extension Publisher {
  /// Emits pairs of each value and the latest value of another publisher.
  ///
  ///     -1-2--3-4|
  ///     --a--b---|
  ///     withLatestFrom
  ///     ---x--y-z|    x: (2, a), y: (3, b), z: (4, b)
  ///
  /// The other publisher is subscribed to first: at equal instants its value is already the latest.
  /// Values that arrive before the other publisher has emitted one are dropped. The run completes
  /// with upstream. The other publisher's completion is ignored, and its last value remains
  /// available. If either fails, the run fails. Its end, or a cancel, cancels both. It behaves as
  /// in RxJS; Combine has no such operator.
  @inlinable
  public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, P> where P.Failure == Failure {
    Publishers.WithLatestFrom(upstream: self, other: other)
  }

  /// Emits the closure's result for each value and the latest value of another publisher.
  @inlinable
  public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, P>, T> where P.Failure == Failure {
    withLatestFrom(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// Emits pairs of each value and the latest value of another publisher.
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = (Upstream.Output, Other.Output)
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose latest value is paired with each value.
    public let other: Other

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, WithLatestFromRule<Upstream.Output, Other.Output>>(
        downstream: subscriber, inputCount: 2
      ).begin(upstream, other, lastFirst: true)
    }
  }

  /// Does the same, but a value that arrives before the other publisher has emitted one is paired
  /// with nil.
  package struct WithLatestFromOrNil<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    package typealias Output = (Upstream.Output, Other.Output?)
    package typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let other: Other

    @inlinable
    package init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    @inlinable
    package func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, LatestOrNilRule<Upstream.Output, Other.Output>>(
        downstream: subscriber, inputCount: 2
      ).begin(upstream, other, lastFirst: true)
    }
  }

  /// Stores the latest value of the second input, to pair it with the values of the first.
  @usableFromInline
  struct WithLatestFromRule<Element, Latest>: PairRule {
    @usableFromInline typealias Output = (Element, Latest)
    @usableFromInline typealias Replaced = Latest

    @usableFromInline @Maybe var latest: Latest?

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .values(1) }

    @inlinable @inline(__always)
    func receive(
      first value: Element, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      guard let latest else { return .rest }
      return .emit((value, latest))
    }

    @inlinable @inline(__always)
    mutating func receive(
      second value: Latest, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      replaced = exchange(&latest, with: value)
      return .rest
    }

    @inlinable
    func finish(_ place: Int) -> FanInStep<Output> { place == 0 ? .finish : .rest }
  }
}

extension Publishers {
  /// Does the same, but values of the first input are paired with nil until the second has emitted
  /// one.
  @usableFromInline
  struct LatestOrNilRule<Element, Latest>: PairRule {
    @usableFromInline typealias Output = (Element, Latest?)
    @usableFromInline typealias Replaced = Latest

    @usableFromInline @Maybe var latest: Latest?

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .values(1) }

    @inlinable @inline(__always)
    func receive(
      first value: Element, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      .emit((value, latest))
    }

    @inlinable @inline(__always)
    mutating func receive(
      second value: Latest, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      replaced = exchange(&latest, with: value)
      return .rest
    }

    @inlinable
    func finish(_ place: Int) -> FanInStep<Output> { place == 0 ? .finish : .rest }
  }
}

extension Publishers.WithLatestFromRule: Codable where Latest: Codable {}
extension Publishers.LatestOrNilRule: Codable where Latest: Codable {}
