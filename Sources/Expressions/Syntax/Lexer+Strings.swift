import Values

extension Lexer {
  /// Reads a string literal from its first quote on.
  mutating func readString(isRaw: Bool) -> Token.Kind? {
    let start = position
    let quote = scalars[position]
    let isTriple = peek(1) == quote && peek(2) == quote
    let width = isTriple ? 3 : 1
    position += width
    var contents = String.UnicodeScalarView()
    contentPlaces.removeAll(keepingCapacity: true)
    var isWhole = true
    while let scalar = peek() {
      contentPlaces.append(position)
      if scalar == quote && (!isTriple || (peek(1) == quote && peek(2) == quote)) {
        position += width
        return isWhole ? .string(Text(String(contents))) : nil
      }
      if !isTriple && (scalar == "\n" || scalar == "\r") { break }
      if scalar == "\\" && !isRaw {
        if let escaped = readEscape() { contents.append(escaped) } else { isWhole = false }
      } else {
        contents.append(scalar)
        position += 1
      }
    }
    let end = String(repeating: String(quote), count: width)
    note(
      .syntax,
      "found the end of the \(position < scalars.count ? "line" : "text"), "
        + "expected \(end) at the end of the string",
      hint: isTriple || position == scalars.count
        ? nil : "write '\\n' for a line break, or a string with three quotes",
      from: start)
    return nil
  }

  /// Reads an escape; nil after a mistake, which has been recorded.
  private mutating func readEscape() -> Unicode.Scalar? {
    let start = position
    position += 1
    guard let scalar = peek() else { return nil }
    position += 1
    switch scalar {
    case "a": return "\u{07}"
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{0B}"
    case "\\", "?", "\"", "'", "`": return scalar
    case "x", "X": return readCodePoint(digits: 2, radix: 16, from: start)
    case "u": return readCodePoint(digits: 4, radix: 16, from: start)
    case "U": return readCodePoint(digits: 8, radix: 16, from: start)
    case "0"..."3":
      position -= 1
      return readCodePoint(digits: 3, radix: 8, from: start)
    default:
      note(
        .literal, "unknown escape '\(text(from: start))'",
        hint: "write '\\\\' for a backslash", from: start)
      return nil
    }
  }

  /// Reads a code point of exactly `digits` digits.
  private mutating func readCodePoint(
    digits: Int, radix: UInt32, from start: Int
  ) -> Unicode.Scalar? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek()?.hexadecimalDigit, digit < radix else {
        let kind = radix == 8 ? "octal" : "hexadecimal"
        note(
          .literal, "found '\(text(from: start))', expected \(digits) \(kind) digits", from: start)
        return nil
      }
      // Eight hexadecimal digits fill 32 bits exactly.
      value = value &* radix &+ digit
      position += 1
    }
    guard let scalar = Unicode.Scalar(value) else {
      note(.literal, "'\(text(from: start))' is not a Unicode code point", from: start)
      return nil
    }
    return scalar
  }
}
