import Expressions
import Patterns
import Reactive
import Values

/// The objects of matches: the names of the steps, and whether each has a list of values.
struct MatchShape: Sendable {
  private let shape: ObjectShape
  private let lists: [Bool]
  private let hasBounds: Bool
  private static let bounded = ObjectShape(shared: ["start", "end", "values"])

  init(names: [Text], lists: [Bool], hasBounds: Bool) {
    shape = ObjectShape(shared: names)
    (self.lists, self.hasBounds) = (lists, hasBounds)
  }

  /// Returns the results of the first steps.
  func results(_ values: [[Value]]) -> Value {
    .object(
      Object(
        shape: shape,
        zip(lists, values).map { isList, values in
          isList ? .array(values) : values.first ?? .null
        }))
  }

  func value(of match: Publishers.PatternMatch<Value>) -> Value {
    let results = results(match.values)
    guard hasBounds else { return results }
    let times = [match.start, match.end].map { Frame(nanoseconds: $0.nanoseconds).seconds }
    return .object(Object(shape: Self.bounded, times.map(Value.double) + [results]))
  }
}
