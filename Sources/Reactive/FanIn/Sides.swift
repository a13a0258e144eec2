/// An event of one of two publishers, for a rule that pairs their values.
@usableFromInline
package enum SideEvent<First, Second> {
  case first(First)
  case second(Second)
  /// The first publisher has completed.
  case firstEnd
  /// The second publisher has completed.
  case secondEnd
}

extension Publishers {
  /// Emits the values of two publishers and their ends, as they come. It completes with the last end
  /// and fails with the first failure. The first publisher is subscribed to first.
  @usableFromInline
  package struct Sides<First: Publisher, Second: Publisher>: Publisher
  where First.Failure == Second.Failure {
    @usableFromInline package typealias Output = SideEvent<First.Output, Second.Output>
    @usableFromInline package typealias Failure = First.Failure

    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable
    package init(_ first: First, _ second: Second) {
      self.first = first
      self.second = second
    }

    @inlinable
    package func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, SidesRule<First.Output, Second.Output>>(downstream: subscriber, inputCount: 2)
        .begin(first, second)
    }
  }

  @usableFromInline
  struct SidesRule<First, Second>: PairRule {
    @usableFromInline typealias Output = SideEvent<First, Second>

    /// Whether one of the publishers has completed.
    @usableFromInline var hasEnded = false

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable @inline(__always)
    func receive(first value: First, replacing replaced: inout Replaced?) -> FanInStep<Output> {
      .emit(.first(value))
    }

    @inlinable @inline(__always)
    func receive(second value: Second, replacing replaced: inout Replaced?) -> FanInStep<Output> {
      .emit(.second(value))
    }

    @inlinable
    mutating func finish(_ place: Int) -> FanInStep<Output> {
      let end: Output = place == 0 ? .firstEnd : .secondEnd
      if hasEnded { return .emitLast(end) }
      hasEnded = true
      return .emit(end)
    }
  }
}

extension Publishers.SidesRule: Codable {}
