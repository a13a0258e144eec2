import Platform

/// The growth of a cost with one size: lines in a picture with logarithmic axes.
struct Sweep: Sendable {
  let name: String
  let summary: String
  /// The size that grows.
  let axis: String
  /// The measured cost.
  let cost: String
  let lines: [Line]

  struct Line: Sendable {
    let name: String
    let sizes: [Int]
    /// The maximum slope: 1 is linear growth, 0 is constant.
    let steepest: Double
    /// The cost at a size, in nanoseconds.
    let cost: @Sendable (Int) throws -> Double
  }
}

/// A measured line.
struct MeasuredLine {
  let name: String
  let steepest: Double
  let points: [(size: Int, nanoseconds: Double)]

  /// The slope of the straight line that fits best.
  var slope: Double {
    let points = points.map {
      (x: decimalLogarithm(Double($0.size)), y: decimalLogarithm($0.nanoseconds))
    }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
  }

  /// The slope between the two largest sizes, where costs that do not grow do not hide anything.
  var slopeAtEnd: Double {
    guard let last = points.last, let other = points.dropLast().last else { return 0 }
    return decimalLogarithm(last.nanoseconds / other.nanoseconds)
      / decimalLogarithm(Double(last.size) / Double(other.size))
  }
}
