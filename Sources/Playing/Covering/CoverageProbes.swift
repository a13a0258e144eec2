import Checking
import Expressions
import Values

/// The probes that count what happens in playbacks of a model: at its streams, at the operators, and
/// in the expressions. A program without probes has no nodes for them, so coverage costs it nothing.
package struct CoverageProbes {
  /// The probe of each operator, by its step.
  var operators: [Int: OperatorProbe] = [:]
  /// The probes of custom operators, by the steps with the values that their bodies receive.
  var entries: [Int: OperatorProbe] = [:]
  /// The number of playbacks of each stream, by its last step.
  var streams: [Int: HitCounter] = [:]
  /// The expressions of each step with their branches counted.
  var expressions: [Int: [Text: CheckedExpression]] = [:]

  /// Returns a step with probes in its expressions.
  func probed(_ step: CheckedStep, _ number: Int) -> CheckedStep {
    var step = step
    if let probed = expressions[number] { step.expressions = probed }
    if let probe = operators[number] { step.tolerance?.hits = probe.tolerated }
    return step
  }

  /// Returns an operator's upstream with a probe.
  func before(
    _ number: Int, _ upstream: Int, in builder: PlanBuilder, at place: ExpressionPlace
  ) -> Int {
    guard let probe = operators[number], builder.model.steps[number].entry == nil else {
      return upstream
    }
    return probe.before(upstream, in: builder, at: place)
  }

  /// Returns the events of a step with the probes that follow it.
  func after(
    _ number: Int, _ result: Int, in builder: PlanBuilder, at place: ExpressionPlace
  ) -> Int {
    var result = result
    if let probe = entries[number] { result = probe.before(result, in: builder, at: place) }
    if let probe = operators[number] { result = probe.after(result, in: builder, at: place) }
    guard let playings = streams[number] else { return result }
    return builder.probed(result, at: place) { _ in
    } subscribed: {
      playings.add()
    }
  }
}

extension PlanBuilder {
  /// Adds a transform that reports values and subscriptions without changing them.
  func probed(
    _ node: Int, at place: ExpressionPlace, value receive: @escaping @Sendable (Value) -> Void,
    subscribed: @escaping @Sendable () -> Void
  ) -> Int {
    let transform = Transform(hasOwnBody: true) {
      subscribed()
      return { (value, _) throws(EvaluationError) in
        receive(value)
        return true
      }
    }
    return add(.transform(input: node, transform), at: place)
  }
}
