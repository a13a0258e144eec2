extension Publisher {
  /// Starts a run for a subscriber. Callers use this instead of `receive(subscriber:)`.
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    CallDepth.current.withFreshDepth { receive(subscriber: subscriber) }
  }

  /// Sends all events to a subject, including the completion, until the handle is cancelled or
  /// released.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let feed = SubjectFeed(subject)
    let handle = AnyCancellable(feed)
    subscribe(feed)
    return handle
  }
}

/// Sends all events to a subject.
final class SubjectFeed<Target: Subject>: Subscriber, Cancellable {
  private var target: Target?
  /// The audience of a `PassthroughSubject`: such a subject is part of the chain, not its end.
  private let audience: Audience<Target.Output, Target.Failure>?
  private var subscription: (any Subscription)?

  init(_ target: Target) {
    self.target = target
    audience = (target as? PassthroughSubject<Target.Output, Target.Failure>)?.audience
  }

  func receive(subscription: any Subscription) {
    guard let target, self.subscription == nil else { return subscription.cancel() }
    self.subscription = subscription
    // A feed keeps the subjects of this module alive, so they need not keep the feed.
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
