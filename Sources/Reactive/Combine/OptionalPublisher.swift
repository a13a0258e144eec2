extension Optional {
  /// Emits the value, if there is one, and completes.
  ///
  ///     Int("1").publisher
  ///     (1|)
  public var publisher: Publisher { Publisher(self) }

  /// Emits the value of an optional, if there is one, and completes.
  public struct Publisher: Reactive.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The value, if there is one.
    public let output: Wrapped?

    /// Creates a publisher of one value or none.
    public init(_ output: Wrapped?) {
      self.output = output
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Wrapped, S.Failure == Never {
      let subscription = BurstSubscription()
      subscriber.receive(subscription: subscription)
      subscription.inTurn { [output] in
        if let output { subscriber.receive(output) }
        subscription.inTurn { subscriber.receive(completion: .finished) }
      }
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
extension Optional.Publisher: Sendable where Wrapped: Sendable {}
