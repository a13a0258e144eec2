/// Receives the values of a run.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values that the subscriber receives.
  associatedtype Input
  /// The type of the errors that the subscriber receives; `Never` if there are none.
  associatedtype Failure: Error

  /// Takes the handle to the run, before any value. The values may start to come during this call's
  /// return, so whatever must be cancelled from inside a value keeps the handle first.
  func receive(subscription: any Subscription)
  /// Receives a value.
  func receive(_ input: Input)
  /// Receives the end: the publisher has finished or failed, and emits nothing more.
  func receive(completion: Subscribers.Completion<Failure>)

  /// Whether it can take values before their time, as long as it emits nothing for them.
  var _takesBatches: Bool { get }

  /// Takes values of a batch, from the first on, as long as nothing comes of them for anybody else: none
  /// is emitted, the run does not end, and the clock is not looked at. Returns the row before which it
  /// has stopped; those from there on stay with the source, and the next comes by itself.
  func _receive(_ batch: _Batch<Input>) -> Int
}

extension Subscriber where Input == Void {
  /// Takes the news that something happened.
  public func receive() {
    receive(())
  }
}

/// The namespace of subscribers.
public enum Subscribers {}

extension Subscribers {
  /// How a run ends.
  public enum Completion<Failure: Error> {
    /// The publisher has emitted all of its values.
    case finished
    /// The publisher has failed.
    case failure(Failure)

    /// The same completion with another error, if it is a failure.
    @inlinable
    public func mapError<NewFailure: Error>(
      _ transform: (Failure) -> NewFailure
    ) -> Completion<NewFailure> {
      switch self {
      case .finished: .finished
      case .failure(let failure): .failure(transform(failure))
      }
    }
  }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
