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
  struct Function: Sendable {
    let kind: AggregateKind
    /// The number of values of `top`, and the rank of `percentile`.
    let top: Int
    let rank: Double
  }

  let functions: [Function]
  let shape: ObjectShape
  /// Whether windows take a value out again that does not belong there.
  let takesBack: Bool

  init(_ entries: [(name: Text, function: Function)], takesBack: Bool) {
    functions = entries.map(\.function)
    shape = ObjectShape(shared: entries.map(\.name))
    self.takesBack = takesBack
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

  /// Returns the reason why results cannot be emitted; nil if they can.
  func mistake(in results: Value) -> String? {
    guard case .object(let object) = results else { return nil }
    for (index, function) in functions.enumerated() {
      if case .double(let number) = object[index], !number.isFinite {
        let name = number.isNaN ? "not a number" : number < 0 ? "-Infinity" : "Infinity"
        return "'\(function.kind.rawValue)' is \(name), which JSON does not have"
      }
    }
    return nil
  }
}

/// The contents of a window of `aggregate`: a state for each function.
struct AggregateContents: MergeableContents, Codable {
  /// The states, which are made for the first value.
  private(set) var states: [AggregateState] = []
  private(set) var count = 0
  /// The changes by the last value, if that may be taken out again; nil where it was left out.
  private var changes: [AggregateState.Change?] = []

  /// The maximum number of values that a window keeps.
  static let limit = 10_000_000

  enum CodingKeys: CodingKey { case states, count }

  init() {}

  var isEmpty: Bool { count == 0 }

  mutating func take(_ input: AggregateInput) -> String? {
    if states.isEmpty { states = input.plan.functions.map(AggregateState.init) }
    for index in states.indices {
      if let argument = input.arguments[index],
        let reason = states[index].refusal(of: argument)
      {
        return reason
      }
    }
    if input.plan.takesBack {
      changes = states.indices.map { index in
        input.arguments[index].map(states[index].change)
      }
    }
    for index in states.indices {
      if let argument = input.arguments[index] { states[index].take(argument) }
    }
    count += 1
    return nil
  }

  mutating func undo() {
    for (index, change) in changes.enumerated() {
      if let change { states[index].undo(change) }
    }
    changes = []
    count -= 1
  }

  mutating func merge(_ later: AggregateContents) -> String? {
    count += later.count
    if states.isEmpty {
      states = later.states
      return nil
    }
    var refusal: String?
    for index in later.states.indices {
      refusal = states[index].merge(later.states[index]) ?? refusal
    }
    return refusal
  }
}
