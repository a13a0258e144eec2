import Values

extension PatternParser {
  /// The maximum number of repetitions of a part: the product of all counts around it.
  static let mostRepeats = 1_000

  /// Reads `{n}`, `{n,}` or `{n,m}`. Returns nil, and reads nothing, if the brace is an ordinary
  /// character.
  mutating func readCount() throws(PatternError) -> PatternCount? {
    let start = position
    position += 1
    guard let count = readBounds(), peek() == "}" else {
      position = start
      return nil
    }
    position += 1
    let largest = max(count.least, count.most ?? 0)
    guard largest <= Self.mostRepeats else {
      throw mistake(
        "found '\(text(start..<position))', expected counts of at most \(Self.mostRepeats)",
        from: start)
    }
    if let most = count.most, most < count.least {
      throw mistake(
        "found '\(text(start..<position))', expected the smaller count first; "
          + "write '{\(most),\(count.least)}'", from: start)
    }
    return count
  }

  private mutating func readBounds() -> PatternCount? {
    guard let least = readNumber() else { return nil }
    guard peek() == "," else { return PatternCount(least: least, most: least) }
    position += 1
    if peek() == "}" { return PatternCount(least: least, most: nil) }
    guard let most = readNumber() else { return nil }
    return PatternCount(least: least, most: most)
  }

  /// Reads a number without a leading zero. A number that is far too large is clamped, and stays
  /// clamped.
  private mutating func readNumber() -> Int? {
    let start = position
    var number = 0
    while let scalar = peek(), scalar.isDigit {
      number = min(number * 10 + Int(scalar.value - 0x30), 1_000_000)
      position += 1
    }
    let hasLeadingZero = position > start + 1 && scalars[start] == "0"
    if position == start || hasLeadingZero { return nil }
    return number
  }
}
