import Expressions
import Values

/// A stage without a clock: of one value it makes one or none.
///
/// It works on many values in one call where they are known beforehand, and on one where they come one
/// by one: the same code, so that both give the same.
struct Transform: Sendable {
  /// Does its work on a value, with the variables that are around it; false drops the value.
  ///
  /// A body has what changes from value to value in the `StepState` that it is made for: a captured
  /// `var` would be checked for overlapping accesses at each value, which costs more than most
  /// expressions, and could not be saved.
  typealias Body = (_ value: inout Value, _ frame: inout Frame) throws(EvaluationError) -> Bool

  /// The work of one run, and what it remembers. In a struct, because closures that are elements of an
  /// array are called through a thunk.
  struct Step {
    let run: Run
    /// Nil if it remembers nothing.
    let memory: StepMemory?

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

  /// A transform that remembers nothing and has no expression. One body serves any number of runs,
  /// unless each is to have one of its own.
  init(hasOwnBody: Bool = false, _ makeBody: @escaping @Sendable () -> Body) {
    self.init(usesTime: false, isStateless: !hasOwnBody) { Step(makeBody(), usesTime: false) }
  }

  /// A transform that remembers nothing, with an expression.
  init(_ evaluator: Evaluator, _ makeBody: @escaping @Sendable (Evaluator) -> Body) {
    let usesTime = evaluator.usesTime
    self.init(usesTime: usesTime, isStateless: true) {
      Step(makeBody(evaluator), usesTime: usesTime)
    }
  }

  /// A transform without an expression, each run of which remembers something.
  init<Memory: SavableMemory>(
    remembering first: Memory, _ makeBody: @escaping @Sendable (StepState<Memory>) -> Body
  ) {
    self.init(usesTime: false) {
      let state = StepState(first)
      return Step(makeBody(state), usesTime: false, memory: state)
    }
  }

  /// A transform with an expression, each run of which remembers something.
  init<Memory: SavableMemory>(
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

/// Which part of a value a stage reads.
struct ValueUse: Sendable {
  /// The fields that it reads; nil if it reads the whole value, or may.
  let fields: Set<Text>?
  /// Whether nothing of the value gets beyond it.
  let isEnd: Bool

  static let whole = ValueUse(fields: nil, isEnd: false)
}

extension Transform {
  /// Makes of each value what an expression gives.
  static func map(_ evaluator: Evaluator) -> Transform {
    let use = ValueUse(fields: evaluator.fieldsRead, isEnd: true)
    return Transform(usesTime: evaluator.usesTime, isStateless: true, use: use) {
      Step({ rows, frame in evaluator.map(&rows, in: &frame) })
    }
  }

  /// Lets through the values for which an expression is true.
  static func filter(_ evaluator: Evaluator) -> Transform {
    let use = ValueUse(fields: evaluator.fieldsRead, isEnd: false)
    return Transform(usesTime: evaluator.usesTime, isStateless: true, use: use) {
      Step({ rows, frame in evaluator.filter(&rows, in: &frame) })
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
      return Step({ rows, frame in unsafe run.work(&rows, &run.result, &frame) }, memory: run)
    }
  }
}

/// A run of `scan`.
private final class ScanRun: StepMemory {
  typealias Work =
    @Sendable (_ rows: inout Rows, _ result: inout Value, _ frame: inout Frame) -> Void

  /// Nothing foreign runs while it changes, so there is nothing to check.
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

/// Transforms that follow one another, in one run: what they remember of it is here, and nowhere else.
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

  /// The memories of the steps; empty if they have none.
  var state: [Value] { memory.map { [$0.saved] } ?? [] }

  /// Takes up what steps remembered. False if it was not these.
  func restore(_ state: [Value]) -> Bool {
    guard let memory else { return state.isEmpty }
    return state.count == 1 && memory.restore(state[0])
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

/// The variables of one run, with room to work in. Nothing in it outlasts the work on a value.
final class RunFrame {
  /// Nothing foreign runs while it changes, so there is nothing to check.
  @exclusivity(unchecked) var frame: Frame

  init(_ frame: Frame) {
    unsafe self.frame = frame
  }
}
