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

  private static let powers = sequence(first: Int64(1)) { power in
    power < 1_000_000_000_000_000_000 ? power * 10 : nil
  }

  /// What lies between two marks: 1, 2, 5, 10, 20, 50 … nanoseconds.
  static let steps: [Int64] = powers.flatMap { [$0, $0 * 2, $0 * 5] }

  /// How much time a column can be: the same, and 25, 250 …, which divide a step evenly too.
  static let scales: [Int64] = powers.flatMap { power in
    power < 10 ? [power, power * 2, power * 5] : [power, power * 2, power / 10 * 25, power * 5]
  }
}
