import Values

extension PatternParser {
  /// Reads the opening of a group, or flags for the rest of the enclosing group.
  mutating func openGroup() throws(PatternError) {
    let start = position
    position += 1
    guard peek() == "?" else {
      return try beginGroup(at: start, outerFlags: flags, captures: true)
    }
    position += 1
    if isAt("P<") || (peek() == "<" && peek(1) != "=" && peek(1) != "!") {
      return try openNamedGroup(from: start)
    }
    if let refusal = refusedGroup() { throw PatternError(refusal, range: start..<position) }
    try readFlags(from: start)
  }

  private mutating func openNamedGroup(from start: Int) throws(PatternError) {
    position += peek() == "P" ? 2 : 1
    let nameStart = position
    while let scalar = peek(), scalar.isNamePart { position += 1 }
    let range = nameStart..<position
    let name = text(range)
    guard peek() == ">", !name.isEmpty else {
      let found = peek().map { "'\($0)'" } ?? "the end"
      throw PatternError(
        name.isEmpty
          ? "found \(found), expected the name of the group, of letters, digits and '_'"
          : "found \(found) in the name of a group, expected letters, digits, '_' or '>'",
        range: position..<min(position + 1, scalars.count))
    }
    guard declare(name) else {
      throw PatternError(
        "found a second group '\(name)', expected another name", range: range)
    }
    position += 1
    try beginGroup(at: start, outerFlags: flags, captures: true)
    tree.groupNames.append((name, tree.groupCount))
  }

  /// Returns the reason why a group that other languages have after `(?` is refused. Reads its
  /// opening.
  private mutating func refusedGroup() -> String? {
    let refusals = [
      ("=", Self.lookaround), ("!", Self.lookaround), ("<=", Self.lookaround),
      ("<!", Self.lookaround),
      ("P=", Self.backreference), ("P>", Self.recursion), ("R", Self.recursion),
      ("&", Self.recursion),
      (">", "an atomic group; write '(?:'"),
      ("#", "a comment; remove it"),
      ("|", "a branch reset group; write '(?:'"),
      ("(", "a condition; write an alternative with '|'"),
      ("'", "a name in quotes; write '(?P<name>'"),
    ]
    for (prefix, reason) in refusals where isAt(prefix) {
      position += prefix.unicodeScalars.count
      let sign = "(?" + prefix
      return "'\(sign)' is not supported: it begins \(reason)"
    }
    return nil
  }

  private static let lookaround =
    "a lookaround; match that text too, or test it with a second pattern"
  private static let backreference =
    "a back-reference; write it out, or compare with '=='"
  private static let recursion = "a call of a group; write the group out"

  /// Reads `(?i)`, which applies to the rest of the group, or `(?i:`, which opens a group.
  private mutating func readFlags(from start: Int) throws(PatternError) {
    let outerFlags = flags
    var isOn = true
    var isFlagMissing = false
    while let scalar = peek() {
      position += 1
      switch scalar {
      case "i": flags.ignoresCase = isOn
      case "m": flags.areLinesMatched = isOn
      case "s": flags.matchesNewline = isOn
      case "U": flags.isLazy = isOn
      case "-" where isOn:
        isOn = false
        isFlagMissing = true
        continue
      case ")" where !isFlagMissing: return
      case ":" where !isFlagMissing:
        return try beginGroup(at: start, outerFlags: outerFlags, captures: false)
      default: throw wrongFlag(scalar, isMissing: isFlagMissing)
      }
      isFlagMissing = false
    }
    throw mistake(
      "found the end after '\(text(start..<position))', expected ')' or ':'", from: start)
  }

  private func wrongFlag(_ scalar: Unicode.Scalar, isMissing: Bool) -> PatternError {
    if scalar == "x" {
      return mistake(
        "the flag 'x' is not supported; remove the white space and the comments",
        from: position - 1)
    }
    if scalar == "P" {
      return mistake("found '(?P', expected a name; write '(?P<name>'", from: position - 3)
    }
    let others = isMissing ? "" : ", ':' or ')'"
    return mistake(
      "found '\(scalar)' after '(?', expected a flag ('i', 'm', 's' or 'U')\(others)",
      from: position - 1)
  }
}
