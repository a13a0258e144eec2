package import Expressions
package import Reactive
import StreamModels
import Values

/// The subscription to an operator, with the place of the operator in its document.
///
/// It records the operator to which the runs upstream of it belong. Values do not pass through it.
package final class PlacedRun: PassingRun {
  package let place: ExpressionPlace
  package private(set) var subscription: (any Subscription)?

  init(_ subscription: any Subscription, at place: ExpressionPlace) {
    self.subscription = subscription
    self.place = place
  }

  package func cancel() {
    subscription.take()?.cancel()
  }
}

extension AnyPublisher<Value, StreamFailure> {
  /// Returns the same publisher with a place for its subscriptions.
  func placed(at place: ExpressionPlace) -> Self {
    Placed(upstream: self, place: place).eraseToAnyPublisher()
  }
}

private struct Placed: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: AnyPublisher<Value, StreamFailure>
  let place: ExpressionPlace

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    upstream.receive(
      subscriber: AnySubscriber(subscriber).receivingSubscription { [place] in
        PlacedRun($0, at: place)
      })
  }
}
