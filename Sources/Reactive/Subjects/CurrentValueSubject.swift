/// Sends its values on to its subscribers, and stores the last one for later subscribers.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let audience = Audience<Output, Failure>()
  private var current: Output

  /// Creates a subject with its initial value.
  public init(_ value: Output) {
    current = value
  }

  /// The last value sent. Setting it sends it.
  public var value: Output {
    get { current }
    set { send(newValue) }
  }

  public func send(_ value: Output) {
    guard unsafe audience.completion == nil else { return }
    // The last value is released after the change, because that may run foreign code.
    let last = exchange(&current, with: value)
    withExtendedLifetime(last) { audience.send(value) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    audience.send(completion: completion)
  }

  public func send(subscription: any Subscription) {
    audience.keep(subscription)
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    guard let member = audience.admit(subscriber) else { return }
    CallDepth.current.inTurn {
      // A subscriber may have sent a value from inside `receive(subscription:)`, in which case it
      // has already received that value.
      if unsafe !member.hasReceived { member.receive(self.current) }
    }
  }
}
