/// Hands on what is sent to it, and keeps nothing.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let audience = Audience<Output, Failure>()

  /// Creates a subject without subscribers.
  public init() {}

  /// Whether a value would reach anybody.
  @inlinable package var hasSubscribers: Bool { !audience.isEmpty }

  /// How it has ended, if it has.
  package var end: Subscribers.Completion<Failure>? { unsafe audience.completion }

  @inlinable
  public func send(_ value: Output) {
    audience.send(value)
  }

  /// The same from the work of a scheduler itself, below which no calls nest.
  @inlinable
  package func sendFromWork(_ value: Output) {
    guard unsafe audience.completion == nil else { return }
    audience.pass(value)
  }

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
