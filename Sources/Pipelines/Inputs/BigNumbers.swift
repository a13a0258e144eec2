import Values

/// What an integer in a record that does not fit 64 bits is read as, where it does not make the record
/// a bad one: as a double it loses its last digits, and two ids that differ there become one.
public enum BigNumbers: String, Hashable, Sendable, CaseIterable {
  /// It is read as the nearest double.
  case double
  /// It is read as a string of its digits.
  case text
}

extension ReadNote {
  /// Whether a record in which this was noticed is a bad one.
  func spoilsRecord(_ bigNumbers: BigNumbers?) -> Bool {
    severity == .error || kind == .integerBeyond64Bits && bigNumbers == nil
  }

  /// Why a record is bad in which this was noticed, at a byte of its line if that is known.
  func mistakeOfRecord(at byte: Int? = nil) -> String {
    let place = byte.map { ", at byte \($0)" } ?? ""
    guard kind == .integerBeyond64Bits else { return message + place }
    // Behind the semicolon stands what a stream file does with it.
    let found = message.split(separator: ";", maxSplits: 1).first ?? ""
    return
      "\(found)\(place); '--big-numbers text' reads it as a string, '--big-numbers double' as a "
      + "double"
  }
}
