public import Values

/// Compiled closures of an expression: made once, cheap to call.
public struct Evaluator: Sendable {
  /// Whether the expression reads `$time`, so that the frame must tell it.
  public let usesTime: Bool
  private let text: String
  private let body: ValueRoutine
  private let bool: BoolRoutine
  /// How many values the frame's locals must have room for; 0 without macros.
  private let localCount: Int

  init(_ checked: CheckedTree, text: String) {
    let code = Compiler.code(for: checked)
    self.text = text
    usesTime = checked.usesTime
    body = code.boxed
    bool = code.asCondition
    localCount = checked.macroDepth == 0 ? 0 : checked.scope.names.count + checked.macroDepth
  }

  /// Evaluates the expression.
  @inline(__always)
  public func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    if localCount != 0 { prepare(&frame) }
    do throws(EvaluationFailure) {
      return try body.evaluate(&frame)
    } catch {
      throw describe(error)
    }
  }

  /// Evaluates the expression as a condition; a value that is not a bool is an error.
  public func condition(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    if localCount != 0 { prepare(&frame) }
    do throws(EvaluationFailure) {
      return try bool.evaluate(&frame)
    } catch {
      throw describe(error)
    }
  }

  /// Makes room for the variables of macros.
  @inline(never)
  private func prepare(_ frame: inout Frame) {
    frame.steps = 0
    let missing = localCount - frame.locals.count
    if missing > 0 { frame.locals.append(contentsOf: repeatElement(.null, count: missing)) }
  }

  @inline(never)
  private func describe(_ failure: EvaluationFailure) -> EvaluationError {
    EvaluationError("\(failure.message) in \"\(text)\"")
  }
}

extension Code {
  /// The code as a condition, which says so when it gives something else than a bool.
  fileprivate var asCondition: BoolRoutine {
    if case .bool(let routine) = self { return routine }
    let routine = boxed
    return BoolRoutine(
      ClosureTerm { (frame) throws(EvaluationFailure) in
        let value = try routine.evaluate(&frame)
        guard case .bool(let flag) = value else {
          throw .invalid("a condition must be a bool, this is \(value.kind.phrase)")
        }
        return flag
      })
  }
}
