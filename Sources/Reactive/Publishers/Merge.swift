extension Publisher {
  /// Emits the values of this publisher and of the others as they arrive.
  ///
  ///     -1---3|
  ///     --a-b---|
  ///     merge
  ///     -1a-b3--|
  @inlinable
  public func merge(with others: Self...) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany([self] + others)
  }

  /// Emits the values of this publisher and of a publisher of another type as they arrive.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    Publishers.MergeMany([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }
}

extension Publishers {
  /// Emits the values of all its inputs as they arrive. Subscribes to the inputs in order.
  ///
  /// Completes when all inputs have completed. If one fails, the run fails and the others are
  /// cancelled.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers, in their order.
    public let publishers: [Upstream]

    /// Creates a publisher from several others.
    @inlinable
    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    /// Creates a publisher from several others.
    @inlinable
    public init(_ publishers: Upstream...) {
      self.publishers = publishers
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, MergeRule<Output>>(downstream: subscriber, inputCount: publishers.count)
        .begin(publishers)
    }
  }

  /// Emits each value at once, and completes when the last input has completed.
  @usableFromInline
  struct MergeRule<Element>: ManyRule {
    @usableFromInline typealias Output = Element

    @usableFromInline var runningCount: Int

    @inlinable
    init(inputCount: Int) {
      runningCount = inputCount
    }

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable @inline(__always)
    mutating func receive(
      _ input: Element, from place: Int, replacing replaced: inout Never?
    ) -> FanInStep<Output> {
      .emit(input)
    }

    @inlinable static var handsBatchesOn: Bool { true }

    @inlinable
    static func handOn<S: Subscriber>(_ batch: _Batch<Element>, to downstream: S) -> Int
    where S.Input == Element { downstream._receive(batch) }

    @inlinable
    mutating func finish(_ place: Int) -> FanInStep<Output> {
      runningCount -= 1
      return runningCount == 0 ? .finish : .rest
    }
  }
}

extension Publishers.MergeRule: Codable {}
