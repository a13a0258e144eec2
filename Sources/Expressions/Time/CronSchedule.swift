package import Values

/// The instants at which the clock of a zone shows a minute that matches five fields: minute, hour,
/// day of the month, month and day of the week, as in a `crontab`.
///
/// A minute that the clock skips does not occur. A minute that it shows twice occurs twice, or once
/// if that is requested.
package struct CronSchedule: Sendable {
  /// A mistake in the text of the fields or of the zone.
  package struct Mistake: Error {
    package let message: String
    package let hint: String?
    /// Whether the mistake is in the text of the zone.
    package var isAboutZone = false
  }

  private let minutes: UInt64
  private let hours: UInt64
  private let days: UInt64
  private let months: UInt64
  private let weekdays: UInt64
  /// Whether it is enough if one of the two days matches, because neither field is `*`.
  private let isEitherDay: Bool
  private let zone: Zone
  /// Whether a minute that the clock shows twice counts only the first time.
  private let isOnce: Bool

  /// Reads the fields, and the zone: `UTC`, an offset or a name.
  package init(_ text: Text, zone: Text, once isOnce: Bool = false) throws(Mistake) {
    self.isOnce = isOnce
    do throws(TimeTextError) {
      self.zone = try Zone(reading: zone)
    } catch {
      throw Mistake(message: error.message, hint: nil, isAboutZone: true)
    }
    let fields = try CronField.split(text.string)
    minutes = try CronField.minute.bits(of: fields[0])
    hours = try CronField.hour.bits(of: fields[1])
    days = try CronField.day.bits(of: fields[2])
    months = try CronField.month.bits(of: fields[3])
    weekdays = try CronField.weekday.bits(of: fields[4])
    isEitherDay = !fields[2].hasPrefix("*") && !fields[4].hasPrefix("*")
    guard isEitherDay || hasDay else {
      throw Mistake(message: "no month has this day", hint: "a month ends after 28 to 31 days")
    }
  }

  /// Whether one of the months has one of the days.
  private var hasDay: Bool {
    (1...12).contains { month in
      months.has(month) && (1...CivilDate.days(in: month, of: 2000)).contains { days.has($0) }
    }
  }

  /// Returns the first instant after another one, in nanoseconds since 1970; nil if time ends
  /// before it.
  package func next(after nanoseconds: Int64) -> Int64? {
    // A day of the month and a day of the week may coincide only every few leap years.
    let end = 60 * 366 * 1440
    var minute = Int(nanoseconds).dividedDown(by: 60_000_000_000).quotient + 1
    let last = minute + end
    while minute < last {
      let step = stepsToNextCandidate(from: minute)
      if step == 0, isOnce, isShownAgain(at: minute) {
        minute += 1
        continue
      }
      if step == 0 {
        let (product, overflow) = Int64(minute).multipliedReportingOverflow(by: 60_000_000_000)
        return overflow ? nil : product
      }
      minute += step
    }
    return nil
  }

  /// Whether the clock has already shown the minute.
  private func isShownAgain(at minute: Int) -> Bool {
    let second = minute * 60
    return zone.seconds(ofLocal: second + zone.offset(at: second).seconds) < second
  }

  /// Returns 0 if a minute, counted from 1970, matches; otherwise, a number of minutes that can
  /// safely be skipped.
  private func stepsToNextCandidate(from minute: Int) -> Int {
    // In former times, zones differed from UTC by a number of seconds. The clock then shows the
    // minute that has begun.
    let local = (minute * 60 + zone.offset(at: minute * 60).seconds).dividedDown(by: 60).quotient
    let (day, minuteOfDay) = local.dividedDown(by: 1440)
    let hour = minuteOfDay / 60
    guard matches(CivilDate(dayNumber: day)) else {
      // The skip ends in the hours before midnight, because the clock may be changed within the
      // day.
      return hour < 20 ? (21 - hour) * 60 - minuteOfDay % 60 : 60 - minuteOfDay % 60
    }
    guard hours.has(hour) else { return 60 - minuteOfDay % 60 }
    return minutes.has(minuteOfDay % 60) ? 0 : 1
  }

  private func matches(_ date: CivilDate) -> Bool {
    guard months.has(date.month) else { return false }
    let (isDay, isWeekday) = (days.has(date.day), weekdays.has(date.dayOfWeek))
    return isEitherDay ? isDay || isWeekday : isDay && isWeekday
  }
}

extension UInt64 {
  fileprivate func has(_ number: Int) -> Bool { self & (1 << UInt64(number)) != 0 }
}

/// A field of a schedule.
private struct CronField {
  let name: String
  var article = "a"
  let range: ClosedRange<Int>
  var words: [String] = []

  static let minute = CronField(name: "minute", range: 0...59)
  static let hour = CronField(name: "hour", article: "an", range: 0...23)
  static let day = CronField(name: "day of the month", range: 1...31)
  static let month = CronField(
    name: "month", range: 1...12,
    words: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
  /// Sunday is 0, and also 7.
  static let weekday = CronField(
    name: "day of the week", range: 0...7,
    words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])

  private static let names = [
    "@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
  ]

  static func split(_ text: String) throws(CronSchedule.Mistake) -> [String] {
    let fields = (names[text] ?? text).split { $0 == " " || $0 == "\t" }.map(String.init)
    guard fields.count == 5 else {
      throw CronSchedule.Mistake(
        message: fields.count == 1 && text.hasPrefix("@")
          ? "there is no schedule with this name, expected one of "
            + names.keys.sorted().joined(separator: " ")
          : "it has \(fields.count) field\(fields.count == 1 ? "" : "s"), expected five: minute, "
            + "hour, day of the month, month and day of the week",
        hint: #"write "0 6 * * *" for six o'clock every day"#)
    }
    return fields
  }

  func bits(of text: String) throws(CronSchedule.Mistake) -> UInt64 {
    var bits: UInt64 = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      bits |= try self.bits(ofPart: String(part), in: text)
    }
    // Seven is a Sunday, too.
    return range.upperBound == 7 && bits.has(7) ? bits | 1 : bits
  }

  /// Returns the numbers of `*`, `5`, `1-5`, `*/10`, `1-30/5` or `8/2`.
  private func bits(ofPart part: String, in text: String) throws(CronSchedule.Mistake) -> UInt64 {
    let pieces = part.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let step = pieces.count == 2 ? Int(pieces[1]) ?? 0 : 1
    guard pieces.count <= 2, step > 0 else { throw mistake(part, in: text) }
    let numbers: ClosedRange<Int>
    if pieces[0] == "*" {
      numbers = range.upperBound == 7 ? 0...6 : range
    } else {
      let ends = pieces[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count <= 2, let first = number(ends[0]), let last = number(ends[ends.count - 1]),
        first <= last
      else { throw mistake(part, in: text) }
      numbers = first...(ends.count == 1 && pieces.count == 2 ? range.upperBound : last)
    }
    return stride(from: numbers.lowerBound, through: numbers.upperBound, by: step)
      .reduce(0) { $0 | 1 << UInt64($1) }
  }

  private func number(_ text: String) -> Int? {
    if let index = words.firstIndex(of: text.lowercased()) { return index + range.lowerBound }
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  private func mistake(_ part: String, in text: String) -> CronSchedule.Mistake {
    CronSchedule.Mistake(
      message: "'\(part.prefix(40))' is not \(article) \(name), expected \(range.lowerBound) to "
        + "\(range.upperBound)\(words.isEmpty ? "" : ", a name such as '\(words[1])'"), a range "
        + "such as '\(range.lowerBound)-\(range.lowerBound + 3)', '*', or steps such as '*/2'",
      hint: nil)
  }
}
