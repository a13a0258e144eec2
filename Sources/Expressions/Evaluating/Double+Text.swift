extension Double {
  /// The double in JSON notation, always with a fraction or an exponent; or `NaN`, `Infinity` or
  /// `-Infinity`, which JSON does not have. The sign of NaN depends on the machine and is left out.
  var text: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    return description
  }
}
