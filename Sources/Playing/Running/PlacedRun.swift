package import Expressions
package import Reactive
import StreamModels
import Values

/// The subscription to an operator or a source, with its place in the document.
///
/// It records the operator to which the runs upstream of it belong. Values do not pass through it.
package final class PlacedRun: PassingRun {
  package let place: ExpressionPlace
  /// The places of the transforms with a state that it runs as one stage, in order.
  package let steps: [ExpressionPlace]
  /// The places of the stages of an inner stream that it plays, the last stage first.
  package let inner: [ExpressionPlace]
  package private(set) var subscription: (any Subscription)?

  fileprivate init(_ subscription: any Subscription, of placed: Placed) {
    self.subscription = subscription
    (place, steps, inner) = (placed.place, placed.steps, placed.inner)
  }

  package func cancel() {
    subscription.take()?.cancel()
  }
}

extension AnyPublisher<Value, StreamFailure> {
  /// Returns the same publisher with a place for its subscriptions.
  func placed(
    at place: ExpressionPlace, steps: [ExpressionPlace], inner: [ExpressionPlace]
  ) -> Self {
    Placed(upstream: self, place: place, steps: steps, inner: inner).eraseToAnyPublisher()
  }
}

private struct Placed: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: AnyPublisher<Value, StreamFailure>
  let place: ExpressionPlace
  let steps: [ExpressionPlace]
  let inner: [ExpressionPlace]

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    upstream.receive(
      subscriber: AnySubscriber(subscriber).receivingSubscription { PlacedRun($0, of: self) })
  }
}
