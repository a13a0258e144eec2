/// The rule of an operator that runs one stream after another. It decides what follows the end of a
/// stream.
///
/// A rule is stateless. What a run remembers is a `State`, a value, which is `Codable` where the
/// values of the stream are. `SeriesRun` takes the steps.
@usableFromInline
protocol SeriesRule {
  associatedtype Stream: Publisher
  associatedtype State

  /// The scheduler on which the waits between streams elapse.
  var scheduler: (any Scheduler)? { get }

  /// The state of a run before its first stream.
  func begin() -> State
  /// Whether this can be the state of a run. A saved state may come from a different run.
  func fits(_ state: State) -> Bool

  /// Returns what follows a stream that has ended, or the subscription if `completion` is nil.
  func next(
    after completion: Subscribers.Completion<Stream.Failure>?, hasEmitted: Bool,
    _ state: inout State
  ) -> SeriesStep<Stream.Failure>

  /// Makes the stream that runs in this state; nil for none.
  func stream(in state: State) throws(Stream.Failure) -> Stream?
}

extension SeriesRule {
  @inlinable var scheduler: (any Scheduler)? { nil }
  @inlinable
  func fits(_ state: State) -> Bool { true }
}

/// The step after the end of a stream.
@usableFromInline
enum SeriesStep<Failure: Error> {
  /// Subscribes to the stream of the state.
  case subscribe
  /// Subscribes to it after so many nanoseconds.
  case wait(Int64)
  case end(Subscribers.Completion<Failure>)
}
