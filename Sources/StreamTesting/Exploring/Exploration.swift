/// What came of a test under many orders of its jobs.
public struct Exploration<Outcome: Sendable>: Sendable {
  /// What the test gives when jobs run in the order in which they became ready.
  public let outcome: Outcome
  /// How many orders were tried.
  public let runs: Int
  /// Whether these were all there are.
  public let isExhaustive: Bool
  /// The order that gave something else, with as few changes as were found; nil if none did.
  public let difference: OrderDifference?
}

/// An order of jobs under which a test gives something else.
public struct OrderDifference: Sendable, CustomStringConvertible {
  /// Runs the test once more in that order.
  public let order: JobOrder
  /// What makes the difference: `'B' runs before 'A' at 3 s`.
  public let changes: [String]
  /// What the test gives by arrival, and what it gives in that order.
  public let expected: String
  /// The order as it was.
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

  /// The order that an exploration names: at each choice, which of the ready jobs runs.
  public static func repeating(_ text: String) -> JobOrder {
    .scripted(text.split(separator: ".").map { Int($0) ?? 0 })
  }
}
