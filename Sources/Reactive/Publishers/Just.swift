/// Emits one value at once, and completes.
///
///     Just("a")
///     (a|)
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The value to emit.
  public let output: Output

  /// Creates a publisher of one value.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Never {
    let subscription = BurstSubscription()
    subscriber.receive(subscription: subscription)
    // Closures are made only for a delayed delivery, because each costs as much as everything else.
    let depth = CallDepth.current
    guard !depth.hasPutOff else {
      return subscription.inTurn { [output] in
        Self.emit(output, to: subscriber, subscription, .current)
      }
    }
    if unsafe !subscription.isCancelled { Self.emit(output, to: subscriber, subscription, depth) }
  }

  @inlinable
  static func emit<S: Subscriber>(
    _ output: Output, to subscriber: S, _ subscription: BurstSubscription, _ depth: CallDepth
  ) where S.Input == Output, S.Failure == Never {
    subscriber.receive(output)
    guard !depth.hasPutOff else {
      return subscription.inTurn { subscriber.receive(completion: .finished) }
    }
    if unsafe !subscription.isCancelled { subscriber.receive(completion: .finished) }
  }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}
