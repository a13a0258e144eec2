package import Expressions
import Values

/// The types that the checker found in documents, for editors.
///
/// An operator or an expression that is compiled several times, with different parameter values,
/// has types that cover all of these.
package struct RecordedTypes: Sendable {
  /// The types of the values that an operator receives and emits.
  package struct Stage: Sendable, Hashable {
    package internal(set) var input: ValueType
    package internal(set) var output: ValueType
  }

  /// The variables of an expression, and the type of its result.
  package struct CheckedText: Sendable {
    package internal(set) var scope: Scope
    /// The type of the result; nil if the expression has a mistake.
    package internal(set) var result: ValueType?
  }

  /// The operators by their places.
  package fileprivate(set) var stages: [ExpressionPlace: Stage] = [:]
  /// The expressions by their places.
  package fileprivate(set) var expressions: [ExpressionPlace: CheckedText] = [:]
  /// The types of the values that models emit, by their places.
  package fileprivate(set) var streams: [ExpressionPlace: ValueType] = [:]

  package init() {}
}

/// Records the types that the checker finds.
package final class TypeRecorder {
  package private(set) var types = RecordedTypes()

  package init() {}

  func note(_ input: ValueType, _ output: ValueType, at place: ExpressionPlace) {
    guard let known = types.stages[place] else {
      types.stages[place] = .init(input: input, output: output)
      return
    }
    types.stages[place] = .init(
      input: known.input.joined(with: input), output: known.output.joined(with: output))
  }

  func note(_ scope: Scope, _ result: ValueType?, at place: ExpressionPlace) {
    guard let known = types.expressions[place] else {
      types.expressions[place] = .init(scope: scope, result: result)
      return
    }
    types.expressions[place] = .init(
      scope: known.scope.joined(with: scope),
      result: known.result.flatMap { known in result.map { known.joined(with: $0) } })
  }

  func note(_ type: ValueType, ofStreamAt place: ExpressionPlace) {
    types.streams[place] = types.streams[place].map { $0.joined(with: type) } ?? type
  }
}

extension Scope {
  /// Returns the same variables with types that cover both scopes.
  fileprivate func joined(with other: Scope) -> Scope {
    var joined = self
    if let type = first, let second = other.first { joined.first = type.joined(with: second) }
    if let type = second, let second = other.second { joined.second = type.joined(with: second) }
    return joined
  }
}
