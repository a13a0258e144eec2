package import Marbles
package import Values

extension MarbleText<Value> {
  /// Whether `expect` needs nothing except the text in quotes.
  package var speaksForItself: Bool {
    values.isEmpty && frame == .seconds(1) && error == nil
      && text.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
  }

  /// Writes a timeline for use with a table of symbols. It uses the symbols of the table, and none
  /// of them with another value.
  package init(
    _ timeline: Timeline<Value>, frame: Duration?, values: [Member]
  ) throws(MarbleTextError) {
    var known: [String: Value] = [:]
    for member in values where known[member.key.string] == nil {
      known[member.key.string] = member.value
    }
    var symbols: [Value: String] = [:]
    for member in values where known[member.key.string] == member.value {
      if symbols[member.value] == nil { symbols[member.value] = member.key.string }
    }
    try self.init(timeline, frame: frame, reserved: Set(known.keys)) { value in
      if let symbol = symbols[value] { return symbol }
      guard let own = value.defaultSymbol, known[own] == nil else { return nil }
      return own
    }
  }
}
