extension Duration {
  /// The duration in milliseconds, with the significant digits: `0.042`, `1.5`, `1200`.
  var millisecondsText: String {
    let (seconds, attoseconds) = components
    return Self.text(seconds * 1_000_000 + attoseconds / 1_000_000_000_000, unit: 1000)
  }

  /// The duration in seconds, with at least millisecond precision.
  var secondsText: String {
    let (seconds, attoseconds) = components
    return Self.text(seconds * 1_000_000 + attoseconds / 1_000_000_000_000, unit: 1_000_000)
  }

  private static func text(_ microseconds: Int64, unit: Int64) -> String {
    let digits = unit == 1000 ? 3 : 6
    let fraction = String(microseconds % unit + unit).dropFirst().prefix(digits)
    let shown = fraction.reversed().drop { $0 == "0" }.reversed()
    return "\(microseconds / unit)" + (shown.isEmpty ? "" : ".\(String(shown))")
  }
}
