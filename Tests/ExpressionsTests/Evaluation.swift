import Testing
import Values

@testable import Expressions

/// The result of an expression as text: JSON-like for a value, the message for a failure.
///
/// The expression is evaluated both with and without knowledge of the types of its arguments. This
/// must not make a difference, unless the checker rejects the expression when they are known.
func outcome(
  _ text: String, _ first: Value = .null, _ second: Value = .null,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
  let known = Scope.pair(ValueType.of(first), ValueType.of(second))
  let results = try [known, Scope.pair()].map { (scope: Scope) -> String in
    var frame = Frame()
    let evaluator = try CheckedExpression(text, in: scope).evaluator()
    do throws(EvaluationError) {
      return try evaluator.value(first, second, in: &frame).text
    } catch {
      return error.message
    }
  }
  #expect(results[0] == results[1], "known types and unknown types", sourceLocation: sourceLocation)
  return results[0]
}

/// The mistakes of an expression, each as `range: code: message (hint)`.
func mistakes(
  _ text: String, in scope: Scope = .value(),
  as requirement: CheckedExpression.Requirement = .anything
) -> [String] {
  do {
    _ = try CheckedExpression(text, in: scope, as: requirement)
    return []
  } catch {
    return error.errors.map {
      let hint = $0.hint.map { " (\($0))" } ?? ""
      return "\($0.range.lowerBound)..<\($0.range.upperBound) \($0.code): \($0.message)\(hint)"
    }
  }
}

extension Value {
  /// The value as a CEL literal.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): number.text
    case .string(let text): "'\(text)'"
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
    case .object(let object):
      "{\(object.members.map { "'\($0.key)': \($0.value.text)" }.joined(separator: ", "))}"
    }
  }
}
