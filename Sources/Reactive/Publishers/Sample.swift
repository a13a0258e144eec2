extension Publisher {
  /// Emits the latest value when another publisher emits one, unless that value has already been
  /// emitted.
  ///
  ///     ab---c--d|
  ///     ---1-2-3--|
  ///     sample
  ///     ---b---c-|
  ///
  /// The notifier is subscribed to first: at equal instants it comes before a value of this
  /// publisher. The run completes with upstream, and a value that has not been sampled is dropped.
  /// The notifier's completion is ignored. If either fails, the run fails. Its end, or a cancel,
  /// cancels both. It behaves as in RxJS; Combine has no such operator.
  @inlinable
  public func sample<P: Publisher>(
    _ notifier: P
  ) -> Publishers.Sample<Self, P> where P.Failure == Failure {
    Publishers.Sample(upstream: self, notifier: notifier)
  }
}

extension Publishers {
  /// Emits the latest value when another publisher emits one.
  public struct Sample<Upstream: Publisher, Notifier: Publisher>: Publisher
  where Upstream.Failure == Notifier.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose values trigger the samples.
    public let notifier: Notifier

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, notifier: Notifier) {
      self.upstream = upstream
      self.notifier = notifier
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, SampleRule<Output, Notifier.Output>>(downstream: subscriber, inputCount: 2)
        .begin(upstream, notifier, lastFirst: true)
    }
  }

  /// Stores the latest value of the first input until the second emits.
  @usableFromInline
  struct SampleRule<Element, Notice>: PairRule {
    @usableFromInline typealias Output = Element
    @usableFromInline typealias Replaced = Element

    @usableFromInline @Maybe var latest: Element?

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .values(1) }

    @inlinable @inline(__always)
    mutating func receive(
      first value: Element, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      replaced = exchange(&latest, with: value)
      return .rest
    }

    @inlinable @inline(__always)
    mutating func receive(
      second notice: Notice, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      guard let value = latest.take() else { return .rest }
      return .emit(value)
    }

    @inlinable
    func finish(_ place: Int) -> FanInStep<Output> { place == 0 ? .finish : .rest }
  }
}

extension Publishers.SampleRule: Codable where Element: Codable {}
