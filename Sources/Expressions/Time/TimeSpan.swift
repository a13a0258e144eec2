import Values

/// A length of time, a `duration` of the language. It is a whole number of nanoseconds, up to some
/// 292 years.
struct TimeSpan: Sendable, Hashable {
  let nanoseconds: Int64

  static let nanosecondsPerSecond = 1_000_000_000

  init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Fails beyond 64 bits of nanoseconds. Both parts have the same sign, or one of them is 0.
  init(seconds: Int64, nanoseconds: Int) throws(EvaluationFailure) {
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(
      by: Int64(Self.nanosecondsPerSecond))
    let (sum, isOverflow) = whole.addingReportingOverflow(Int64(nanoseconds))
    guard !isTooLong, !isOverflow else { throw Self.outOfRange }
    self.nanoseconds = sum
  }

  /// The whole seconds, rounded towards zero.
  var seconds: Int64 { nanoseconds / Int64(Self.nanosecondsPerSecond) }
  /// The remaining nanoseconds, with the same sign.
  var subseconds: Int { Int(nanoseconds % Int64(Self.nanosecondsPerSecond)) }

  static let outOfRange = EvaluationFailure.invalid(
    "out of the range of a duration, about 292 years")
}

extension TimeSpan: Comparable {
  static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension TimeSpan {
  static func + (left: TimeSpan, right: TimeSpan) throws(EvaluationFailure) -> TimeSpan {
    let (sum, isOverflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    if isOverflow { throw outOfRange }
    return TimeSpan(nanoseconds: sum)
  }

  static func - (left: TimeSpan, right: TimeSpan) throws(EvaluationFailure) -> TimeSpan {
    let (difference, isOverflow) = left.nanoseconds.subtractingReportingOverflow(
      right.nanoseconds)
    if isOverflow { throw outOfRange }
    return TimeSpan(nanoseconds: difference)
  }

  /// The fields of a duration, by the names of their functions.
  enum Field: String, Sendable, Hashable, CaseIterable {
    case hours = "getHours"
    case minutes = "getMinutes"
    case seconds = "getSeconds"
    /// The remainder after the whole seconds, as in CEL.
    case milliseconds = "getMilliseconds"
  }

  /// Returns the whole duration in a unit, rounded towards zero. For milliseconds, returns only the
  /// remainder after the whole seconds.
  func value(of field: Field) -> Int64 {
    switch field {
    case .hours: seconds / 3_600
    case .minutes: seconds / 60
    case .seconds: seconds
    case .milliseconds: Int64(subseconds / 1_000_000)
    }
  }
}
