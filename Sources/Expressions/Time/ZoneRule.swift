import Values

/// A rule for changing clocks every year, in the form of the POSIX variable `TZ`:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable, Hashable {
  /// The offset of standard time, in seconds.
  private let standard: Int
  private let summer: Summer?

  private struct Summer: Hashable {
    var offset: Int
    var start: Day
    var end: Day
  }

  /// A day of each year, and a time in seconds from its start.
  private struct Day: Hashable {
    enum Kind: Hashable {
      /// The day of the year, counted from 1. The 29th of February is never counted.
      case withoutLeapDays(Int)
      /// The day of the year, counted from 0.
      case withLeapDays(Int)
      /// A day of the week, counted from 0 for Sunday. The fifth week is the last one.
      case weekday(month: Int, week: Int, day: Int)
    }

    var kind: Kind
    var time = 7_200

    /// Returns the local time in a year, in seconds since 1970.
    func seconds(in year: Int) -> Int {
      let firstDay = CivilDate(year: year, month: 1, day: 1).dayNumber
      let number: Int
      switch kind {
      case .withoutLeapDays(let day):
        number = firstDay + day - (CivilDate.isLeap(year) && day > 59 ? 0 : 1)
      case .withLeapDays(let day): number = firstDay + day
      case .weekday(let month, let week, let day):
        let first = CivilDate(year: year, month: month, day: 1)
        var date = 1 + (day - first.dayOfWeek + 7) % 7 + (week - 1) * 7
        if date > CivilDate.days(in: month, of: year) { date -= 7 }
        number = first.dayNumber + date - 1
      }
      return number * 86_400 + time
    }
  }

  /// Returns the offset at an instant, in seconds since 1970.
  func offset(at seconds: Int) -> Int {
    guard let summer else { return standard }
    let (day, _) = (seconds + standard).dividedDown(by: 86_400)
    let year = CivilDate(dayNumber: day).year
    let start = summer.start.seconds(in: year) - standard
    let end = summer.end.seconds(in: year) - summer.offset
    let isSummer =
      start < end ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
    return isSummer ? summer.offset : standard
  }
}

extension ZoneRule {
  /// Reads a rule; nil if the string is not a rule.
  init?(_ text: String) {
    var reader = TimeTextReader(Text(text))
    guard reader.skipZoneName(), let standard = reader.readSeconds() else { return nil }
    self.standard = -standard
    if reader.isAtEnd {
      summer = nil
      return
    }
    guard reader.skipZoneName() else { return nil }
    let isNext = reader.peek() == UInt8(ascii: ",")
    let offset = isNext ? 3_600 - standard : reader.readSeconds().map { -$0 }
    guard let offset, reader.skip(","), let start = Self.day(&reader), reader.skip(","),
      let end = Self.day(&reader), reader.isAtEnd
    else { return nil }
    summer = Summer(offset: offset, start: start, end: end)
  }

  private static func day(_ reader: inout TimeTextReader) -> Day? {
    let kind: Day.Kind
    if reader.skip("M") {
      guard let month = reader.readInt(in: 1...12), reader.skip("."),
        let week = reader.readInt(in: 1...5), reader.skip("."),
        let day = reader.readInt(in: 0...6)
      else { return nil }
      kind = .weekday(month: month, week: week, day: day)
    } else if reader.skip("J") {
      guard let day = reader.readInt(in: 1...365) else { return nil }
      kind = .withoutLeapDays(day)
    } else {
      guard let day = reader.readInt(in: 0...365) else { return nil }
      kind = .withLeapDays(day)
    }
    guard reader.skip("/") else { return Day(kind: kind) }
    return reader.readSeconds().map { Day(kind: kind, time: $0) }
  }
}

extension TimeTextReader {
  /// Moves past the name of an offset, which consists of letters, or of anything between `<` and
  /// `>`.
  fileprivate mutating func skipZoneName() -> Bool {
    let start = index
    if skip("<") {
      while let byte = peek(), byte != UInt8(ascii: ">") { index += 1 }
      return skip(">")
    }
    while let byte = peek(), (0x41...0x5A).contains(byte & 0xDF) { index += 1 }
    return index > start
  }

  fileprivate mutating func readInt(in bounds: ClosedRange<Int>) -> Int? {
    let digits = readDigits()
    guard let number = Int(text(digits)), bounds.contains(number) else { return nil }
    return number
  }

  /// Reads hours, with minutes and seconds if there are any: `3`, `-1:30`, `167:00:00`.
  fileprivate mutating func readSeconds() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = readInt(in: 0...167).map({ $0 * 3_600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let number = readInt(in: 0...59) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }
}
