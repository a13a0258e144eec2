/// A day of the Gregorian calendar, extended to all years.
package struct CivilDate: Sendable, Hashable {
  package var year: Int
  /// The month, from 1.
  package var month: Int
  /// The day of the month, from 1.
  package var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the day with the given number, counted from 0 on the first of January 1970.
  package init(dayNumber: Int) {
    // Days are counted from the first of January of a year divisible by 400.
    let (cycles, rest) = (dayNumber + Self.daysBefore1970).dividedDown(by: Self.daysIn400Years)
    // A guess that is never too late and at most one year too early.
    var year = rest / 366
    while Self.days(beforeYear: year + 1) <= rest { year += 1 }
    var left = rest - Self.days(beforeYear: year)
    var month = 1
    while left >= Self.days(in: month, of: year) {
      left -= Self.days(in: month, of: year)
      month += 1
    }
    self.init(year: cycles * 400 + year, month: month, day: left + 1)
  }

  /// The number of days since the first of January 1970.
  var dayNumber: Int {
    let (cycles, cycleYear) = year.dividedDown(by: 400)
    return cycles * Self.daysIn400Years + Self.days(beforeYear: cycleYear) + dayOfYear
      - Self.daysBefore1970
  }

  /// The day of the year, counted from 0.
  var dayOfYear: Int {
    // This assumes that February has 30 days: by this formula twelve months have 367 days.
    let days = (367 * month - 362) / 12 + day - 1
    return month <= 2 ? days : days - (Self.isLeap(year) ? 1 : 2)
  }

  /// The day of the week, counted from 0 for Sunday.
  var dayOfWeek: Int {
    // The first day of 1970 was a Thursday.
    (dayNumber + 4).dividedDown(by: 7).remainder
  }

  /// The date as a string: `2009-02-13`.
  var text: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns the number of days from year 0 to a year from 0 to 400.
  private static func days(beforeYear year: Int) -> Int {
    // The number of leap years before it, including year 0.
    let leapYears = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
    return year * 365 + leapYears
  }

  private static let daysIn400Years = 146_097
  private static let daysBefore1970 = 719_528
}

extension Int {
  /// Returns the quotient rounded down, and the remainder, which is never negative.
  func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
