package import Reactive

extension Duration {
  /// The exact duration, as in `2.5 s`.
  package var brief: String {
    let (seconds, rest) = wholeNanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var fraction = String("\(1_000_000_000 + rest)".dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    let sign = wholeNanoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds)\(fraction.isEmpty ? "" : ".")\(fraction) s"
  }
}

extension Instant {
  /// The time since the start, as in `2.5 s`.
  package var brief: String { Instant.zero.duration(to: self).brief }
}
