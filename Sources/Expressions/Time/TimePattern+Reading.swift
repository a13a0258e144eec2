import Values

extension TimePattern {
  /// Reads a string in this form. Fails with the string and the reason.
  ///
  /// - Parameter zone: The zone of a string that does not contain an offset from UTC.
  func timestamp(of text: Text, in zone: Zone?) throws(EvaluationFailure) -> Timestamp {
    if zone == nil, !hasOffset { throw .invalid(Self.missingZone) }
    do throws(TimeTextError) {
      return try read(text, in: zone ?? .fixed(.utc))
    } catch {
      throw error.failure(of: text, as: "a time in the form '\(self.text)'")
    }
  }

  private func read(_ text: Text, in zone: Zone) throws(TimeTextError) -> Timestamp {
    var reader = TimeTextReader(text)
    var parts = TimeParts()
    for piece in pieces {
      switch piece {
      case .text(let bytes): try reader.expect(bytes)
      case .field(let field, let count): try parts.read(field, count: count, &reader)
      }
    }
    if !reader.isAtEnd { throw reader.unexpected("the end") }
    let local = try parts.seconds(reader)
    let seconds = parts.offset.map { local - $0.seconds } ?? zone.seconds(ofLocal: local)
    do throws(EvaluationFailure) {
      return try Timestamp(seconds: Int64(seconds), nanoseconds: parts.nanoseconds)
    } catch {
      throw reader.mistake(error.message, in: 0..<reader.index)
    }
  }
}

/// The fields of a time as they are read. Fields that are not in the string have the values of the
/// start of 1970.
private struct TimeParts {
  private var date = CivilDate(year: 1970, month: 1, day: 1)
  private var dayRange = 0..<0
  private var (hour, minute, second) = (0, 0, 0)
  private var isAfternoon: Bool?
  /// The day of the week, counted from 0 for Sunday, and its place in the string.
  private var weekday: (number: Int, range: Range<Int>)?
  private(set) var nanoseconds = 0
  private(set) var offset: UTCOffset?

  mutating func read(
    _ field: TimePattern.Field, count: Int, _ reader: inout TimeTextReader
  ) throws(TimeTextError) {
    switch field {
    case .year: date.year = try readYear(count, &reader)
    case .month where count > 2:
      date.month = 1 + (try reader.readName(of: months, isFull: count == 4, "a month"))
    case .month: date.month = try reader.readNumber("month", count, in: 1...12)
    case .day:
      let start = reader.index
      date.day = try reader.readNumber("day", count, in: 1...31)
      dayRange = start..<reader.index
    case .hour: hour = try reader.readNumber("hour", count, in: 0...23)
    case .halfDayHour: hour = try reader.readNumber("hour", count, in: 1...12) % 12
    case .minute: minute = try reader.readNumber("minute", count, in: 0...59)
    case .second: second = try reader.readNumber("second", count, in: 0...59)
    case .fraction:
      nanoseconds = try reader.readNumber(
        "fraction", digits: count, in: 0...(powerOfTen(count) - 1))
      nanoseconds *= powerOfTen(9 - count)
    case .halfDay:
      isAfternoon = try reader.readName(of: ["AM", "PM"], isFull: true, "half a day") == 1
    case .weekday:
      let start = reader.index
      let number = try reader.readName(of: weekdays, isFull: count == 4, "a day of the week")
      weekday = (number, start..<reader.index)
    case .offset, .isoOffset: offset = try reader.readAnyOffset()
    }
  }

  private func readYear(
    _ count: Int, _ reader: inout TimeTextReader
  ) throws(TimeTextError) -> Int {
    switch count {
    case 2:
      // As in POSIX, 69 is 1969 and 68 is 2068.
      let year = try reader.readNumber("year", digits: 2, in: 0...99)
      return year < 69 ? 2000 + year : 1900 + year
    case 4: return try reader.readNumber("year", digits: 4, in: 1...9_999)
    default: return try reader.readShortNumber("year", digits: 4, in: 1...9_999)
    }
  }

  /// Returns the local time, in seconds since 1970.
  func seconds(_ reader: TimeTextReader) throws(TimeTextError) -> Int {
    let days = CivilDate.days(in: date.month, of: date.year)
    guard date.day <= days else {
      throw reader.mistake(
        "found the day \(reader.quotation(dayRange)), expected 01 to \(days)", in: dayRange)
    }
    if let weekday, weekday.number != date.dayOfWeek {
      throw reader.mistake(
        "found \(reader.quotation(weekday.range)), but \(date.text) is a "
          + weekdays[date.dayOfWeek], in: weekday.range)
    }
    let hour = hour + (isAfternoon == true ? 12 : 0)
    return ((date.dayNumber * 24 + hour) * 60 + minute) * 60 + second
  }
}

private let months = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September",
  "October", "November", "December",
]

private let weekdays = [
  "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
]

private func powerOfTen(_ exponent: Int) -> Int {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}

extension TimeTextReader {
  /// Moves past literal text.
  fileprivate mutating func expect(_ text: [UInt8]) throws(TimeTextError) {
    guard bytes[index...].starts(with: text) else {
      // A code point is never cut in two, because both strings are valid.
      let wanted = String(decoding: text, as: UTF8.self)
      throw unexpected("'\(wanted)'")
    }
    index += text.count
  }

  /// Reads a number of two digits. If the field has one letter, it reads one or two digits that
  /// spaces may precede.
  fileprivate mutating func readNumber(
    _ name: String, _ count: Int, in bounds: ClosedRange<Int>
  ) throws(TimeTextError) -> Int {
    count == 2
      ? try readNumber(name, digits: 2, in: bounds)
      : try readShortNumber(name, digits: 2, in: bounds)
  }

  /// Reads a number of one digit or more, up to a limit. Spaces may precede it.
  fileprivate mutating func readShortNumber(
    _ name: String, digits count: Int, in bounds: ClosedRange<Int>
  ) throws(TimeTextError) -> Int {
    while skip(" ") {}
    let start = index
    var number = 0
    while index < start + count, let byte = peek(), byte.isDigit {
      number = number * 10 + byte.digit
      index += 1
    }
    if index == start { throw unexpected("the digits of the \(name)") }
    guard bounds.contains(number) else {
      throw mistake(
        "found the \(name) \(quotation(start..<index)), expected \(bounds.lowerBound) to "
          + "\(bounds.upperBound)", in: start..<index)
    }
    return number
  }

  /// Reads one of several names, or its first three letters. Returns its position. Case is ignored.
  fileprivate mutating func readName(
    of names: [String], isFull: Bool, _ kind: String
  ) throws(TimeTextError) -> Int {
    for (position, name) in names.enumerated() {
      let wanted = isFull ? Array(name.utf8) : Array(name.utf8.prefix(3))
      let found = bytes[index...].prefix(wanted.count)
      if found.elementsEqual(wanted, by: { $0 | 0x20 == $1 | 0x20 }) {
        index += wanted.count
        return position
      }
    }
    let example = names.count == 2 ? names.joined(separator: "' or '") : names[0]
    let shown = isFull ? example : String(example.prefix(3))
    throw unexpected(names.count == 2 ? "'\(shown)'" : "the name of \(kind), such as '\(shown)'")
  }

  /// Reads `Z`, `UTC`, `GMT`, `+01:00`, `+0100` or `+01`.
  fileprivate mutating func readAnyOffset() throws(TimeTextError) -> UTCOffset {
    for name in ["UTC", "GMT", "Z"] where bytes[index...].starts(with: name.utf8) {
      index += name.utf8.count
      return .utc
    }
    let isBehind = skip("-")
    if !isBehind, !skip("+") { throw unexpected("'Z' or an offset such as '+01:00' or '+0100'") }
    let hours = try readNumber("hour", digits: 2, in: 0...23)
    var minutes = 0
    if skip(":") || peek()?.isDigit == true {
      minutes = try readNumber("minute", digits: 2, in: 0...59)
    }
    let seconds = (hours * 60 + minutes) * 60
    return UTCOffset(seconds: isBehind ? -seconds : seconds)
  }
}
