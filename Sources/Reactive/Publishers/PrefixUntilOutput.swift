extension Publisher {
  /// Emits values until another publisher emits one, and then completes.
  ///
  ///     -1-2-3-4|
  ///     ----a-b--|
  ///     prefix(untilOutputFrom:)
  ///     -1-2|
  ///
  /// The other publisher is subscribed to first: at equal instants its value comes before a value
  /// of this publisher, and if it emits a value at once, this publisher is not subscribed to. The
  /// other publisher's completion and failure are ignored, as in Combine; in RxJS (`takeUntil`) its
  /// failure ends the run. The run also completes and fails with upstream. Its end, or a cancel,
  /// cancels both.
  @inlinable
  public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Emits values until another publisher emits one, and then completes.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose first value ends this one.
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
      let run = FanInRun<S, PrefixUntilOutputRule<Output>>(downstream: subscriber, inputCount: 2)
      run.begin(lastFirst: true) { [upstream, other] place in
        if place == 0 {
          upstream.receive(subscriber: FirstSide(run))
        } else {
          other.receive(
            subscriber: PrefixUntilOutputCloser<S, Other.Output, Other.Failure>(run: run))
        }
      }
    }
  }

  /// Emits the values of the first input, and completes when the second emits.
  @usableFromInline
  struct PrefixUntilOutputRule<Element>: PairRule {
    @usableFromInline typealias Output = Element

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable @inline(__always)
    func receive(
      first value: Element, replacing replaced: inout Never?
    ) -> FanInStep<Output> {
      .emit(value)
    }

    @inlinable @inline(__always)
    func receive(
      second notice: Void, replacing replaced: inout Never?
    ) -> FanInStep<Output> {
      .finish
    }

    @inlinable
    func finish(_ place: Int) -> FanInStep<Output> { place == 0 ? .finish : .rest }
  }

  /// The subscriber to the second input, whose values and failure are ignored.
  @usableFromInline
  struct PrefixUntilOutputCloser<Downstream: Subscriber, Input, Failure: Error>: FanInSide {
    @usableFromInline let run: FanInRun<Downstream, PrefixUntilOutputRule<Downstream.Input>>
    @inlinable var place: Int { 1 }

    @inlinable
    init(run: FanInRun<Downstream, PrefixUntilOutputRule<Downstream.Input>>) {
      self.run = run
    }

    @inlinable
    func receive(_ input: Input) {
      run.receive(second: (), to: run.downstream)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      run.receive(completion: .finished, from: place)
    }
  }
}

extension Publishers.PrefixUntilOutputRule: Codable {}
