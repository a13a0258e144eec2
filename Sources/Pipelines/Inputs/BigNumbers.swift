import Values

/// What becomes of an integer in a record that does not fit 64 bits.
///
/// As a double it would lose its last digits: two ids that differ there would be one.
public enum BigNumbers: String, Hashable, Sendable, CaseIterable {
  /// It makes the record a bad one.
  case fail
  /// It is read as the nearest double.
  case double
  /// It is read as a string of its digits.
  case text
}

extension ReadNote {
  /// Why a record is bad that has an integer beyond 64 bits.
  var mistakeOfRecord: String {
    guard kind == .integerBeyond64Bits else { return message }
    // Behind the semicolon stands what a stream file does with it.
    let found = message.split(separator: ";", maxSplits: 1).first ?? ""
    return "\(found); '--big-numbers text' reads it as a string, '--big-numbers double' as a double"
  }
}
