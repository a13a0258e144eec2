import Checking
import Exporting
import Expressions
import Playing
import Reactive
import StreamModels
import Values

/// An operator that drops values, which a hot stream can receive.
protocol DroppingOperator: ExportedOperator {
  /// The hot stream that receives the values that it drops; nil if none does.
  var dropped: ErrorPolicy? { get set }
}

extension OperatorParameter where Definition: DroppingOperator {
  static var dropped: Self {
    .init(
      "dropped", \.dropped, "The hot stream that receives the values that it drops.",
      measured: [#"{"output": "dropped"}"#])
  }
}

extension StagePlace {
  /// Returns a failure of the operator at a place, with the record that is being delivered.
  func failure(_ message: String, at place: ExpressionPlace) -> StreamFailure {
    playing.attributed(StreamFailure(message, FailureCause(message, at: place)))
  }

  /// Returns a closure that sends a dropped value to a side output; nil if there is none.
  func sender(to output: Int?) -> ((Value, Instant) -> Void)? {
    output.map { output in { [playing] value, _ in playing.send(value, to: output) } }
  }
}
