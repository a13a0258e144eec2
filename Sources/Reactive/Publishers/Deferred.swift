/// Makes a new publisher for each subscription.
///
///     -1-2|
///     Deferred { upstream }
///     -1-2|
public struct Deferred<Deferring: Publisher>: Publisher {
  public typealias Output = Deferring.Output
  public typealias Failure = Deferring.Failure

  /// The closure that makes a publisher for each subscriber.
  public let createPublisher: () -> Deferring

  /// Creates a publisher from a closure that runs once for each subscriber.
  @inlinable
  public init(createPublisher: @escaping () -> Deferring) {
    self.createPublisher = createPublisher
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    createPublisher().receive(subscriber: subscriber)
  }
}
