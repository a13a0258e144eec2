package import Expressions
package import Values

/// A stage without a clock that sends at most one value for each value it receives.
///
/// One call processes many values if they are known before the playback, or one value if they
/// arrive one by one. Both use the same code, so the results are the same.
package struct Transform: Sendable {
  /// Transforms a value in place, with the variables of its frame. Returns false to drop the value.
  ///
  /// A body stores its state in the `StepState` that it is created for. A captured `var` could not
  /// be saved, and would be checked for overlapping accesses at each value, which costs more than
  /// most expressions.
  package typealias Body = (_ value: inout Value, _ frame: inout Frame) throws(EvaluationError) ->
    Bool

  /// The work of one run, with its state. A struct, because closures that are elements of an array
  /// are called through a thunk.
  struct Step {
    let run: Run
    /// The state of the run; nil for a stateless step.
    let memory: StepMemory?

    typealias Run = (_ rows: inout Rows, _ frame: inout Frame) -> Void
  }

  /// Whether an expression in it reads `$time`.
  let usesTime: Bool
  /// Whether it ignores earlier values, so that one step can be shared by any number of runs.
  let isStateless: Bool
  /// The part of a value that it reads.
  let use: ValueUse
  /// The key by which a value is dropped if an earlier one had the same; nil if it does not go by
  /// keys. Only traces read it.
  package var key: Key?

  package typealias Key =
    @Sendable (_ value: Value, _ frame: inout Frame) throws(EvaluationError) -> Value

  /// Returns the step for a new run.
  private let makeStep: @Sendable () -> Step

  /// Creates a transform without an expression. It is stateless, and any number of runs share one
  /// body, unless each run has its own.
  package init(hasOwnBody: Bool = false, _ makeBody: @escaping @Sendable () -> Body) {
    self.init(usesTime: false, isStateless: !hasOwnBody) { Step(makeBody(), usesTime: false) }
  }

  /// Creates a stateless transform with an expression.
  package init(_ evaluator: Evaluator, _ makeBody: @escaping @Sendable (Evaluator) -> Body) {
    let usesTime = evaluator.usesTime
    self.init(usesTime: usesTime, isStateless: true) {
      Step(makeBody(evaluator), usesTime: usesTime)
    }
  }

  /// Creates a transform without an expression; each run has a state.
  package init<Memory: SavableMemory>(
    remembering first: Memory, _ makeBody: @escaping @Sendable (StepState<Memory>) -> Body
  ) {
    self.init(usesTime: false) {
      let state = StepState(first)
      return Step(makeBody(state), usesTime: false, memory: state)
    }
  }

  /// Creates a transform with an expression; each run has a state.
  package init<Memory: SavableMemory>(
    _ evaluator: Evaluator, remembering first: Memory,
    _ makeBody: @escaping @Sendable (StepState<Memory>, Evaluator) -> Body
  ) {
    let usesTime = evaluator.usesTime
    self.init(usesTime: usesTime) {
      let state = StepState(first)
      return Step(makeBody(state, evaluator), usesTime: usesTime, memory: state)
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

/// The part of a value that a stage reads.
struct ValueUse: Sendable {
  /// The fields that it reads; nil if it reads or may read the whole value.
  let fields: Set<Text>?
  /// Whether the value itself is not sent on, because the stage sends another one downstream.
  let isEnd: Bool

  static let whole = ValueUse(fields: nil, isEnd: false)
}

extension Transform {
  /// Replaces each value with the result of an expression.
  package static func map(_ evaluator: Evaluator) -> Transform {
    let use = ValueUse(fields: evaluator.fieldsRead, isEnd: true)
    return Transform(usesTime: evaluator.usesTime, isStateless: true, use: use) {
      Step({ rows, frame in evaluator.map(&rows, in: &frame) })
    }
  }

  /// Sends only the values for which an expression is true.
  package static func filter(_ evaluator: Evaluator) -> Transform {
    let use = ValueUse(fields: evaluator.fieldsRead, isEnd: false)
    return Transform(usesTime: evaluator.usesTime, isStateless: true, use: use) {
      Step({ rows, frame in evaluator.filter(&rows, in: &frame) })
    }
  }

  /// Sends the result of an expression on the previous result, at first the initial one, and each
  /// value.
  package static func scan(_ evaluator: Evaluator, from first: Value) -> Transform {
    // Created once, so that a run needs only one object, for its result, whatever the expression.
    let work: ScanRun.Work = { rows, result, frame in
      evaluator.scan(&rows, from: &result, in: &frame)
    }
    return Transform(usesTime: evaluator.usesTime) {
      let run = ScanRun(first, work)
      return Step({ rows, frame in unsafe run.work(&rows, &run.result, &frame) }, memory: run)
    }
  }
}

/// The state of one run of `scan`.
private final class ScanRun: StepMemory {
  typealias Work =
    @Sendable (_ rows: inout Rows, _ result: inout Value, _ frame: inout Frame) -> Void

  /// Unchecked, because no foreign code runs while it changes.
  @exclusivity(unchecked) var result: Value
  let work: Work

  init(_ first: Value, _ work: @escaping Work) {
    unsafe result = first
    self.work = work
  }

  override var saved: Value { unsafe result }

  override func restore(_ saved: Value) -> Bool {
    unsafe result = saved
    return true
  }
}

extension Transform.Step {
  fileprivate init(_ run: @escaping Run, memory: StepMemory? = nil) {
    self.run = run
    self.memory = memory
  }

  fileprivate init(
    _ body: @escaping Transform.Body, usesTime: Bool, memory: StepMemory? = nil
  ) {
    self.init({ rows, frame in rows.work(in: &frame, tellsTime: usesTime, body) }, memory: memory)
  }
}

/// Consecutive transforms in one run. This is the only place that stores the state of the run.
struct TransformSteps {
  private let run: Transform.Step.Run
  private let memory: StepMemory?

  init(_ transforms: [Transform]) {
    let steps = transforms.map { $0.step() }
    if steps.count == 1 {
      run = steps[0].run
      memory = steps[0].memory
    } else {
      let memories = steps.compactMap(\.memory)
      memory = memories.isEmpty ? nil : StepMemories(memories)
      run = { rows, frame in
        for step in steps {
          guard rows.count > 0 else { return }
          step.run(&rows, &frame)
        }
      }
    }
  }

  /// The states of the steps that have one.
  var state: StepStates { StepStates(memory?.savedSteps ?? []) }

  /// Restores the saved states. Returns false if they are not those of these steps.
  func restore(_ state: StepStates) -> Bool {
    guard let memory else { return state.each.isEmpty }
    guard state.isWhole else { return memory.restore(steps: state.each) }
    return state.each.count == 1 && memory.restore(state.each[0])
  }

  /// Applies one transform after another to one or more rows. A row that fails in a transform does
  /// not reach the later ones; the rows before it do, and may fail there.
  ///
  /// A step borrows the frame without an exclusivity check. It only evaluates expressions and moves
  /// rows, so nothing else can access the owner of the frame: expressions do not call foreign
  /// functions, and rows are delivered only after the last step.
  @inline(__always)
  func work(on rows: inout Rows, in frame: inout Frame) {
    run(&rows, &frame)
  }
}

/// Consecutive transforms in one run, with their own variables.
struct TransformRun {
  let steps: TransformSteps
  private let frame: RunFrame

  init(_ transforms: [Transform], frame: Frame) {
    steps = TransformSteps(transforms)
    self.frame = RunFrame(frame)
  }

  func work(on rows: inout Rows) {
    guard rows.count > 0 else { return }
    unsafe steps.work(on: &rows, in: &frame.frame)
  }
}

/// The variables of one run, with room for intermediate results. None of its contents outlast the
/// work on a value.
final class RunFrame {
  /// Unchecked, because no foreign code runs while it changes.
  @exclusivity(unchecked) var frame: Frame

  init(_ frame: Frame) {
    unsafe self.frame = frame
  }
}
