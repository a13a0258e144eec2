import Patterns
import Reactive
public import StreamModels
package import Values

/// A step of `pattern`: it takes values, or with `not` it rules them out.
public struct PatternStep: ParameterObject {
  package var name: String?
  package var condition: String?
  package var times: Repetition?
  package var optional: Bool?
  package var greedy: Bool?
  package var contiguous: Bool?
  package var not: String?
  package var seconds: Seconds?
  package var annotations: [Member] = []

  package init() {}

  /// Returns a step that takes one value, for which the expression is true. A step without a name
  /// does not keep it.
  public static func step(
    _ name: String? = nil, where condition: String? = nil, optional: Bool = false,
    contiguous: Bool? = nil
  ) -> PatternStep {
    var step = PatternStep()
    (step.name, step.condition, step.contiguous) = (name, condition, contiguous)
    if optional { step.optional = true }
    return step
  }

  /// Returns a step that takes several values, as a list. A greedy one takes all that it can before
  /// the match moves on. Without a maximum, their number has no limit.
  public static func steps(
    _ name: String? = nil, where condition: String? = nil, minimum: Int = 1, maximum: Int? = nil,
    optional: Bool = false, greedy: Bool = false, contiguous: Bool? = nil
  ) -> PatternStep {
    precondition(minimum > 0 && maximum ?? minimum >= minimum, "a step that takes no value")
    var step = PatternStep.step(
      name, where: condition, optional: optional, contiguous: contiguous)
    step.times = Repetition(minimum: minimum, maximum: maximum)
    if greedy { step.greedy = true }
    return step
  }

  /// Returns values that must not arrive before the next step or, with a time, for that long.
  public static func not(_ condition: String, seconds: Seconds? = nil) -> PatternStep {
    precondition(seconds != .zero, "a wait without a time")
    var step = PatternStep()
    (step.not, step.seconds) = (condition, seconds)
    return step
  }

  package static let declared: [OperatorParameter<Self>] = [
    .init(
      "name", \.name, "The key of its values in the result; without it, they are not kept.",
      kind: .text),
    .init(
      "where", \.condition, "Whether the step takes '$0'; without it, it takes any value.",
      role: .condition),
    .init("times", \.times, "How many values it takes, as a list; without it, one."),
    .init("optional", \.optional, "Whether it may be missing."),
    .init("greedy", \.greedy, "Whether it takes all that it can before the match moves on."),
    .init(
      "contiguous", \.contiguous,
      "Whether it takes a value only directly after the previous value of the match."),
    .init("not", \.not, "Which values must not arrive before the next step.", role: .condition),
    .init(
      "seconds", \.seconds, "How long they must not arrive; then the match moves on.",
      isPositive: true),
  ]

  /// Whether it takes values.
  var takes: Bool { not == nil }
  var isOptional: Bool { optional == true }
  var isGreedy: Bool { greedy == true }
  var minimum: Int { times?.minimum ?? 1 }
  /// The greatest number of values; nil if there is none.
  var maximum: Int? { times == nil ? 1 : times?.maximum.flatMap { $0 == .max ? nil : $0 } }
  var isList: Bool { times != nil }
}

extension PatternStep {
  /// The step as the publisher knows it.
  ///
  /// - Parameter contiguous: Whether it is contiguous unless it says otherwise.
  func form(contiguous isContiguous: Bool, readsMatch: Bool) -> Publishers.PatternForm {
    guard takes else {
      return Publishers.PatternForm(excludingFor: seconds?.duration, readsMatch: readsMatch)
    }
    return Publishers.PatternForm(
      minimum: minimum, maximum: maximum ?? .max, isOptional: isOptional, isGreedy: isGreedy,
      isContiguous: contiguous ?? isContiguous, isKept: name != nil, readsMatch: readsMatch)
  }
}
