/// A receiver of the values of a run.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values that the subscriber receives.
  associatedtype Input
  /// The type of the errors that the subscriber receives; `Never` if there are none.
  associatedtype Failure: Error

  /// Receives the handle to the run, before any value. Values may already arrive before this call
  /// returns, so code that cancels from inside a value must store the handle first.
  func receive(subscription: any Subscription)
  /// Receives a value.
  func receive(_ input: Input)
  /// Receives the end: the publisher has completed or failed, and emits nothing more.
  func receive(completion: Subscribers.Completion<Failure>)

  /// Whether the subscriber can accept values before their time.
  var _batchUse: _BatchUse { get }

  /// Accepts values of a batch, starting with the first, as long as they have no outside effect:
  /// the run does not end, the clock is not read, and a value that is emitted is accepted downstream
  /// in the same way. Returns the row at which it stopped. The rows from there on stay with the
  /// source, and the next one arrives by itself.
  func _receive(_ batch: _Batch<Input>) -> Int
}

extension Subscriber where Input == Void {
  /// Receives a value without content.
  public func receive() {
    receive(())
  }
}

/// The namespace of subscribers.
public enum Subscribers {}

extension Subscribers {
  /// The way a run ends.
  public enum Completion<Failure: Error> {
    /// The publisher has emitted all of its values.
    case finished
    /// The publisher has failed.
    case failure(Failure)

    /// Returns the same completion; if it is a failure, with a different error.
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
