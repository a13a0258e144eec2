import Values

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
      note(
        .literal, "'\(text(from: start))' is neither a number nor a name",
        hint: numberHint(unit: scalars[end..<position], from: start, to: end), from: start)
    }
    return nil
  }

  /// Returns a hint for a number followed by letters.
  private func numberHint(
    unit: ArraySlice<Unicode.Scalar>, from start: Int, to end: Int
  ) -> String? {
    let digits = String(String.UnicodeScalarView(scalars[start..<end]))
    let word = String(String.UnicodeScalarView(unit))
    switch word {
    case "ns", "us", "ms", "s", "m", "h": return "write 'duration('\(digits)\(word)')'"
    case "n", "L", "l", "f", "F", "d": return "write '\(digits)'"
    default:
      if digits == "0", let letter = word.first, "boBO".contains(letter) {
        return "write it in decimal, or in hexadecimal with '0x'"
      }
      let rest = word.filter { $0 != "_" }
      let isGrouped = word.first == "_" && rest.allSatisfy { ("0"..."9").contains($0) }
      return isGrouped ? "write '\(digits)\(rest)'" : nil
    }
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
    // The standard library requires a digit before the point.
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
