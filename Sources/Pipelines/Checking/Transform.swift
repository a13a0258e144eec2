import Expressions
import Values

/// A stage without a clock: of one value it makes one or none.
///
/// It works on many values in one call where they are known beforehand, and on one where they come one
/// by one: the same code, so that both give the same.
struct Transform: Sendable {
  /// Does its work on a value, with the variables that are around it; false drops the value.
  ///
  /// A body keeps what changes from value to value in a `StepState`: a captured `var` would be checked
  /// for overlapping accesses at each value, which costs more than most expressions.
  typealias Body = (_ value: inout Value, _ frame: inout Frame) throws(EvaluationError) -> Bool

  /// The work of one run. In a struct, because closures that are elements of an array are called
  /// through a thunk.
  struct Step {
    let run: Run

    typealias Run = (_ rows: inout Rows, _ frame: inout Frame) -> Void
  }

  /// Whether an expression in it reads `$time`.
  let usesTime: Bool
  /// Whether nothing that came changes what it does, so that one run of it serves any number.
  let isStateless: Bool
  /// Which part of a value it reads.
  let use: ValueUse
  /// Makes the step of one run.
  private let makeStep: @Sendable () -> Step

  /// A transform without an expression. `makeBody` makes the body of one run, with its state.
  init(isStateless: Bool = false, _ makeBody: @escaping @Sendable () -> Body) {
    self.init(usesTime: false, isStateless: isStateless) { Step(makeBody(), usesTime: false) }
  }

  /// A transform with an expression.
  init(
    _ evaluator: Evaluator, isStateless: Bool = false,
    _ makeBody: @escaping @Sendable (Evaluator) -> Body
  ) {
    let usesTime = evaluator.usesTime
    self.init(usesTime: usesTime, isStateless: isStateless) {
      Step(makeBody(evaluator), usesTime: usesTime)
    }
  }

  fileprivate func step() -> Step { makeStep() }

  private init(
    usesTime: Bool, isStateless: Bool = false, use: ValueUse = .whole,
    makeStep: @escaping @Sendable () -> Step
  ) {
    self.usesTime = usesTime
    self.isStateless = isStateless
    self.use = use
    self.makeStep = makeStep
  }
}

/// Which part of a value a stage reads.
struct ValueUse: Sendable {
  /// The fields that it reads; nil if it reads the whole value, or may.
  let fields: Set<Text>?
  /// Whether nothing of the value gets beyond it.
  let isEnd: Bool

  static let whole = ValueUse(fields: nil, isEnd: false)
}

/// A variable of one run of a stage.
final class StepState<Value> {
  /// Nothing foreign runs while it changes, so there is nothing to check.
  @exclusivity(unchecked) var value: Value

  init(_ value: Value) {
    unsafe self.value = value
  }
}

extension Transform {
  /// Makes of each value what an expression gives.
  static func map(_ evaluator: Evaluator) -> Transform {
    let use = ValueUse(fields: evaluator.fieldsRead, isEnd: true)
    return Transform(usesTime: evaluator.usesTime, isStateless: true, use: use) {
      Step { rows, frame in evaluator.map(&rows, in: &frame) }
    }
  }

  /// Lets through the values for which an expression is true.
  static func filter(_ evaluator: Evaluator) -> Transform {
    let use = ValueUse(fields: evaluator.fieldsRead, isEnd: false)
    return Transform(usesTime: evaluator.usesTime, isStateless: true, use: use) {
      Step { rows, frame in evaluator.filter(&rows, in: &frame) }
    }
  }

  /// Makes of the result before, or of the first one, and each value what an expression gives.
  static func scan(_ evaluator: Evaluator, from first: Value) -> Transform {
    // Made once: a run adds one object with its result, whatever the expression.
    let work: ScanRun.Work = { rows, result, frame in
      evaluator.scan(&rows, from: &result, in: &frame)
    }
    return Transform(usesTime: evaluator.usesTime) {
      let run = ScanRun(first, work)
      return Step { rows, frame in unsafe run.work(&rows, &run.result, &frame) }
    }
  }
}

/// A run of `scan`.
private final class ScanRun {
  typealias Work =
    @Sendable (_ rows: inout Rows, _ result: inout Value, _ frame: inout Frame) ->
    Void

  /// Nothing foreign runs while it changes, so there is nothing to check.
  @exclusivity(unchecked) var result: Value
  let work: Work

  init(_ first: Value, _ work: @escaping Work) {
    unsafe result = first
    self.work = work
  }
}

extension Transform.Step {
  fileprivate init(_ body: @escaping Transform.Body, usesTime: Bool) {
    self.init { rows, frame in rows.work(in: &frame, tellsTime: usesTime, body) }
  }
}

/// Transforms that follow one another, in one run: what they remember of it is here, and nowhere else.
struct TransformSteps {
  private let run: Transform.Step.Run

  init(_ transforms: [Transform]) {
    let steps = transforms.map { $0.step() }
    if steps.count == 1 {
      run = steps[0].run
    } else {
      run = { rows, frame in
        for step in steps {
          guard rows.count > 0 else { return }
          step.run(&rows, &frame)
        }
      }
    }
  }

  /// Works on rows, of which there is one at least, one transform after the other. A row that fails in
  /// one has not got as far as those behind it; rows before it have, and may fail there.
  ///
  /// The frame is lent to a step without an exclusivity check. A step only evaluates expressions and
  /// moves rows, so nothing can reach the frame's owner meanwhile: expressions call no foreign
  /// functions, and rows are delivered only after the last step.
  @inline(__always)
  func work(on rows: inout Rows, in frame: inout Frame) {
    run(&rows, &frame)
  }
}

/// Transforms that follow one another, in one run with variables of its own.
struct TransformRun {
  private let steps: TransformSteps
  private let frame: StepState<Frame>

  init(_ transforms: [Transform], frame: Frame) {
    steps = TransformSteps(transforms)
    self.frame = StepState(frame)
  }

  func work(on rows: inout Rows) {
    guard rows.count > 0 else { return }
    unsafe steps.work(on: &rows, in: &frame.value)
  }
}
