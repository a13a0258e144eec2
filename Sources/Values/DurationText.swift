/// A duration in a string of a stream file: numbers with units, such as "250ms", "1h30m" or "7d".
///
/// Each unit occurs at most once, and longer units come first. Only the last number may have
/// decimals. The result is rounded to whole nanoseconds (halves away from zero), without passing
/// through floating point.
package enum DurationText {
  /// The units of time, longest first.
  private static let units: [(name: String, nanoseconds: UInt64)] = [
    ("w", 604_800_000_000_000), ("d", 86_400_000_000_000), ("h", 3_600_000_000_000),
    ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1),
  ]

  /// The names of all units, shortest first, in the form used in messages.
  package static let unitNames = units.reversed().map(\.name).joined(separator: " ")

  /// Other common names of the units.
  private static let otherNames: [String: String] = [
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m",
    "minute": "m", "minutes": "m", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d",
    "days": "d", "week": "w", "weeks": "w", "millis": "ms", "msec": "ms", "millisecond": "ms",
    "milliseconds": "ms", "µs": "us", "μs": "us", "micros": "us", "usec": "us",
    "microsecond": "us", "microseconds": "us", "nanos": "ns", "nsec": "ns", "nanosecond": "ns",
    "nanoseconds": "ns", "S": "s", "H": "h", "D": "d", "W": "w", "MS": "ms",
  ]

  /// The reason why a string is not a duration.
  package struct Mistake: Error, Equatable {
    /// The part of the message after "found '…' for 'seconds', ".
    package let message: String
    package let hint: String?
    /// Whether only a unit is missing, which the text and the hint show without the name.
    private let lacksUnit: Bool

    fileprivate init(message: String, hint: String?, lacksUnit: Bool = false) {
      self.message = message
      self.hint = hint
      self.lacksUnit = lacksUnit
    }

    /// Returns the message about a string that was found for a key or a parameter.
    package func message(about text: String, for name: String) -> String {
      lacksUnit ? "'\(text)' has no unit" : "found '\(text)' for '\(name)', \(message)"
    }

    static let negative = Mistake(message: "which is negative, expected 0 or more", hint: nil)
    static let tooLong = Mistake(
      message: "which is beyond the end of time, expected less than 9223372036.854775807 s",
      hint: nil)
  }

  /// Returns the nanoseconds of a string, less than `Int64.max`.
  package static func nanoseconds(of text: String) throws(Mistake) -> Int64 {
    if let plain = plainNanoseconds(of: text) { return plain }
    let parts = try parts(of: text)
    var sum: UInt128 = 0
    for part in parts { sum += part.nanoseconds }
    // The largest instant means "never".
    guard sum < UInt128(Int64.max) else { throw .tooLong }
    return Int64(sum)
  }

  /// Returns the nanoseconds of a string with one unit, as most have; nil for any other string, and
  /// for a long number.
  private static func plainNanoseconds(of text: String) -> Int64? {
    var number: Int64 = 0
    var digitCount = 0
    for byte in text.utf8 {
      guard byte >= 0x30, byte <= 0x39 else { break }
      digitCount += 1
      // This many of the longest unit are within the range.
      guard digitCount <= 4 else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    guard digitCount > 0 else { return nil }
    let name = text.utf8.dropFirst(digitCount)
    guard let unit = units.first(where: { $0.name.utf8.elementsEqual(name) }) else { return nil }
    return number * Int64(unit.nanoseconds)
  }

  /// A number with its unit.
  private struct Part {
    var digits: Substring
    var decimals: Substring?
    var unit: Int

    var text: String {
      "\(digits)\(decimals.map { ".\($0)" } ?? "")\(units[unit].name)"
    }

    /// The nanoseconds, with halves rounded up. A number with more than 19 digits counts as
    /// `UInt64.max`, because it is beyond the end of time in any unit.
    var nanoseconds: UInt128 {
      let unit = UInt128(units[self.unit].nanoseconds)
      let number = digits.drop { $0 == "0" }
      guard number.count <= 19, let whole = UInt128(number.isEmpty ? "0" : String(number)) else {
        return UInt128(UInt64.max)
      }
      guard let decimals else { return whole * unit }
      // Decimals after the 23rd make no difference: the longest unit has less than 10^15
      // nanoseconds.
      let kept = decimals.prefix(23)
      let scale = kept.reduce(into: UInt128(1)) { scale, _ in scale *= 10 }
      let numerator = (UInt128(String(kept)) ?? 0) * unit
      return whole * unit + (numerator * 2 + scale) / (scale * 2)
    }
  }

  private static func parts(of text: String) throws(Mistake) -> [Part] {
    if text.first == "-" { throw .negative }
    var parts: [Part] = []
    var isAsWritten = true
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCIIDigit }
      rest = rest.dropFirst(digits.count)
      var decimals: Substring?
      if rest.first == ".", rest.dropFirst().first?.isASCIIDigit == true {
        let found = rest.dropFirst().prefix { $0.isASCIIDigit }
        rest = rest.dropFirst(found.count + 1)
        decimals = found
      }
      let written = rest.prefix { !$0.isASCIIDigit && $0 != "." }
      rest = rest.dropFirst(written.count)
      let name = String(written.filter { $0 != " " })
      if parts.isEmpty, !digits.isEmpty, name.isEmpty, rest.isEmpty { throw bareNumber(text) }
      guard !digits.isEmpty, let unit = unit(named: name) else { throw foreign(text) }
      isAsWritten = isAsWritten && written == units[unit].name
      parts.append(Part(digits: digits, decimals: decimals, unit: unit))
    }
    guard !parts.isEmpty else { throw foreign(text) }
    try checkOrder(of: parts, isAsWritten: isAsWritten)
    return parts
  }

  /// Checks that each unit occurs once, that longer units come first, and that only the last number
  /// has decimals.
  private static func checkOrder(of parts: [Part], isAsWritten: Bool) throws(Mistake) {
    let sorted = parts.sorted { $0.unit < $1.unit }
    guard Set(parts.map(\.unit)).count == parts.count else {
      throw Mistake(message: "which repeats a unit, expected each unit once", hint: nil)
    }
    let spelling = "write \"\(sorted.map(\.text).joined())\""
    guard sorted.map(\.unit) == parts.map(\.unit) else {
      throw Mistake(message: "expected the longest unit first", hint: spelling)
    }
    guard parts.dropLast().allSatisfy({ $0.decimals == nil }) else {
      throw Mistake(message: "expected decimals only in the last number", hint: nil)
    }
    guard isAsWritten else {
      throw Mistake(message: "expected a duration such as \"1h30m\"", hint: spelling)
    }
  }

  private static func unit(named name: String) -> Int? {
    units.firstIndex { $0.name == name }
      ?? otherNames[name].flatMap { short in units.firstIndex { $0.name == short } }
  }

  private static func bareNumber(_ text: String) -> Mistake {
    Mistake(
      message: "which has no unit", hint: "write the number \(text), or \"\(text)s\"",
      lacksUnit: true)
  }

  /// Returns the mistake in a string that uses another notation, or none.
  private static func foreign(_ text: String) -> Mistake {
    let units = "the units are \(unitNames)"
    guard text.first?.uppercased() == "P" else {
      return Mistake(message: "expected a duration such as \"1h30m\"", hint: units)
    }
    return Mistake(
      message: "which is written as in ISO 8601, expected a duration such as \"1h30m\"",
      hint: spelling(ofISO: text).map { "write \"\($0)\"" } ?? units)
  }

  /// Returns an ISO 8601 duration in the notation of stream files; nil if it has months or years,
  /// which have no fixed length.
  private static func spelling(ofISO text: String) -> String? {
    var result = ""
    var number = ""
    var isTime = false
    for letter in text.uppercased().dropFirst() {
      switch letter {
      case "0"..."9", ".": number.append(letter)
      case "T" where number.isEmpty: isTime = true
      case "W", "D", "H", "S", "M":
        guard !number.isEmpty, isTime || letter != "M" else { return nil }
        result += number + letter.lowercased()
        number = ""
      default: return nil
      }
    }
    do {
      guard number.isEmpty else { return nil }
      _ = try nanoseconds(of: result)
      return result
    } catch {
      return nil
    }
  }
}

extension Character {
  /// This is not a comparison with "0" and "9", because a digit with an accent is between them.
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
