import Expressions
import Reactive
import Values

/// Emitted parameters
struct EmittedParameters {
  /// The clock of all streams.
  let scheduler: any Scheduler
  /// The parameter 'quiet'.
  var quiet: Duration = .seconds(2)
  /// The parameter 'limit'.
  var limit: Int = 2
  /// The parameter 'on'.
  var on: Bool = true
  /// The parameter 'label'.
  var label: String = "it's"
  /// The parameter 'data'.
  var data: Value = ["a": [1, 2.5, .null]]

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, 1), (.seconds(2), 2), (.seconds(4), 3), (.seconds(6), 4), (.seconds(9), 5)],
      end: .seconds(10),
      on: scheduler
    )
    .tryFilter(
      CEL(
        "$on && $0 >= $limit",
        ["on": .value(.bool(on)), "limit": .value(.int(Int64(limit)))]
      ).condition
    )
    .debounce(for: quiet, scheduler: scheduler, atEnd: .emit)
    .tryMap(
      CEL(
        """
        {'v': $0, 'l': $label, 'd': $data, 'q': $quiet, 'b': $by, 'c': $by($0 + 1)}
        """,
        [
          "label": .value(.string(Text(label))),
          "data": .value(data),
          "quiet": .duration(quiet),
          "by": .expression("$0 % $limit", ["limit": .value(.int(Int64(limit)))]),
        ]
      ).value
    )
    .eraseToAnyPublisher()
  }
}
