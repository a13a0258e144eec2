public import Values

/// Compiled closures of an expression: made once, cheap to call.
///
/// Its two methods are inlinable (2 ns a call, a fifth of `$0 * 2` in another module).
public struct Evaluator: Sendable {
  @usableFromInline let valueBody:
    @Sendable (Value, Value, inout Frame) throws(EvaluationError) -> Value
  @usableFromInline let conditionBody:
    @Sendable (Value, Value, inout Frame) throws(EvaluationError) -> Bool
  /// Whether the expression reads `$time`, so that the frame must tell it.
  public let usesTime: Bool

  init(_ checked: CheckedTree, text: String) {
    let entryPoints = Compiler.code(for: checked).entryPoints(text)
    valueBody = entryPoints.value
    conditionBody = entryPoints.condition
    usesTime = checked.usesTime
  }

  /// Evaluates the expression.
  @inlinable
  public func value(
    _ first: Value = .null, _ second: Value = .null, in frame: inout Frame
  ) throws(EvaluationError) -> Value {
    try valueBody(first, second, &frame)
  }

  /// Evaluates the expression as a condition; a value that is not a bool is an error.
  @inlinable
  public func condition(
    _ first: Value = .null, _ second: Value = .null, in frame: inout Frame
  ) throws(EvaluationError) -> Bool {
    try conditionBody(first, second, &frame)
  }
}
