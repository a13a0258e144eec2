import Values

extension ModelParser where Reader: ~Copyable {
  /// Reads a duration: a number of seconds, or a string such as "1h30m". Returns nil after
  /// reporting a mistake.
  mutating func readDuration(
    named name: String, least: String = "0", expecting expectation: String = "a duration",
    orForever: Bool = false
  ) throws(ReadError) -> Seconds? {
    switch try reader.peek() {
    case .number: return try readSeconds(named: name, least: least)
    case .string: return try readDurationText(named: name, least: least, orForever: orForever)
    case let found:
      report(
        .wrongType, "found \(found.phrase), expected \(expectation) for '\(name)'",
        hint: #"write a number of seconds, or a string such as "1h30m""#, at: reader.offset)
      try reader.skipValue()
      return nil
    }
  }

  @inline(never)
  private mutating func readDurationText(
    named name: String, least: String, orForever: Bool
  ) throws(ReadError) -> Seconds? {
    let start = reader.offset
    let text = try reader.readText().string
    if orForever, text == "forever" { return .forever }
    return seconds(of: text, named: name, at: start)
  }

  /// Returns a duration from a string; nil after reporting a mistake.
  mutating func seconds(of text: String, named name: String, at start: Int) -> Seconds? {
    do throws(DurationText.Mistake) {
      return try Seconds(text: text)
    } catch {
      report(
        .invalidValue, error.message(about: text.abbreviated, for: name),
        hint: error.hint, at: start)
      return nil
    }
  }

  private mutating func readSeconds(
    named name: String, least: String
  ) throws(ReadError) -> Seconds? {
    let start = reader.offset
    let number = try reader.readDecimal()
    guard !number.isBelowZero else {
      report(.invalidValue, "'\(name)' is negative, expected \(least) or more", at: start)
      return nil
    }
    // The largest instant means "never".
    guard let nanoseconds = number.nanoseconds, nanoseconds < .max else {
      report(
        .invalidValue,
        "'\(name)' is beyond the end of time, expected less than 9223372036.854775807",
        at: start)
      return nil
    }
    return Seconds(nanoseconds: nanoseconds)
  }
}
