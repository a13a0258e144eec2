extension Publisher {
  /// Emits pairs of the first values, of the second values, and so on.
  ///
  ///     -1-2-3|
  ///     --a-b|
  ///     zip
  ///     --x-y|    x: (1, a), y: (2, b)
  @inlinable
  public func zip<P: Publisher>(
    _ other: P
  ) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    Publishers.Zip(self, other)
  }
}

extension Publishers {
  /// Emits pairs of the n-th values of two publishers of different types, by the rules of
  /// `ZipMany`.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
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
      FanInRun<S, ZipRule<A.Output, B.Output>>(downstream: subscriber, inputCount: 2)
        .begin(a, b)
    }
  }

  /// Stores the values of an input that is ahead until their counterparts arrive.
  @usableFromInline
  struct ZipRule<First, Second>: PairRule {
    @usableFromInline typealias Output = (First, Second)

    @usableFromInline var first = Ring<First>()
    @usableFromInline var second = Ring<Second>()
    @usableFromInline var firstHasFinished = false
    @usableFromInline var secondHasFinished = false

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound {
      .unbounded(by: "the values of the input that is ahead")
    }

    @inlinable @inline(__always)
    mutating func receive(
      first value: First, replacing replaced: inout Never?
    ) -> FanInStep<Output> {
      guard let partner = second.popFirst() else {
        first.append(value)
        return .rest
      }
      return secondHasFinished && second.isEmpty
        ? .emitLast((value, partner)) : .emit((value, partner))
    }

    @inlinable @inline(__always)
    mutating func receive(
      second value: Second, replacing replaced: inout Never?
    ) -> FanInStep<Output> {
      guard let partner = first.popFirst() else {
        second.append(value)
        return .rest
      }
      return firstHasFinished && first.isEmpty
        ? .emitLast((partner, value)) : .emit((partner, value))
    }

    @inlinable
    mutating func finish(_ place: Int) -> FanInStep<Output> {
      if place == 0 { firstHasFinished = true } else { secondHasFinished = true }
      return (place == 0 ? first.isEmpty : second.isEmpty) ? .finish : .rest
    }
  }
}

extension Publishers.ZipRule: Codable where First: Codable, Second: Codable {}
