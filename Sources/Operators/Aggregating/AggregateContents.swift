import Reactive
import Values

/// A value for `aggregate`, with the results of all expressions.
struct AggregateInput {
  let plan: AggregatePlan
  let value: Value
  /// For each function, the results that it is applied to; nil if it leaves the value out.
  let arguments: [AggregateArgument?]
}

/// The results that a function is applied to: that of its expression and, for `top`, `minBy` and
/// `maxBy`, what it keeps.
struct AggregateArgument {
  var value: Value
  var kept: Value = .null
}

/// The functions of an `aggregate`.
final class AggregatePlan: Sendable {
  struct Function: Codable, Sendable {
    let kind: AggregateKind
    /// The number of values of `top`, and the rank of `percentile`.
    let top: Int
    let rank: Double
  }

  let functions: [Function]
  let shape: ObjectShape
  /// Whether a value may be taken out again.
  let keepsPrevious: Bool

  init(_ entries: [(name: Text, function: Function)], keepsPrevious: Bool) {
    functions = entries.map(\.function)
    shape = ObjectShape(shared: entries.map(\.name))
    self.keepsPrevious = keepsPrevious
  }

  /// Whether a function keeps values, so that sums of panes would keep them many times.
  var keepsValues: Bool {
    functions.contains { [.list, .percentile, .countDistinct].contains($0.kind) }
  }

  /// The object with the results.
  func object(of contents: AggregateContents) -> Value {
    let states = contents.states.isEmpty ? functions.map(AggregateState.init) : contents.states
    return .object(Object(shape: shape, zip(functions, states).map { $1.result(of: $0) }))
  }
}

/// What a window of `aggregate` keeps: a state for each function.
struct AggregateContents: MergeableContents, Codable {
  /// Empty as long as there is no value.
  private(set) var states: [AggregateState] = []
  private(set) var count = 0
  /// The functions; empty as long as there is no value.
  private var functions: [AggregatePlan.Function] = []
  /// The state before the last value, if that may be taken out again.
  private var previous: [AggregateState]?

  /// The maximum number of values that a window keeps.
  static let limit = 10_000_000

  enum CodingKeys: CodingKey { case functions, states, count }

  init() {}

  var isEmpty: Bool { count == 0 }

  mutating func take(_ input: AggregateInput) -> String? {
    if states.isEmpty {
      functions = input.plan.functions
      states = functions.map(AggregateState.init)
    }
    for index in states.indices {
      guard let argument = input.arguments[index] else { continue }
      if let reason = states[index].refusal(
        of: argument, by: functions[index])
      {
        return reason
      }
    }
    previous = input.plan.keepsPrevious ? states : nil
    for index in states.indices {
      if let argument = input.arguments[index] {
        states[index].take(argument, for: functions[index])
      }
    }
    count += 1
    return nil
  }

  mutating func undo() {
    guard let previous = previous.take() else { preconditionFailure("the values are not kept") }
    states = previous
    count -= 1
  }

  mutating func merge(_ later: AggregateContents) -> String? {
    previous = nil
    count += later.count
    if states.isEmpty {
      (functions, states) = (later.functions, later.states)
      return nil
    }
    var refusal: String?
    for index in later.states.indices {
      refusal = states[index].merge(later.states[index], for: functions[index]) ?? refusal
    }
    return refusal
  }
}
