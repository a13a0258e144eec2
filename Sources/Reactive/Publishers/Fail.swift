/// Emits no value, and fails at once.
///
///     Fail(error: Broken())
///     #
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error with which the publisher fails.
  public let error: Failure

  /// Creates a publisher that fails at once.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// Creates a publisher where the type of the values cannot be inferred.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let subscription = BurstSubscription()
    subscriber.receive(subscription: subscription)
    subscription.inTurn { [error] in subscriber.receive(completion: .failure(error)) }
  }
}

extension Fail: Equatable where Failure: Equatable {}
extension Fail: Sendable {}
