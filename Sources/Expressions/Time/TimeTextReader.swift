import Values

/// Reads the text of a timestamp, a duration, a zone, or a similar notation, piece by piece.
struct TimeTextReader {
  let bytes: [UInt8]
  var index = 0

  init(_ text: Text) {
    bytes = text.utf8
  }

  var isAtEnd: Bool { index == bytes.count }

  func peek() -> UInt8? { isAtEnd ? nil : bytes[index] }

  /// Moves past a character. Returns false if it is not next.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = peek(), UInt32(byte) == scalar.value else { return false }
    index += 1
    return true
  }

  /// Moves past digits. Returns their range.
  mutating func readDigits() -> Range<Int> {
    let start = index
    while let byte = peek(), byte.isDigit { index += 1 }
    return start..<index
  }

  /// Reads a number of two digits, or of four.
  mutating func readNumber(
    _ name: String, digits count: Int, in bounds: ClosedRange<Int>
  ) throws(TimeTextError) -> Int {
    let start = index
    var number = 0
    for _ in 0..<count {
      guard let byte = peek(), byte.isDigit else {
        throw unexpected("a digit; the \(name) has \(count) digits")
      }
      number = number * 10 + byte.digit
      index += 1
    }
    guard bounds.contains(number) else {
      throw mistake(
        "found the \(name) \(quotation(start..<index)), expected "
          + "\(padded(bounds.lowerBound, count)) to \(padded(bounds.upperBound, count))",
        in: start..<index)
    }
    return number
  }

  mutating func expect(_ scalar: Unicode.Scalar, _ purpose: String) throws(TimeTextError) {
    if !skip(scalar) { throw unexpected("'\(scalar)' \(purpose)") }
  }

  /// Returns a mistake at the next character.
  func unexpected(_ expectation: String) -> TimeTextError {
    var end = min(index + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let found = isAtEnd ? "the end" : quotation(index..<end)
    return mistake("found \(found), expected \(expectation)", in: index..<end)
  }

  func mistake(_ message: String, in range: Range<Int>) -> TimeTextError {
    TimeTextError(
      message: message,
      range: scalarCount(before: range.lowerBound)..<scalarCount(before: range.upperBound))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the text of a range, in quotes. Long text is cut off.
  func quotation(_ range: Range<Int>) -> String {
    let text = text(range)
    let start = text.unicodeScalars.prefix(20)
    return start.endIndex == text.endIndex ? "'\(text)'" : "'\(String(start))…'"
  }

  private func scalarCount(before index: Int) -> Int {
    bytes[..<index].count { $0 & 0xC0 != 0x80 }
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  /// The value of a digit.
  var digit: Int { Int(self) - 0x30 }
}

/// Returns a number padded with leading zeros to a given number of digits.
func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// Returns the point and the digits after it for a number of nanoseconds, without trailing zeros;
/// empty for zero.
func fraction(ofNanoseconds nanoseconds: Int) -> String {
  if nanoseconds == 0 { return "" }
  var digits = padded(nanoseconds, 9)
  while digits.utf8.last == 0x30 { digits.removeLast() }
  return "." + digits
}
