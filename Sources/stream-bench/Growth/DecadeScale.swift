#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A logarithmic axis over whole powers of ten.
struct DecadeScale {
  /// Where the axis begins and ends in the picture.
  let start: Double
  let end: Double
  /// The first power of ten, and how many follow.
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

  /// A power of ten as people write it.
  static func name(ofPower power: Int) -> String {
    let names = ["1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M"]
    if names.indices.contains(power) { return names[power] }
    return power < 0 ? "0." + String(repeating: "0", count: -power - 1) + "1" : "1e\(power)"
  }
}

func decimalLogarithm(_ number: Double) -> Double { log10(number) }
