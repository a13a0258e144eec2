/// Gives one value at once, and finishes.
///
///     Just("a")
///     (a|)
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  public let output: Output

  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Never {
    let subscription = BurstSubscription()
    subscriber.receive(subscription: subscription)
    subscription.inTurn { [output] in
      subscriber.receive(output)
      subscription.inTurn { subscriber.receive(completion: .finished) }
    }
  }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}
