/// A length of time in the notation of marbles: `250ms`, `1.5s`, `2m`.
enum MarbleTimeSpan {
  static let second: Int64 = 1_000_000_000
  static let millisecond: Int64 = 1_000_000
  static let minute: Int64 = 60 * second

  /// Returns the nanoseconds of one unit; nil for an unknown unit.
  static func unit(_ name: some StringProtocol) -> Int64? {
    switch name {
    case "ms": millisecond
    case "s": second
    case "m": minute
    default: nil
    }
  }

  /// Returns the nanoseconds of a decimal number of units, computed exactly and rounded to the
  /// nearest (halves up); nil if they do not fit in 64 bits.
  static func nanoseconds(whole: Substring.UTF8View, fraction: Substring.UTF8View, unit: Int64)
    -> Int64?
  {
    var units: Int64 = 0
    for digit in whole {
      let (tens, tooLarge) = units.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = tens.addingReportingOverflow(Int64(digit &- 0x30))
      if tooLarge || overflow { return nil }
      units = sum
    }
    // This goes from the last digit to the first, in half nanoseconds. Truncating at every digit
    // has the same result as truncating once at the end, so any number of digits is exact.
    var halves: Int64 = 0
    for digit in fraction.reversed() {
      halves = (halves + Int64(digit &- 0x30) * 2 * unit) / 10
    }
    let (product, tooLarge) = units.multipliedReportingOverflow(by: unit)
    let (sum, overflow) = product.addingReportingOverflow((halves + 1) / 2)
    return tooLarge || overflow ? nil : sum
  }

  /// Returns the shortest text that reads back as these nanoseconds, which must not be negative.
  static func text(_ nanoseconds: Int64) -> String {
    if nanoseconds > 0, nanoseconds % minute == 0 { return "\(nanoseconds / minute)m" }
    if nanoseconds == 0 || nanoseconds >= second {
      return decimal(nanoseconds, unit: second) + "s"
    }
    return decimal(nanoseconds, unit: millisecond) + "ms"
  }

  /// Returns a time as a number of units, in its shortest decimal form. The unit is a power of ten.
  static func decimal(_ nanoseconds: Int64, unit: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit)
    guard rest != 0 else { return "\(whole)" }
    var digits = String(String(rest.magnitude + unit.magnitude).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(nanoseconds < 0 ? "-" : "")\(whole.magnitude).\(digits)"
  }
}
