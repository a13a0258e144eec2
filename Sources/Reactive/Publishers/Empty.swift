/// Emits no value: completes at once, or never.
///
///     Empty()
///     |
///
///     Empty(completeImmediately: false)
///     -
public struct Empty<Output, Failure: Error>: Publisher {
  /// Whether the publisher completes at once. Otherwise it never ends.
  public let completeImmediately: Bool

  /// Creates a publisher that emits nothing, and completes at once or never.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Creates a publisher where the types cannot be inferred.
  @inlinable
  public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.init(completeImmediately: completeImmediately)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let subscription = BurstSubscription()
    subscriber.receive(subscription: subscription)
    guard completeImmediately else { return }
    subscription.inTurn { subscriber.receive(completion: .finished) }
  }
}

extension Empty: Equatable {}
extension Empty: Sendable {}
