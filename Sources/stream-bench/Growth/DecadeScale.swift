import Platform

/// A logarithmic axis over whole powers of ten.
struct DecadeScale {
  /// The positions where the axis begins and ends in the picture.
  let start: Double
  let end: Double
  /// The first power of ten, and the number of powers that follow.
  let first: Double
  let span: Double

  init(_ numbers: [Double], from start: Double, to end: Double, decadesAtLeast least: Double = 1) {
    let powers = numbers.filter { $0 > 0 }.map { decimalLogarithm($0) }
    first = (powers.min() ?? 0).rounded(.down)
    span = max(least, (powers.max() ?? 1).rounded(.up) - first)
    self.start = start
    self.end = end
  }

  /// The powers that the axis shows.
  var decades: [Int] { (0...Int(span)).map { Int(first) + $0 } }

  func place(ofPower power: Int) -> Double { place(Double(power)) }

  func place(_ power: Double) -> Double {
    start + (power - first) / span * (end - start)
  }

  /// Returns a power of ten as people write it.
  static func name(ofPower power: Int) -> String {
    short(power, units: ["", "k", "M", "G"])
  }

  /// Returns a power of ten in nanoseconds, as people write it.
  static func duration(ofPower power: Int) -> String {
    short(power, units: [" ns", " µs", " ms", " s"])
  }

  /// Each unit is a thousand times the previous one.
  private static func short(_ power: Int, units: [String]) -> String {
    if power < 0 { return "0." + String(repeating: "0", count: -power - 1) + "1" + units[0] }
    let unit = min(power / 3, units.count - 1)
    return "1" + String(repeating: "0", count: power - 3 * unit) + units[unit]
  }
}
