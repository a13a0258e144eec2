extension Double {
  /// The double as JSON has it, always with a fraction or an exponent; what JSON lacks as `NaN`,
  /// `Infinity` and `-Infinity`. The sign of NaN depends on the machine and is not told.
  var text: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    return description
  }
}
