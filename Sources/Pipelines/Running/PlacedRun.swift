import Expressions
import Reactive
import Values

/// The subscription to an operator, which knows the place of the operator in its document.
///
/// It says to which operator the runs above it belong. Values do not pass through it.
final class PlacedRun: PassingRun {
  let place: ExpressionPlace
  private(set) var subscription: (any Subscription)?

  init(_ subscription: any Subscription, at place: ExpressionPlace) {
    self.subscription = subscription
    self.place = place
  }

  func cancel() {
    subscription.take()?.cancel()
  }
}

extension AnyPublisher<Value, StreamFailure> {
  /// The same publisher, whose subscriptions know a place.
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
