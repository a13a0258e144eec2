extension Publisher {
  /// Starts a run for a subscriber: `receive(subscriber:)` as callers write it.
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    CallDepth.current.withFreshDepth { receive(subscriber: subscriber) }
  }

  /// Sends all that comes to a subject, the completion too, until the handle is cancelled or released.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let feed = SubjectFeed(subject)
    let handle = AnyCancellable(feed)
    subscribe(feed)
    return handle
  }
}

/// Sends what comes to a subject.
final class SubjectFeed<Target: Subject>: Subscriber, Cancellable {
  private var target: Target?
  /// The audience of a subject that keeps nothing: it is a part of the chain, and no end of one.
  private let audience: Audience<Target.Output, Target.Failure>?
  private var subscription: (any Subscription)?

  init(_ target: Target) {
    self.target = target
    audience = (target as? PassthroughSubject<Target.Output, Target.Failure>)?.audience
  }

  func receive(subscription: any Subscription) {
    guard let target, self.subscription == nil else { return subscription.cancel() }
    self.subscription = subscription
    // The subjects of this module have nothing to do with a feed that keeps them alive.
    let isOwn = audience != nil || target is CurrentValueSubject<Target.Output, Target.Failure>
    if !isOwn { target.send(subscription: subscription) }
  }

  func receive(_ input: Target.Output) {
    guard let target else { return }
    if let audience { audience.hand(input) } else { target.send(input) }
  }

  func receive(completion: Subscribers.Completion<Target.Failure>) {
    _ = subscription.take()
    guard let target = target.take() else { return }
    if let audience { audience.hand(completion) } else { target.send(completion: completion) }
  }

  func cancel() {
    let target = target.take()
    withExtendedLifetime(target) { subscription.take()?.cancel() }
  }
}
