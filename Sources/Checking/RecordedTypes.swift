package import Expressions

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
  package struct Expression: Sendable {
    package internal(set) var scope: Scope
    /// The type of the result; nil if the expression has a mistake.
    package internal(set) var result: ValueType?
  }

  /// The operators by their places.
  package private(set) var stages: [ExpressionPlace: Stage] = [:]
  /// The expressions by their places.
  package private(set) var expressions: [ExpressionPlace: Expression] = [:]
  /// The types of the values that models emit, by their places.
  package private(set) var streams: [ExpressionPlace: ValueType] = [:]

  package init() {}

  /// Collects the types of a model.
  init(_ model: CheckedModel) {
    for step in model.steps {
      if step.written != nil { note(step.received, step.type, at: step.place) }
      for check in step.checks { note(check) }
    }
    for stream in model.streams.values where stream.isWritten {
      streams[stream.place] =
        streams[stream.place].map { $0.joined(with: stream.output.type) } ?? stream.output.type
    }
  }

  private mutating func note(_ input: ValueType, _ output: ValueType, at place: ExpressionPlace) {
    guard let known = stages[place] else {
      stages[place] = .init(input: input, output: output)
      return
    }
    stages[place] = .init(
      input: known.input.joined(with: input), output: known.output.joined(with: output))
  }

  private mutating func note(_ check: CheckedText) {
    guard let known = expressions[check.place] else {
      expressions[check.place] = .init(scope: check.scope, result: check.result)
      return
    }
    expressions[check.place] = .init(
      scope: known.scope.joined(with: check.scope),
      result: known.result.flatMap { known in check.result.map { known.joined(with: $0) } })
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
