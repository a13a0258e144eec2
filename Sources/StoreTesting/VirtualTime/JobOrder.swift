import Composable

/// The order in which jobs that are ready at one instant run.
public struct JobOrder: Sendable {
  enum Kind {
    case arrival
    case seeded(UInt64)
    /// The given choices come first, followed by the order of arrival.
    case scripted([Int])
  }

  let kind: Kind

  /// The order in which they became ready.
  public static var arrival: JobOrder { JobOrder(kind: .arrival) }

  /// Returns an order that is determined by a seed. The same seed has the same order in every run.
  public static func seeded(_ seed: UInt64) -> JobOrder { JobOrder(kind: .seeded(seed)) }

  static func scripted(_ choices: [Int]) -> JobOrder { JobOrder(kind: .scripted(choices)) }
}

/// Chooses the next of several jobs.
struct JobChooser {
  private let kind: JobOrder.Kind
  private var random: SeededGenerator
  private var count = 0

  init(_ order: JobOrder) {
    kind = order.kind
    if case .seeded(let seed) = kind {
      random = SeededGenerator(seed: seed)
    } else {
      random = SeededGenerator(seed: 0)
    }
  }

  /// Returns the index of the job that runs next, out of the given number.
  mutating func choose(of jobs: Int) -> Int {
    guard jobs > 1 else { return 0 }
    defer { count += 1 }
    switch kind {
    case .arrival: return 0
    case .seeded: return Int.random(in: 0..<jobs, using: &random)
    case .scripted(let choices): return count < choices.count ? min(choices[count], jobs - 1) : 0
    }
  }
}
