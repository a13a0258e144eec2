public import Values

/// The compiled closures of an expression: expensive to create, cheap to call.
///
/// Its methods are inlinable, so that a call from another module is the call of one closure.
public struct Evaluator: Sendable {
  @usableFromInline
  let valueBody: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Value
  @usableFromInline
  let conditionBody: @Sendable (Value, Value, inout Frame) throws(EvaluationFailure) -> Bool
  /// The closures for many values in one call.
  let rowBodies: RowBodies
  private let origin: ExpressionOrigin
  /// Whether the expression reads `$time`, so that the frame must contain it.
  public let usesTime: Bool
  /// The fields of `$0` that the expression reads; nil if it reads, or may read, all of `$0`.
  package var fieldsRead: Set<Text>? { origin.checked.fieldsRead }

  init(
    _ origin: ExpressionOrigin, guards: EntryPoints.Guards, probes: [SyntaxTree.Index: Branch]
  ) {
    let checked = origin.checked
    let code = Compiler.code(for: checked, probes: probes)
    let entryPoints = code.entryPoints(guards)
    valueBody = entryPoints.value
    conditionBody = entryPoints.condition
    rowBodies = code.rowBodies(guards)
    self.origin = origin
    usesTime = checked.usesTime
  }

  /// Evaluates the expression with `$0` and `$1`.
  @inlinable
  public func value(
    _ first: Value = .null, _ second: Value = .null, in frame: inout Frame
  ) throws(EvaluationError) -> Value {
    do throws(EvaluationFailure) {
      return try valueBody(first, second, &frame)
    } catch {
      throw describe(error, first, second, frame)
    }
  }

  /// Evaluates the expression as a condition. A value that is not a bool is an error.
  @inlinable
  public func condition(
    _ first: Value = .null, _ second: Value = .null, in frame: inout Frame
  ) throws(EvaluationError) -> Bool {
    do throws(EvaluationFailure) {
      return try conditionBody(first, second, &frame)
    } catch {
      throw describe(error, first, second, frame)
    }
  }

  @usableFromInline @inline(never)
  func describe(
    _ failure: EvaluationFailure, _ first: Value, _ second: Value, _ frame: Frame
  ) -> EvaluationError {
    EvaluationError(FailedEvaluation(failure, of: origin, first, second, frame))
  }
}
