extension Result {
  /// Emits the value and completes, or fails.
  ///
  ///     Result { try number("1") }.publisher
  ///     (1|)
  public var publisher: Publisher { Publisher(self) }

  /// Emits the value of a result and completes, or fails.
  public struct Publisher: Reactive.Publisher {
    public typealias Output = Success

    /// The value to emit, or the error to fail with.
    public let result: Result

    /// Creates a publisher that emits a value or fails.
    public init(_ result: Result) {
      self.result = result
    }

    /// Creates a publisher that emits a value or fails.
    public init(_ output: Success) {
      result = .success(output)
    }

    /// Creates a publisher that emits a value or fails.
    public init(_ failure: Failure) {
      result = .failure(failure)
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Success, S.Failure == Failure {
      let subscription = BurstSubscription()
      subscriber.receive(subscription: subscription)
      subscription.inTurn { [result] in
        switch result {
        case .success(let output):
          subscriber.receive(output)
          subscription.inTurn { subscriber.receive(completion: .finished) }
        case .failure(let failure):
          subscriber.receive(completion: .failure(failure))
        }
      }
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
extension Result.Publisher: Sendable where Success: Sendable {}
