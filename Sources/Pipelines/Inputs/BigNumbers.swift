import Values

/// The reading of an integer in a record that does not fit 64 bits. Without a choice the record is
/// bad, because a double loses the last digits: two ids that differ only there become one.
public enum BigNumbers: String, Hashable, Sendable, CaseIterable {
  /// The integer is read as the nearest double.
  case double
  /// The integer is read as a string of its digits.
  case text
}

extension ReadNote {
  /// Whether a record with this note is a bad one.
  func spoilsRecord(_ bigNumbers: BigNumbers?) -> Bool {
    severity == .error || kind == .integerBeyond64Bits && bigNumbers == nil
  }

  /// Returns the reason that a record with this note is bad, with the byte of its line if that is
  /// known.
  func mistakeOfRecord(at byte: Int? = nil) -> String {
    let place = byte.map { ", at byte \($0)" } ?? ""
    guard kind == .integerBeyond64Bits else { return message + place }
    // The text after the semicolon is about stream files, not records.
    let found = message.split(separator: ";", maxSplits: 1).first ?? ""
    return
      "\(found)\(place); '--big-numbers text' reads it as a string, '--big-numbers double' as a "
      + "double"
  }
}
