import Values

extension PatternParser {
  /// Reads an escape outside brackets.
  mutating func readEscape() throws(PatternError) {
    switch peek(1) {
    case "A": addAssertion(.textStart)
    case "z": addAssertion(.textEnd)
    case "b": addAssertion(.wordBoundary)
    case "B": addAssertion(.noWordBoundary)
    case "Q": readQuotation()
    default:
      if let set = try readSetEscape() {
        add(tree.append(ScalarSet(set.ranges, categories: set.categories)))
      } else {
        addLiteral(try readCharacterEscape(isInClass: false))
      }
    }
  }

  private mutating func addAssertion(_ assertion: PatternAssertion) {
    position += 2
    add(tree.append(.assertion(assertion)))
  }

  /// Reads `\Q…\E`. No character inside it is special.
  private mutating func readQuotation() {
    position += 2
    while position < scalars.count, !isAt("\\E") { readLiteral() }
    position = min(position + 2, scalars.count)
  }

  /// Reads an escape that stands for one character.
  mutating func readCharacterEscape(isInClass: Bool) throws(PatternError) -> UInt32 {
    let start = position
    position += 1
    guard let scalar = peek() else {
      throw mistake(
        "found '\\' at the end, expected a character after it; write '\\\\' for the character",
        from: start)
    }
    position += 1
    switch scalar {
    case "a": return 0x07
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "x": return try readHexadecimal(from: start)
    case "0": return readOctal(scalar)
    case "1"..."7":
      if let next = peek(), ("0"..."7").contains(next) { return readOctal(scalar) }
      throw refusedReference(from: start)
    case "8", "9": throw refusedReference(from: start)
    default:
      guard scalar.value < 0x80, !scalar.isNameStart || scalar == "_" else {
        throw unknownEscape(scalar, isInClass: isInClass, from: start)
      }
      return scalar.value
    }
  }

  /// Reads up to two more octal digits.
  private mutating func readOctal(_ first: Unicode.Scalar) -> UInt32 {
    var value = first.value - 0x30
    for _ in 0..<2 {
      guard let next = peek(), ("0"..."7").contains(next) else { break }
      value = value << 3 | (next.value - 0x30)
      position += 1
    }
    return value
  }

  /// Reads the digits of `\x41` or `\x{10FFFF}`.
  private mutating func readHexadecimal(from start: Int) throws(PatternError) -> UInt32 {
    let isBraced = peek() == "{"
    if isBraced { position += 1 }
    var value: UInt32 = 0
    var count = 0
    while let digit = peek()?.hexadecimalDigit, isBraced || count < 2 {
      value = min(value << 4 | digit, 0x110000)
      count += 1
      position += 1
    }
    let isComplete = isBraced ? count > 0 && peek() == "}" : count == 2
    guard isComplete else {
      throw mistake(
        "found '\(text(start..<position))', expected two hexadecimal digits or '{…}', "
          + "as in '\\x41' or '\\x{1F600}'", from: start)
    }
    if isBraced { position += 1 }
    guard value <= 0x10_FFFF else {
      throw mistake(
        "found '\(text(start..<position))', expected a code point of at most 10FFFF", from: start)
    }
    return value
  }

  private func refusedReference(from start: Int) -> PatternError {
    mistake(
      "'\(text(start..<position))' is not supported: a back-reference cannot be matched "
        + "in linear time; write it out, or compare with '=='", from: start)
  }

  private func unknownEscape(
    _ scalar: Unicode.Scalar, isInClass: Bool, from start: Int
  ) -> PatternError {
    let escape = text(start..<position)
    let wayOut: String
    switch scalar {
    case "b" where isInClass: wayOut = "write '\\x08' for the backspace"
    case "A" where isInClass, "B" where isInClass, "z" where isInClass, "Q" where isInClass:
      wayOut = "put it outside the brackets"
    case "Z": wayOut = "write '\\z' for the end of the string"
    case "C": wayOut = "a string has no single bytes; write '(?s:.)' for any character"
    case "E": wayOut = "it ends a '\\Q'"
    case "h": wayOut = "write '[\\t\\pZ]'"
    case "R": wayOut = "write '\\r?\\n'"
    case "N": wayOut = "write '[^\\n]'"
    case "X": wayOut = "write '\\PM\\pM*'"
    case "k", "g": wayOut = "references to groups are not supported"
    case "e": wayOut = "write '\\x1B' for the escape character"
    case "u": wayOut = "write '\\x{…}' for a code point"
    default: wayOut = "write '\(scalar)' for the character"
    }
    return mistake("found '\(escape)', which has no meaning here; \(wayOut)", from: start)
  }
}

// MARK: - Sets

extension PatternParser {
  /// The parts of a class or of an escape before they are combined.
  struct SetParts {
    var ranges = ScalarRanges()
    var categories: [CategoryTest] = []
  }

  /// Reads `\d`, `\pL` and similar escapes. Returns nil, and reads nothing, at any other escape.
  mutating func readSetEscape() throws(PatternError) -> SetParts? {
    guard peek() == "\\", let letter = peek(1) else { return nil }
    if letter == "p" || letter == "P" { return try readProperty() }
    let isNegated = ["D", "S", "W"].contains(letter)
    let lowercase = isNegated ? Unicode.Scalar(letter.value + 0x20) ?? letter : letter
    guard let ranges = NamedSets.ranges(letter: lowercase) else { return nil }
    position += 2
    return SetParts(ranges: folded(ranges, isNegated: isNegated))
  }

  func folded(_ ranges: ScalarRanges, isNegated: Bool) -> ScalarRanges {
    let folded = flags.ignoresCase ? ranges.ignoringCase : ranges
    return isNegated ? folded.complement : folded
  }

  /// Reads `\pL`, `\p{Greek}`, `\PN` or `\p{^Lu}`.
  private mutating func readProperty() throws(PatternError) -> SetParts {
    let start = position
    var isNegated = peek(1) == "P"
    position += 2
    var name = ""
    if peek() == "{" {
      position += 1
      if peek() == "^" {
        isNegated.toggle()
        position += 1
      }
      let nameStart = position
      while let scalar = peek(), scalar != "}" { position += 1 }
      name = text(nameStart..<position)
      guard peek() != nil else {
        throw PatternError(
          "found '{' without '}', expected '}' after the name of a category or a script",
          range: start..<nameStart)
      }
      position += 1
    } else if let letter = peek() {
      name = String(letter)
      position += 1
    }
    return try property(name, isNegated: isNegated, from: start)
  }

  private func property(
    _ name: String, isNegated: Bool, from start: Int
  ) throws(PatternError) -> SetParts {
    if name == "Any" { return SetParts(ranges: isNegated ? ScalarRanges() : .all) }
    if let categories = NamedSets.categories(name) {
      return SetParts(categories: [
        CategoryTest(
          categories: categories, isNegated: isNegated, ignoresCase: flags.ignoresCase)
      ])
    }
    if let ranges = ScriptTable.ranges(name) {
      return SetParts(ranges: folded(ranges, isNegated: isNegated))
    }
    let spelling = text(start..<position)
    if name.isEmpty {
      throw mistake(
        "found '\(spelling)', expected a category or a script, as in '\\pL' or '\\p{Greek}'",
        from: start)
    }
    throw mistake(
      "unknown category or script '\(name)', expected one such as 'L', 'Lu', 'Nd' or 'Greek'",
      from: start)
  }
}

extension ScalarSet {
  /// The set of `.`: everything except a line feed.
  static let line = ScalarSet(ScalarRanges([0x0A...0x0A]).complement)
}
