extension PatternParser {
  /// Reads a class in brackets, such as `[a-z\d[:punct:]]` or `[^"]`.
  mutating func readClass() throws(PatternError) -> ScalarSet {
    let start = position
    position += 1
    let isNegated = peek() == "^"
    if isNegated { position += 1 }
    var listed: [ClosedRange<UInt32>] = []
    var named: [ClosedRange<UInt32>] = []
    var categories: [CategoryTest] = []
    // A closing bracket at the beginning would close an empty class, so it is an ordinary
    // character.
    var isFirst = true
    while peek() != "]" || isFirst {
      guard peek() != nil else {
        throw PatternError(
          "found '[' without ']', expected ']' at the end; write '\\[' for the character",
          range: start..<(start + 1))
      }
      isFirst = false
      if let ranges = try readNamedClass() {
        named += ranges
      } else if let part = try readSetEscape() {
        named += part.ranges.ranges
        categories += part.categories
      } else {
        listed.append(try readRange())
      }
    }
    position += 1
    let folded = folded(ScalarRanges(listed), isNegated: false)
    return ScalarSet(
      ScalarRanges(folded.ranges + named), categories: categories, isNegated: isNegated)
  }

  /// Reads a character, or two with `-` between them.
  private mutating func readRange() throws(PatternError) -> ClosedRange<UInt32> {
    let rangeStart = position
    let first = try readClassCharacter()
    guard peek() == "-", let next = peek(1), next != "]" else { return first...first }
    position += 1
    let last = try readClassCharacter()
    guard first <= last else {
      let ends = text(rangeStart..<position)
      throw mistake(
        "found the range '\(ends)', expected its first character to come before its last",
        from: rangeStart)
    }
    return first...last
  }

  private mutating func readClassCharacter() throws(PatternError) -> UInt32 {
    let scalar = scalars[position]
    if scalar == "\\" {
      let escapeStart = position
      if try readSetEscape() != nil {
        throw mistake(
          "found '\(text(escapeStart..<position))' as the end of a range, expected a character; "
            + "write '\\-' for the character '-'", from: escapeStart)
      }
      return try readCharacterEscape(isInClass: true)
    }
    position += 1
    return scalar.value
  }

  /// Reads `[:alpha:]` or `[:^alpha:]`. Returns nil, and reads nothing, at a simple `[`.
  private mutating func readNamedClass() throws(PatternError) -> [ClosedRange<UInt32>]? {
    guard isAt("[:"), let end = endOfName() else { return nil }
    let start = position
    position += 2
    let isNegated = peek() == "^"
    if isNegated { position += 1 }
    let name = text(position..<end)
    position = end + 2
    guard let ranges = NamedSets.ranges(class: name) else {
      throw mistake(
        "unknown class '\(text(start..<position))', expected one such as '[:alpha:]', "
          + "'[:digit:]' or '[:space:]'", from: start)
    }
    return folded(ranges, isNegated: isNegated).ranges
  }

  /// Returns the position of the `:]` that ends the name of a class.
  private func endOfName() -> Int? {
    var index = position + 2
    while index + 1 < scalars.count {
      if scalars[index] == ":", scalars[index + 1] == "]" { return index }
      index += 1
    }
    return nil
  }
}
