extension Publisher {
  /// Subscribes with closures. The run goes on until it ends, or until the handle is cancelled or
  /// released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    CallDepth.current.afresh { receive(subscriber: sink) }
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Subscribes to a publisher that cannot fail.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// Hands values and the completion to closures, and drops the closures at the end.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    @usableFromInline var receiveValue: ((Input) -> Void)?
    @usableFromInline var receiveCompletion: ((Completion<Failure>) -> Void)?
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      self.receiveCompletion = receiveCompletion
      self.receiveValue = receiveValue
    }

    public func receive(subscription: any Subscription) {
      guard receiveValue != nil, self.subscription == nil else {
        return subscription.cancel()
      }
      self.subscription = subscription
    }

    @inlinable
    public func receive(_ input: Input) {
      receiveValue?(input)
    }

    public func receive(completion: Completion<Failure>) {
      guard let receiveCompletion else { return }
      close()
      receiveCompletion(completion)
    }

    public func cancel() {
      let subscription = subscription
      close()
      subscription?.cancel()
    }

    /// Lets go of the closures after the state has changed: what they hold may call back.
    private func close() {
      withExtendedLifetime((receiveValue, receiveCompletion, subscription)) {
        receiveValue = nil
        receiveCompletion = nil
        subscription = nil
      }
    }
  }
}
