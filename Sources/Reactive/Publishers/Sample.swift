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
  /// publisher. The run completes with upstream, and a value that has not been sampled is dropped,
  /// or is emitted then if `atEnd` is `.emit`. The notifier's completion is ignored. If either fails, the run fails. Its end, or a cancel,
  /// cancels both. It behaves as in RxJS; Combine has no such operator.
  @inlinable
  public func sample<P: Publisher>(
    _ notifier: P, atEnd: Publishers.PendingAtEnd = .drop
  ) -> Publishers.Sample<Self, P> where P.Failure == Failure {
    Publishers.Sample(upstream: self, notifier: notifier, atEnd: atEnd)
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
    /// Whether a value that has not been sampled is dropped or emitted when upstream completes.
    public let atEnd: PendingAtEnd

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, notifier: Notifier, atEnd: PendingAtEnd = .drop) {
      self.upstream = upstream
      self.notifier = notifier
      self.atEnd = atEnd
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = FanInRun<S, SampleRule<Output, Notifier.Output>>(
        downstream: subscriber, inputCount: 2)
      if atEnd == .emit { unsafe run.rule.emitsAtEnd = true }
      run.begin(upstream, notifier, lastFirst: true)
    }
  }

  /// Stores the latest value of the first input until the second emits.
  @usableFromInline
  struct SampleRule<Element, Notice>: PairRule {
    @usableFromInline typealias Output = Element
    @usableFromInline typealias Replaced = Element

    @usableFromInline @Maybe var latest: Element?
    /// Nil means false, for states that were saved without it.
    @usableFromInline var emitsAtEnd: Bool?

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
      latest.take().map { .emit($0) } ?? .rest
    }

    @inlinable
    mutating func finish(_ place: Int) -> FanInStep<Output> {
      guard place == 0 else { return .rest }
      guard emitsAtEnd == true, let value = latest.take() else { return .finish }
      return .emitLast(value)
    }
  }
}

extension Publishers.SampleRule: Codable where Element: Codable {}
