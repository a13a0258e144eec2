/// The result of running a test under many orders of its jobs.
public struct Exploration<Outcome: Sendable>: Sendable {
  /// The outcome of the test when jobs run in the order in which they became ready.
  public let outcome: Outcome
  /// The number of orders that were tried.
  public let runs: Int
  /// Whether all possible orders were tried.
  public let isExhaustive: Bool
  /// The order with a different outcome, with as few changes as were found; nil if there was none.
  public let difference: OrderDifference?
}

/// An order of jobs for which a test has a different outcome.
public struct OrderDifference: Sendable, CustomStringConvertible {
  /// An order that runs the test again in the same way.
  public let order: JobOrder
  /// The differences from the order of arrival: `'B' runs before 'A' at 3 s`.
  public let changes: [String]
  /// The outcome of the test when jobs run in the order of arrival.
  public let expected: String
  /// The outcome of the test in that order.
  public let actual: String

  public var description: String {
    """
    differs when \(changes.joined(separator: " and "))
      by arrival: \(expected)
      then:       \(actual)
    repeat it with 'order: \(order)'
    """
  }
}

extension JobOrder: CustomStringConvertible {
  /// The order as Swift code.
  public var description: String {
    switch kind {
    case .arrival: ".arrival"
    case .seeded(let seed): ".seeded(\(seed))"
    case .scripted(let choices): ".repeating(\"\(choices.map { "\($0)" }.joined(separator: "."))\")"
    }
  }

  /// Returns the order that an exploration reported: the index of the job to run at each choice.
  public static func repeating(_ text: String) -> JobOrder {
    .scripted(text.split(separator: ".").map { Int($0) ?? 0 })
  }
}
