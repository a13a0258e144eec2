import Reactive
import StreamModels
import Values

/// A subscriber that is played beside the stream: for a hot diagram, or for a tapped definition.
final class SideRun: Subscriber {
  private(set) var subscription: (any Subscription)?
  private let receiveCompletion: (Subscribers.Completion<StreamFailure>) -> Void
  private let receiveValue: (Value) -> Void
  private var isOver = false

  init(
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>) -> Void,
    receiveValue: @escaping (Value) -> Void
  ) {
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  func receive(subscription: any Subscription) {
    guard !isOver else { return subscription.cancel() }
    self.subscription = subscription
  }

  func receive(_ input: Value) {
    if !isOver { receiveValue(input) }
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    subscription = nil
    guard !isOver else { return }
    isOver = true
    receiveCompletion(completion)
  }

  func cancel() {
    isOver = true
    subscription.take()?.cancel()
  }
}
