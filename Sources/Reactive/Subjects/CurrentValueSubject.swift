/// Hands on what is sent to it, and keeps the last value for whoever subscribes later.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let audience = Audience<Output, Failure>()
  private var current: Output

  public init(_ value: Output) {
    current = value
  }

  /// The last value sent. To set it is to send it.
  public var value: Output {
    get { current }
    set { send(newValue) }
  }

  public func send(_ value: Output) {
    guard audience.completion == nil else { return }
    current = value
    audience.send(value)
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    audience.send(completion: completion)
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    audience.admit(subscriber, first: current)
  }
}
