import Marbles
import Pipelines
import Values

extension ExpectedFile {
  /// Returns the text of events, byte for byte as printed by `--format json`.
  ///
  /// - Parameter isAnyFailure: Whether a failure is written without its message.
  static func text(of timeline: Timeline<Value>, isAnyFailure: Bool) -> [UInt8] {
    let lines = timeline.events.map { event in
      JSONStyle.compact.text(event, isAnyFailure: isAnyFailure) + "\n"
    }
    return Array(lines.joined().utf8)
  }
}
