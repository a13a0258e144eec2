import Expressions
import Values

extension Evaluator {
  /// Returns the order that an expression on two values defines. If the values cannot be compared,
  /// the failure has the operator's name, because the expression is in no file.
  func order(
    for name: String, at place: StagePlace
  ) -> (Value, Value) throws(StreamFailure) -> Bool {
    let relation = relation(at: place)
    let playing = place.playing
    return { first, second throws(StreamFailure) in
      do throws(StreamFailure) {
        return try relation(first, second)
      } catch {
        guard first.rank == nil || first.rank != second.rank else { throw error }
        let reason =
          "'\(name)' of \(first.phrase) and \(second.phrase), expected numbers, strings or bools alone"
        let hint = "put 'map' or 'filter' before it"
        let cause = FailureCause(reason, hint: hint, at: error.cause?.place)
        throw playing.attributed(StreamFailure("\(reason); \(hint)", cause))
      }
    }
  }
}

extension Value {
  /// The kind of the value with its article, for messages.
  fileprivate var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int: "an int"
    case .double: "a double"
    case .string: "a string"
    case .array: "a list"
    case .object: "a map"
    }
  }

  /// The number of the group of values that it can be compared with; nil if it has no order.
  fileprivate var rank: Int? {
    switch self {
    case .int, .double: 0
    case .string: 1
    case .bool: 2
    case .null, .array, .object: nil
    }
  }
}
