/// A source of values over time that then completes or fails.
///
/// A publisher is a description: immutable, cheap to copy, and cold unless stated otherwise. Each
/// subscription is a separate run. There is no demand: a source emits each value at its time, until
/// it ends or its subscription is cancelled.
///
/// A run stays in the isolation that created it. Everything in this module is synchronous, takes no
/// lock, and calls downstream before it returns.
public protocol Publisher<Output, Failure> {
  /// The type of the values that the publisher emits.
  associatedtype Output
  /// The type of the errors with which the publisher fails; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Starts a run for `subscriber`: first one `receive(subscription:)`, then any number of values,
  /// then at most one completion. Nothing follows the completion or a cancel.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

/// The namespace of the types that operators return.
public enum Publishers {}
