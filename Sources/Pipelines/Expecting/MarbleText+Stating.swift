package import Marbles
import Reactive
package import Values

extension MarbleText<Value> {
  /// Whether the text between quotes is all that `expect` needs.
  package var speaksForItself: Bool {
    values.isEmpty && frame == .seconds(1) && error == nil
      && text.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
  }

  /// Writes a timeline as it can stand beside a table of signs: those of the table are used, and none
  /// of them for anything else.
  package init(
    _ timeline: Timeline<Value>, frame: Duration?, values: [Member]
  ) throws(MarbleTextError) {
    var known: [String: Value] = [:]
    for member in values where known[member.key.string] == nil {
      known[member.key.string] = member.value
    }
    var signs: [Value: String] = [:]
    for member in values where known[member.key.string] == member.value {
      if signs[member.value] == nil { signs[member.value] = member.key.string }
    }
    try self.init(timeline, frame: frame, reserved: Set(known.keys)) { value in
      if let sign = signs[value] { return sign }
      guard let own = value.ownSign, known[own] == nil else { return nil }
      return own
    }
  }
}
