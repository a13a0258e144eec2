/// A subscriber whose type is hidden.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let box: SubscriberBox<Input, Failure>

  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    box = (subscriber as? Self)?.box ?? ConcreteSubscriberBox(subscriber)
  }

  init(box: SubscriberBox<Input, Failure>) {
    self.box = box
  }

  public func receive(subscription: any Subscription) {
    box.receive(subscription: subscription)
  }

  @inlinable
  public func receive(_ input: Input) {
    box.receive(input)
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    box.receive(completion: completion)
  }
}

/// The base class of boxes: a call through it is one look-up in a table.
@usableFromInline
class SubscriberBox<Input, Failure: Error> {
  @usableFromInline func receive(subscription: any Subscription) { abstract() }
  @usableFromInline func receive(_ input: Input) { abstract() }
  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) { abstract() }

  private func abstract() -> Never {
    preconditionFailure("a box without a subscriber")
  }
}

final class ConcreteSubscriberBox<S: Subscriber>: SubscriberBox<S.Input, S.Failure> {
  private let subscriber: S

  init(_ subscriber: S) {
    self.subscriber = subscriber
  }

  override func receive(subscription: any Subscription) {
    subscriber.receive(subscription: subscription)
  }

  override func receive(_ input: S.Input) {
    subscriber.receive(input)
  }

  override func receive(completion: Subscribers.Completion<S.Failure>) {
    subscriber.receive(completion: completion)
  }
}

/// Where a long chain is cut in two: below it the calls start to nest anew.
///
/// Named for the landing between two flights of stairs. What comes from above while another landing
/// is being called waits until that call is back, on the shallow part of the stack. A cancel from
/// below goes up at once: it must have reached the source before anything else happens.
final class LandingSubscriberBox<S: Subscriber>: SubscriberBox<S.Input, S.Failure>, Subscription {
  private var subscriber: S?
  private var subscription: (any Subscription)?

  init(_ subscriber: S) {
    self.subscriber = subscriber
  }

  deinit {
    CallDepth.current.release((subscriber.take(), subscription.take()))
  }

  override func receive(subscription: any Subscription) {
    self.subscription = subscription
    land { self.subscriber?.receive(subscription: self) }
  }

  override func receive(_ input: S.Input) {
    // Looked up again when its turn comes: it may have been cancelled by then.
    land { self.subscriber?.receive(input) }
  }

  override func receive(completion: Subscribers.Completion<S.Failure>) {
    land {
      _ = self.subscription.take()
      self.subscriber.take()?.receive(completion: completion)
    }
  }

  func cancel() {
    guard let subscription = subscription.take() else { return }
    let subscriber = subscriber.take()
    CallDepth.current.cancel {
      subscription.cancel()
      CallDepth.current.release(subscriber)
    }
  }

  private func land(_ call: @escaping () -> Void) {
    CallDepth.current.enterOrPutOff(call)
  }
}
