import Expressions
import Values

/// A stage without a clock: of one value it makes one or none.
///
/// Adjacent transforms run as one loop, so that they cost neither a stage nor a call through one.
struct Transform: Sendable {
  /// Does its work on a value, at an instant in nanoseconds; false drops the value.
  typealias Step = (_ value: inout Value, _ instant: Int64) throws(EvaluationError) -> Bool

  /// Makes the step of one run, with the state of that run and the variables that are around it.
  let makeStep: @Sendable (Frame) -> Step

  init(_ makeStep: @escaping @Sendable (_ frame: Frame) -> Step) {
    self.makeStep = makeStep
  }
}
