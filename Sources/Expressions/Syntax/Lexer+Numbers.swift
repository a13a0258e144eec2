extension Lexer {
  /// Reads a number: `1`, `0x1f`, `1.5`, `.5`, `1e9`.
  mutating func readNumber() -> Token.Kind? {
    let start = position
    let kind =
      peek() == "0" && (peek(1) == "x" || peek(1) == "X")
      ? readHexadecimal() : readDecimal()
    guard let scalar = peek(), scalar.isNameStart else { return kind }
    let end = position
    skipName()
    if end + 1 == position, scalar == "u" || scalar == "U" {
      position = end
      let digits = text(from: start)
      position += 1
      note(
        .literal, "uint literals are not supported",
        hint: "JSON has no unsigned numbers; write '\(digits)'", from: start)
    } else {
      note(.literal, "'\(text(from: start))' is neither a number nor a name", from: start)
    }
    return nil
  }

  private mutating func readHexadecimal() -> Token.Kind? {
    let start = position
    position += 2
    var value: UInt64 = 0
    var isTooLarge = false
    while let digit = peek()?.hexadecimalDigit {
      position += 1
      isTooLarge = isTooLarge || value >> 60 != 0
      value = value << 4 | UInt64(digit)
    }
    if position == start + 2 {
      note(.literal, "found '\(text(from: start))', expected hexadecimal digits", from: start)
      return nil
    }
    return isTooLarge ? noteTooLargeInteger(from: start) : .integer(value)
  }

  private mutating func readDecimal() -> Token.Kind? {
    let start = position
    var isDouble = false
    skipDigits()
    if peek() == ".", let next = peek(1), next.isDigit {
      isDouble = true
      position += 1
      skipDigits()
    }
    if peek() == "e" || peek() == "E" {
      let hasSign = peek(1) == "+" || peek(1) == "-"
      if let digit = peek(hasSign ? 2 : 1), digit.isDigit {
        isDouble = true
        position += hasSign ? 2 : 1
        skipDigits()
      }
    }
    let digits = text(from: start)
    guard isDouble else {
      return UInt64(digits).map { .integer($0) } ?? noteTooLargeInteger(from: start)
    }
    // The standard library wants a digit before the point.
    guard let value = Double(digits.hasPrefix(".") ? "0" + digits : digits), value.isFinite else {
      note(.literal, "'\(digits)' is too large for a double", from: start)
      return nil
    }
    return .double(value)
  }

  private mutating func skipDigits() {
    while let scalar = peek(), scalar.isDigit { position += 1 }
  }

  private mutating func noteTooLargeInteger(from start: Int) -> Token.Kind? {
    note(
      .literal, "'\(text(from: start))' is too large for an int",
      hint: "an int has 64 bits; with a fraction, '.0', it is a double", from: start)
    return nil
  }
}
