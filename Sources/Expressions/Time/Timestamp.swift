import Values

/// A moment with nanosecond precision, in the years 1 to 9999 of UTC.
struct Timestamp: Sendable, Hashable {
  /// The whole seconds since 1970, rounded down: the result of `int` for a timestamp.
  let seconds: Int64
  /// The remaining nanoseconds, less than a second.
  let nanoseconds: Int

  /// Fails outside the years 1 to 9999.
  init(seconds: Int64, nanoseconds: Int = 0) throws(EvaluationFailure) {
    guard Self.bounds.contains(seconds) else {
      throw Self.outOfRange
    }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Creates the moment that is the given number of seconds after 1970. The number is read in its
  /// shortest decimal form and rounded to the nearest nanosecond. Fails outside the years 1 to
  /// 9999.
  init(decimalSeconds seconds: Double) throws(EvaluationFailure) {
    if let nanoseconds = DecimalNumber.nanoseconds(ofSeconds: seconds) {
      let (whole, rest) = Int(nanoseconds).dividedDown(by: TimeSpan.nanosecondsPerSecond)
      try self.init(seconds: Int64(whole), nanoseconds: rest)
    } else if let units = DecimalNumber(seconds)?.scaled(byPowerOfTen: 7) {
      // This far from 1970, a double has no further digits.
      let (whole, rest) = Int(units).dividedDown(by: 10_000_000)
      try self.init(seconds: Int64(whole), nanoseconds: rest * 100)
    } else {
      throw Self.outOfRange
    }
  }

  /// The seconds since 1970 as a double.
  var decimalSeconds: Double {
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOverflow) = product.addingReportingOverflow(Int64(nanoseconds))
    if isTooLong || isOverflow { return Double(seconds) + Double(nanoseconds) / 1e9 }
    return Frame.seconds(ofNanoseconds: sum)
  }

  private static let outOfRange = EvaluationFailure.invalid(
    "out of the range of a timestamp, the years 1 to 9999")

  /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
  private static let bounds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}

extension Timestamp: Comparable {
  static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

// MARK: - Arithmetic

extension Timestamp {
  static func + (left: Timestamp, right: TimeSpan) throws(EvaluationFailure) -> Timestamp {
    let (carry, nanoseconds) = (left.nanoseconds + right.subseconds)
      .dividedDown(by: TimeSpan.nanosecondsPerSecond)
    // Neither is near the limits of an Int64.
    return try Timestamp(
      seconds: left.seconds + right.seconds + Int64(carry), nanoseconds: nanoseconds)
  }

  static func - (left: Timestamp, right: TimeSpan) throws(EvaluationFailure) -> Timestamp {
    let (carry, nanoseconds) = (left.nanoseconds - right.subseconds)
      .dividedDown(by: TimeSpan.nanosecondsPerSecond)
    return try Timestamp(
      seconds: left.seconds - right.seconds + Int64(carry), nanoseconds: nanoseconds)
  }

  /// Returns the time from the right operand to the left one. Fails above some 292 years.
  static func - (left: Timestamp, right: Timestamp) throws(EvaluationFailure) -> TimeSpan {
    var seconds = left.seconds - right.seconds
    var nanoseconds = left.nanoseconds - right.nanoseconds
    // If both have the same sign, no intermediate result is out of range unless the final result
    // is.
    if seconds < 0, nanoseconds > 0 {
      seconds += 1
      nanoseconds -= TimeSpan.nanosecondsPerSecond
    } else if seconds > 0, nanoseconds < 0 {
      seconds -= 1
      nanoseconds += TimeSpan.nanosecondsPerSecond
    }
    return try TimeSpan(seconds: seconds, nanoseconds: nanoseconds)
  }
}

// MARK: - Fields

extension Timestamp {
  /// The fields of a timestamp, by the names of their functions.
  enum Field: String, Sendable, Hashable, CaseIterable {
    case year = "getFullYear"
    /// The month, counted from 0.
    case month = "getMonth"
    /// The day of the month, from 1.
    case date = "getDate"
    /// The day of the month, counted from 0.
    case dayOfMonth = "getDayOfMonth"
    /// The day of the week, counted from 0 for Sunday.
    case dayOfWeek = "getDayOfWeek"
    /// The day of the year, counted from 0.
    case dayOfYear = "getDayOfYear"
    case hours = "getHours"
    case minutes = "getMinutes"
    case seconds = "getSeconds"
    case milliseconds = "getMilliseconds"
  }

  /// Returns a field in the local time of a zone.
  func value(of field: Field, in zone: Zone) -> Int64 {
    value(of: field, at: zone.offset(at: Int(seconds)))
  }

  /// Returns a field in the local time at an offset from UTC.
  func value(of field: Field, at offset: UTCOffset = .utc) -> Int64 {
    let (day, second) = (Int(seconds) + offset.seconds).dividedDown(by: 86_400)
    let date = CivilDate(dayNumber: day)
    let value =
      switch field {
      case .year: date.year
      case .month: date.month - 1
      case .date: date.day
      case .dayOfMonth: date.day - 1
      case .dayOfWeek: date.dayOfWeek
      case .dayOfYear: date.dayOfYear
      case .hours: second / 3_600
      case .minutes: second / 60 % 60
      case .seconds: second % 60
      case .milliseconds: nanoseconds / 1_000_000
      }
    return Int64(value)
  }
}
