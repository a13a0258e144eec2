/// Numbers of events, and rates, in words.
enum RateText {
  private static let units: [(nanoseconds: Double, name: String)] = [
    (1e9, "s"), (60e9, "min"), (3600e9, "h"), (86_400e9, "d"),
  ]

  /// `1000 values, 12.5/s, at most 310/s`
  static func summary(count: Int, nanoseconds: Double, most: Int, inEach part: Double) -> String {
    var text = "\(count) values"
    guard nanoseconds > 0, part > 0 else { return text }
    let unit = unit(for: Double(count) / nanoseconds)
    text += ", \(rate(Double(count) / nanoseconds, unit))"
    return text + ", at most \(rate(Double(most) / part, unit))"
  }

  /// Returns the first unit in which the rate is at least 1, or otherwise the last unit.
  private static func unit(for rate: Double) -> (nanoseconds: Double, name: String) {
    units.first { rate * $0.nanoseconds >= 1 } ?? units[units.count - 1]
  }

  private static func rate(
    _ rate: Double, _ unit: (nanoseconds: Double, name: String)
  ) -> String {
    "\(rounded(rate * unit.nanoseconds))/\(unit.name)"
  }

  /// Returns a number with three digits, without trailing zeros.
  private static func rounded(_ number: Double) -> String {
    var factor = 1.0
    while number * factor < 100, factor < 1000 { factor *= 10 }
    let whole = (number * factor).rounded() / factor
    if whole >= 100, let int = Int64(exactly: whole.rounded()) { return "\(int)" }
    let text = "\(whole)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
