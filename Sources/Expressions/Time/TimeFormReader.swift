/// Reads a time at the beginning of a string, and records its form.
struct TimeFormReader {
  /// The text that has not been read.
  private(set) var rest: ArraySlice<UInt8>
  private var pattern = ""
  private var regex = ""
  private var zone: String?
  private var day: TimeForm.Day?

  /// The placeholders for the day and the month of a date with two numbers, in either order.
  private static let either = (first: Character("\u{1}"), second: Character("\u{2}"))
  /// A time of RFC 3339, up to its offset, and the offset.
  private static let usual = #"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?"#
  private static let usualOffset = #"(?:Z|[+-]\d{2}:\d{2})"#
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  init(_ text: ArraySlice<UInt8>) { rest = text }

  /// Returns the form of the time at the beginning; nil if there is none.
  mutating func read() -> TimeForm? {
    let isRead = any(
      { $0.yearFirst() && $0.separator() && $0.time() }, { $0.yearFirst() },
      { $0.optionalWeekday() && $0.dayFirst() && $0.separator() && $0.time() },
      { $0.dayFirst() },
      { $0.optionalWeekday() && $0.monthFirst() })
    guard isRead else { return nil }
    let patterns = pattern.contains(Self.either.first) ? [("d", "M"), ("M", "d")] : [("", "")]
    return TimeForm(
      patterns: patterns.map { first, second in
        String(
          pattern.flatMap { character -> String in
            if character == Self.either.first { return first }
            return character == Self.either.second ? second : String(character)
          })
      }, regex: wholeRegex, zone: zone,
      dayWithoutYear: pattern.contains("y") ? nil : day, isUsual: isUsual)
  }

  private var wholeRegex: String {
    guard isUsual else { return regex }
    return zone == nil ? Self.usual : Self.usual + Self.usualOffset
  }

  /// Whether the text that was read is a time of RFC 3339, except that the offset may be missing.
  private var isUsual: Bool {
    pattern.hasPrefix("yyyy-MM-dd'T'HH:mm:ss") && !pattern.contains(",") && !pattern.contains(" ")
      && (zone == nil || zone == "Z" || zone == "offset" && regex.hasSuffix(":\\d{2}"))
  }

  // MARK: - Dates

  /// `2026-03-01`, `2026/03/01`, `2026.03.01`
  private mutating func yearFirst() -> Bool {
    any(
      { $0.number("yyyy", 4) && $0.literal("-") && $0.number("MM", 2, 1...12) && $0.literal("-") },
      { $0.number("yyyy", 4) && $0.literal("/") && $0.number("MM", 2, 1...12) && $0.literal("/") },
      { $0.number("yyyy", 4) && $0.literal(".") && $0.number("MM", 2, 1...12) && $0.literal(".") }
    ) && number("dd", 2, 1...31)
  }

  /// `01/Mar/2026`, `1 March 2026`, `01-Mar-2026`, `01/03/2026`, `1.3.2026`
  private mutating func dayFirst() -> Bool {
    any(
      { $0.number("d", 1...2, 1...31) && $0.literal("/") && $0.month() && $0.literal("/") },
      { $0.number("d", 1...2, 1...31) && $0.literal("-") && $0.month() && $0.literal("-") },
      { $0.number("d", 1...2, 1...31) && $0.literal(" ") && $0.month() && $0.literal(" ") },
      {
        $0.number("d", 1...2, 1...31) && $0.literal(".") && $0.number("M", 1...2, 1...12)
          && $0.literal(".")
      },
      {
        $0.eitherNumber(Self.either.first) && $0.literal("/") && $0.eitherNumber(Self.either.second)
          && $0.literal("/")
      },
      {
        $0.eitherNumber(Self.either.first) && $0.literal("-") && $0.eitherNumber(Self.either.second)
          && $0.literal("-")
      }
    ) && any({ $0.number("yyyy", 4) }, { $0.number("yy", 2) })
  }

  /// `Mar 1, 2026 08:00:00`, `Mar  1 08:00:00`, `Mar 1 08:00:00 2026`, `Mar 1 08:00:00 UTC 2026`
  private mutating func monthFirst() -> Bool {
    guard month(), spaces(), number("d", 1...2, 1...31) else { return false }
    return any(
      { $0.optional(",") && $0.spaces() && $0.number("yyyy", 4) && $0.separator() && $0.time() },
      { $0.spaces() && $0.time() && $0.spaces() && $0.number("yyyy", 4) },
      { $0.spaces() && $0.time() })
  }

  private mutating func separator() -> Bool {
    any(
      { $0.literal("T") }, { $0.literal(", ") }, { $0.literal(":") }, { $0.literal("_") },
      { $0.spaces() })
  }

  private mutating func month() -> Bool {
    guard let index = name(of: Self.months, "MMM", "MMMM") else { return false }
    day = TimeForm.Day(month: index + 1, day: day?.day ?? 0)
    return true
  }

  private mutating func optionalWeekday() -> Bool {
    _ = any(
      { $0.name(of: Self.weekdays, "E", "EEEE") != nil && $0.literal(", ") },
      { $0.name(of: Self.weekdays, "E", "EEEE") != nil && $0.literal(" ") })
    return true
  }

  // MARK: - Times of the day

  /// `08:00`, `8:00:00.123 AM`, `08:00:00,123`, and an offset
  private mutating func time() -> Bool {
    let before = self
    guard clock("H") else { return false }
    if any({ $0.optional(" ") && $0.halfOfDay() }) {
      let after = self
      self = before
      guard clock("h"), any({ $0.optional(" ") && $0.halfOfDay() }) else {
        self = after
        return true
      }
    }
    _ = any({ $0.offset() }, { $0.literal(" ") && $0.offset() })
    return true
  }

  private mutating func clock(_ hour: String) -> Bool {
    let isWide = rest.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
    guard number(isWide ? hour + hour : hour, isWide ? 2 : 1, 0...24), literal(":"),
      number("mm", 2, 0...59)
    else { return false }
    guard any({ $0.literal(":") && $0.number("ss", 2, 0...60) }) else { return true }
    _ = any({ $0.literal(".") && $0.fraction() }, { $0.literal(",") && $0.fraction() })
    return true
  }

  private mutating func fraction() -> Bool {
    let count = digitCount
    guard (1...9).contains(count) else { return false }
    note(String(repeating: "S", count: count), "\\d+", count)
    return true
  }

  private mutating func halfOfDay() -> Bool {
    guard rest.count >= 2, [0x41, 0x50, 0x61, 0x70].contains(rest[rest.startIndex]),
      [0x4D, 0x6D].contains(rest[rest.startIndex + 1]),
      rest.dropFirst(2).first?.isWordByte != true
    else { return false }
    note("a", "[AaPp][Mm]", 2)
    return true
  }

  /// `Z`, `+0100`, `+01:00`, `GMT`, `UTC`
  private mutating func offset() -> Bool {
    for (text, pattern) in [("UTC", "'UTC'"), ("GMT", "Z"), ("Z", "Z")] where skip(text) {
      note(pattern, text, 0)
      zone = text
      return true
    }
    let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) || $0 == 0x3A }
    let colon = digits.contains(0x3A) ? ":" : ""
    let isOffset =
      digits.count == 4 + colon.utf8.count && digits.dropFirst(2).starts(with: colon.utf8)
    guard let sign = rest.first, sign == 0x2B || sign == 0x2D, isOffset else { return false }
    note("Z", "[+-]\\d{2}\(colon)\\d{2}", digits.count + 1)
    zone = "offset"
    return true
  }

  // MARK: - Parts

  /// Tries several rules in order, and reads with the first that matches.
  private mutating func any(_ rules: ((inout TimeFormReader) -> Bool)...) -> Bool {
    let start = self
    for rule in rules {
      if rule(&self) { return true }
      self = start
    }
    return false
  }

  private var digitCount: Int { rest.prefix { (0x30...0x39).contains($0) }.count }

  private mutating func number(
    _ field: String, _ width: Int, _ range: ClosedRange<Int> = 0...Int.max
  ) -> Bool {
    number(field, width...width, range)
  }

  private mutating func number(
    _ field: String, _ widths: ClosedRange<Int>, _ range: ClosedRange<Int>
  ) -> Bool {
    let width = digitCount
    let value = Int(String(decoding: rest.prefix(width), as: UTF8.self)) ?? -1
    guard widths.contains(width), range.contains(value) else { return false }
    if field == "d" { day = TimeForm.Day(month: day?.month ?? 0, day: value) }
    let isFixed = widths.lowerBound == widths.upperBound
    note(field, isFixed ? "\\d{\(width)}" : "\\d{\(widths.lowerBound),\(widths.upperBound)}", width)
    return true
  }

  private mutating func eitherNumber(_ field: Character) -> Bool {
    number(String(field), 1...2, 1...31)
  }

  /// Reads a name, or its first three letters. Returns its index.
  private mutating func name(of names: [String], _ short: String, _ long: String) -> Int? {
    for (index, name) in names.enumerated() {
      for text in [name, String(name.prefix(3))] where rest.starts(with: text.utf8) {
        let isShort = text.utf8.count == 3
        note(isShort ? short : long, isShort ? "[A-Z][a-z]{2}" : "[A-Z][a-z]+", text.utf8.count)
        return index
      }
    }
    return nil
  }

  private mutating func spaces() -> Bool {
    let count = rest.prefix { $0 == 0x20 }.count
    guard count > 0 else { return false }
    // A day of one digit may have a space before it. The day field reads that space.
    let isBeforeDay = count <= 2 && pattern.hasSuffix("MMM")
    note(
      String(repeating: " ", count: isBeforeDay ? 1 : count),
      isBeforeDay ? " {1,2}" : String(repeating: " ", count: count), count)
    return true
  }

  private mutating func optional(_ text: String) -> Bool {
    _ = literal(text)
    return true
  }

  private mutating func literal(_ text: String) -> Bool {
    guard skip(text) else { return false }
    note(text == "T" ? "'T'" : text, text == "." ? "\\." : text, 0)
    return true
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Records the meaning of a number of bytes, and skips them.
  private mutating func note(_ pattern: String, _ regex: String, _ count: Int) {
    self.pattern += pattern
    self.regex += regex
    rest = rest.dropFirst(count)
  }
}
