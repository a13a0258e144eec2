extension Publisher {
  /// Drops values until another publisher emits one.
  ///
  ///     -1-2-3-4|
  ///     ----a-b--|
  ///     drop(untilOutputFrom:)
  ///     -----3-4|
  ///
  /// The other publisher is subscribed to first, and cancelled at its first value. At equal
  /// instants its value comes before a value of this publisher, which is then emitted. If the other
  /// publisher completes or fails before it emits, so does the run. The run completes and fails
  /// with upstream. Its end, or a cancel, cancels both.
  ///
  /// In Combine the other publisher continues after its first value. RxJS (`skipUntil`) drops all
  /// values when the other publisher completes without one.
  @inlinable
  public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Drops values until another publisher emits one.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose first value opens the way for the values of the upstream.
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
      FanInRun<S, DropUntilOutputRule<Output, Other.Output>>(downstream: subscriber, inputCount: 2)
        .begin(upstream, other, lastFirst: true)
    }
  }

  /// Drops the values of the first input until the second emits. The value of the second is
  /// ignored.
  @usableFromInline
  struct DropUntilOutputRule<Element, Notice>: PairRule {
    @usableFromInline typealias Output = Element

    @usableFromInline var isOpen = false

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable
    mutating func admitValue(from place: Int) -> FanInAdmission {
      if place == 0 { return isOpen ? .take : .drop }
      isOpen = true
      return .takeAndChoose
    }

    @inlinable @inline(__always)
    func receive(first value: Element, replacing replaced: inout Never?) -> FanInStep<Output> {
      .emit(value)
    }

    @inlinable @inline(__always)
    func receive(second notice: Notice, replacing replaced: inout Never?) -> FanInStep<Output> {
      .rest
    }

    /// Without a value of the second input, nothing can be emitted.
    @inlinable
    func finish(_ place: Int) -> FanInStep<Output> { .finish }

    @inlinable
    func admits(_ place: Int) -> Bool { place == 0 || !isOpen }
  }
}

extension Publishers.DropUntilOutputRule: Codable {}
