/// What takes the values of a run.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  /// Takes the handle to the run, before any value. The values may start to come during this call's
  /// return, so whatever must be cancelled from inside a value keeps the handle first.
  func receive(subscription: any Subscription)
  func receive(_ input: Input)
  func receive(completion: Subscribers.Completion<Failure>)

  /// Whether it takes values before the clock stands where they come, as long as nothing comes of them
  /// for anybody else.
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
    case finished
    case failure(Failure)

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
