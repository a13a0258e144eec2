public import Marbles
public import Pipelines
public import Reactive

extension Timeline {
  /// Returns a publisher of the events of this timeline, counted from its subscription.
  ///
  /// A failure keeps its message. Without an end the publisher never completes. The events must be
  /// in order, and nothing may follow the end.
  public func publisher(on scheduler: any Scheduler) -> TimedSequence<Output, StreamFailure> {
    var values: [TimedSequence<Output, StreamFailure>.Element] = []
    for event in events {
      switch event.kind {
      case .value(let value): values.append((event.time, value))
      case .finished: return TimedSequence(values, end: event.time, on: scheduler)
      case .failure(let message):
        return TimedSequence(
          values, end: event.time, completion: .failure(StreamFailure(message)), on: scheduler)
      }
    }
    return TimedSequence(values, on: scheduler)
  }
}
