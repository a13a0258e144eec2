/// Sends its values on to its subscribers, and stores none of them.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let audience = Audience<Output, Failure>()

  /// Creates a subject without subscribers.
  public init() {}

  /// Whether a value would reach any subscriber.
  @inlinable package var hasSubscribers: Bool { !audience.isEmpty }

  /// The completion of the subject, if it has ended.
  package var end: Subscribers.Completion<Failure>? { unsafe audience.completion }

  /// Completes the subscribers that were restored after the end.
  package func completeRestored() { audience.completeMembers() }

  @inlinable
  public func send(_ value: Output) {
    audience.send(value)
  }

  /// Sends a value directly from the work of a scheduler, where no calls are nested.
  @inlinable
  package func sendFromWork(_ value: Output) {
    guard unsafe audience.completion == nil else { return }
    audience.pass(value)
  }

  /// Passes on an event that arrives through a chain.
  package func hand(_ value: Output) { audience.hand(value) }
  package func hand(completion: Subscribers.Completion<Failure>) { audience.hand(completion) }

  public func send(completion: Subscribers.Completion<Failure>) {
    audience.send(completion: completion)
  }

  public func send(subscription: any Subscription) {
    audience.keep(subscription)
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    _ = audience.admit(subscriber)
  }
}
