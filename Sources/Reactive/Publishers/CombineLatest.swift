extension Publisher {
  /// Emits a pair of the latest values at each new value, once both publishers have emitted one.
  ///
  ///     -1---2-3|
  ///     --a-b---|
  ///     combineLatest
  ///     --x-yz-w|    x: (1, a), y: (1, b), z: (2, b), w: (3, b)
  ///
  /// Follows the rules of `CombineLatestMany`.
  @inlinable
  public func combineLatest<P: Publisher>(
    _ other: P
  ) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Emits the closure's result for the latest values at each new value.
  @inlinable
  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// Emits pairs of the latest values of two publishers of different types, by the rules of
  /// `CombineLatestMany`.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates a publisher from two others.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, CombineLatestRule<A.Output, B.Output>>(downstream: subscriber, inputCount: 2)
        .begin(a, b)
    }
  }

  /// Stores the latest value of both inputs, and emits them whenever one changes.
  @usableFromInline
  struct CombineLatestRule<First, Second>: PairRule {
    @usableFromInline typealias Output = (First, Second)

    @usableFromInline
    enum Replaced {
      case first(First)
      case second(Second)
    }

    @usableFromInline @Maybe var first: First?
    @usableFromInline @Maybe var second: Second?
    @usableFromInline var runningCount: Int

    @inlinable
    init(inputCount: Int) {
      runningCount = inputCount
    }

    @usableFromInline var bound: StateBound { .values(2) }

    @inlinable @inline(__always)
    mutating func receive(
      first value: First, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      replaced = exchange(&first, with: value).map(Replaced.first)
      guard let second else { return .rest }
      return .emit((value, second))
    }

    @inlinable @inline(__always)
    mutating func receive(
      second value: Second, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      replaced = exchange(&second, with: value).map(Replaced.second)
      guard let first else { return .rest }
      return .emit((first, value))
    }

    @inlinable
    mutating func finish(_ place: Int) -> FanInStep<Output> {
      runningCount -= 1
      return runningCount == 0 ? .finish : .rest
    }
  }
}

extension Publishers.CombineLatestRule: Codable where First: Codable, Second: Codable {}
