import Expressions
import Values

/// A stage without a clock: of one value it makes one or none.
///
/// Adjacent transforms run as one loop, so that they cost neither a stage nor a call through one.
struct Transform: Sendable {
  /// Does its work on a value, with the variables that are around it; false drops the value.
  ///
  /// A body keeps what changes from value to value in a `StepState`: a captured `var` would be checked
  /// for overlapping accesses at each value, which costs more than most expressions.
  typealias Body = (_ value: inout Value, _ frame: inout Frame) throws(EvaluationError) -> Bool

  /// The body of one run. In a struct, because closures that are elements of an array are called
  /// through a thunk.
  struct Step {
    let run: Body

    init(_ run: @escaping Body) {
      self.run = run
    }
  }

  /// Whether an expression in it reads `$time`, so that the frame must tell it.
  let usesTime: Bool
  /// Makes the step of one run, which does what `next` does with what it lets through.
  private let makeStep: @Sendable (_ next: Step?) -> Step

  /// A transform without an expression. `makeBody` makes the body of one run, with its state.
  init(_ makeBody: @escaping @Sendable () -> Body) {
    usesTime = false
    makeStep = { next in Step(makeBody(), then: next) }
  }

  /// A transform with an expression.
  init(_ evaluator: Evaluator, _ makeBody: @escaping @Sendable (Evaluator) -> Body) {
    usesTime = evaluator.usesTime
    makeStep = { next in Step(makeBody(evaluator), then: next) }
  }

  private init(_ evaluator: Evaluator, makeStep: @escaping @Sendable (_ next: Step?) -> Step) {
    usesTime = evaluator.usesTime
    self.makeStep = makeStep
  }
}

/// A variable of one run of a stage.
final class StepState<Value> {
  /// Nothing foreign runs while it changes, so there is nothing to check.
  @exclusivity(unchecked) var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension Transform {
  /// Makes of each value what an expression gives.
  static func map(_ evaluator: Evaluator) -> Transform {
    Transform(evaluator) { next in
      guard let next = next?.run else {
        return Step { (value, frame) throws(EvaluationError) in
          value = try evaluator.value(value, in: &frame)
          return true
        }
      }
      return Step { (value, frame) throws(EvaluationError) in
        value = try evaluator.value(value, in: &frame)
        return try next(&value, &frame)
      }
    }
  }

  /// Lets through the values for which an expression is true.
  static func filter(_ evaluator: Evaluator) -> Transform {
    Transform(evaluator) { next in
      guard let next = next?.run else {
        return Step { (value, frame) throws(EvaluationError) in
          try evaluator.condition(value, in: &frame)
        }
      }
      return Step { (value, frame) throws(EvaluationError) in
        guard try evaluator.condition(value, in: &frame) else { return false }
        return try next(&value, &frame)
      }
    }
  }
}

extension Transform.Step {
  /// A body, and what comes after it.
  fileprivate init(_ body: @escaping Transform.Body, then next: Self?) {
    guard let next = next?.run else {
      self.init(body)
      return
    }
    self.init { (value, frame) throws(EvaluationError) in
      guard try body(&value, &frame) else { return false }
      return try next(&value, &frame)
    }
  }
}

extension Transform {
  /// How many steps may call one another, so that the stack does not grow with the transforms.
  private static let longestCall = 32

  /// Makes one run's steps of transforms that follow one another, as a single step.
  static func step(of transforms: some Collection<Transform>) -> Step {
    var rest = transforms[...]
    var parts: [Step] = []
    while !rest.isEmpty {
      let part = rest.prefix(longestCall)
      rest = rest.dropFirst(longestCall)
      var step: Step?
      for transform in Array(part).reversed() { step = transform.makeStep(step) }
      if let step { parts.append(step) }
    }
    if parts.count == 1 { return parts[0] }
    return Step { [parts] (value, frame) throws(EvaluationError) in
      for part in parts {
        guard try part.run(&value, &frame) else { return false }
      }
      return true
    }
  }
}
