/// Times as a picture prints them, all in one unit.
struct ChartTime {
  private let unit: Int64
  private let name: String

  /// The largest unit in which the latest time is at least 1.
  init(latest: Int64) {
    let units: [(Int64, String)] = [
      (1_000_000_000, "s"), (1_000_000, "ms"), (1000, "us"), (1, "ns"),
    ]
    (unit, name) = units.first { latest >= $0.0 } ?? units[0]
  }

  func text(_ nanoseconds: Int64) -> String {
    MarbleTimeSpan.decimal(nanoseconds, unit: unit) + name
  }

  /// 1, 2, 5, 10, 20, 50 … nanoseconds.
  static let series: [Int64] = {
    var series: [Int64] = []
    var power: Int64 = 1
    while power <= 1_000_000_000_000_000_000 {
      series += [power, power * 2, power * 5]
      if power == 1_000_000_000_000_000_000 { break }
      power *= 10
    }
    return series
  }()
}
