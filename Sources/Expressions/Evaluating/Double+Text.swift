extension Double {
  /// The double in JSON notation, always with a fraction or an exponent; values that JSON does not
  /// have are `NaN`, `Infinity` and `-Infinity`. The sign of NaN depends on the machine and is left
  /// out.
  var text: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    return description
  }
}
