import Values

/// How to read an integer in a record that does not fit 64 bits. If nothing is chosen, such a
/// record is bad. A double loses the last digits, so two ids that differ only there would become
/// equal.
public enum BigNumbers: String, Hashable, Sendable, CaseIterable {
  /// The integer is read as the nearest double.
  case double
  /// The integer is read as a string of its digits.
  case text
}

extension ReadNote {
  /// Whether a record with this note is bad.
  func spoilsRecord(_ bigNumbers: BigNumbers?) -> Bool {
    severity == .error || kind == .integerBeyond64Bits && bigNumbers == nil
  }

  /// Returns the reason why a record with this note is bad, with the byte in its line if that is
  /// known.
  func mistakeOfRecord(at byte: Int? = nil) -> String {
    let place = byte.map { ", at byte \($0)" } ?? ""
    guard kind == .integerBeyond64Bits else { return message + place }
    // The part after the semicolon is about stream files, not records.
    let found = message.split(separator: ";", maxSplits: 1).first ?? ""
    return
      "\(found)\(place); '--big-numbers text' reads it as a string, '--big-numbers double' as a "
      + "double"
  }
}
