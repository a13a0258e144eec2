/// A subscriber whose type is hidden.
///
/// Values go through a closure and not through a method of the box: a closure is specialized where
/// the type of the subscriber is known, a method of a generic class is not, nor is anything that it
/// calls. That is 2 ns a value against 60. It is a field of this struct and not of the box, because
/// what is read from an object is retained and released around each call, at some 10 ns.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let receiveValue: (Input) -> Void
  @usableFromInline let box: SubscriberBox<Input, Failure>

  @inlinable
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    if let erased = subscriber as? Self {
      self = erased
    } else {
      receiveValue = { subscriber.receive($0) }
      box = ConcreteSubscriberBox(subscriber)
    }
  }

  /// Cuts a long chain in two above `subscriber`.
  @usableFromInline
  init<S: Subscriber>(landing subscriber: S) where S.Input == Input, S.Failure == Failure {
    let landing = LandingSubscriberBox(subscriber)
    receiveValue = { landing.receive($0) }
    box = landing
  }

  /// The subscriber itself.
  package var base: Any { box.base }

  public func receive(subscription: any Subscription) {
    box.receive(subscription: subscription)
  }

  @inlinable
  public func receive(_ input: Input) {
    receiveValue(input)
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    box.receive(completion: completion)
  }
}

/// The base class of boxes, for what comes once in a run.
@usableFromInline
class SubscriberBox<Input, Failure: Error> {
  @inlinable
  init() {}

  @usableFromInline
  var base: Any { self }
  @usableFromInline
  func receive(subscription: any Subscription) { abstract() }
  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) { abstract() }

  private func abstract() -> Never {
    preconditionFailure("a box without a subscriber")
  }
}

/// Inlinable, so that it is specialized where the type is known: inner streams make one for each run.
@usableFromInline
final class ConcreteSubscriberBox<S: Subscriber>: SubscriberBox<S.Input, S.Failure> {
  @usableFromInline let subscriber: S

  @inlinable
  init(_ subscriber: S) {
    self.subscriber = subscriber
  }

  @inlinable
  override var base: Any { subscriber }

  @inlinable
  override func receive(subscription: any Subscription) {
    subscriber.receive(subscription: subscription)
  }

  @inlinable
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

  func receive(_ input: S.Input) {
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
