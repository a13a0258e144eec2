import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Values

extension Operator {
  /// Delays every value, and the completion or failure, by `seconds`.
  public static func delay(seconds: Seconds) -> Operator {
    Operator(Delay(seconds: seconds))
  }

  /// Delays each value by the result of the expression, a duration or seconds. Values can overtake
  /// one another; the completion comes after the last of them.
  public static func delay(expression: String) -> Operator {
    Operator(Delay(expression: expression))
  }

  struct Delay: ExportedOperator {
    var seconds: Seconds?
    var expression: String?

    static let declared: [OperatorParameter<Self>] = [
      .init("seconds", \.seconds, "The delay of every event."),
      .init(
        "expression", \.expression, "The delay of the value '$0', a duration or seconds.",
        role: .duration),
    ]

    static let spec = OperatorSpec(
      name: "delay", category: .timing,
      end: .delayed,
      summary: "Delays every value, by the same time or by a time computed for each.",
      remark: """
        With 'seconds', completion and failure are delayed too. With 'expression', each value has \
        its own delay, so values can overtake one another: completion follows the last of them, \
        and a failure drops those that are due later. A string such as "1h30m" is also a duration.
        """,
      suggestedFor: [
        "sleep", "wait", "pause", "postpone", "delayWhen", "delayBy", "delayWithSelector",
      ],
      parameters: declared.map(\.spec),
      forms: [["seconds"], ["expression"]],
      examples: [
        .init(source: "a-b-|", parameters: #"{"seconds": 2}"#, result: "--a-b-|"),
        .init(source: "412--|", parameters: #"{"expression": "$0"}"#, result: "--1-[42]|"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let (type, extent) = (step.upstream.type, step.upstream.extent)
      guard let expression else { return Emission(type, extent) }
      let checked = try step.check(expression, in: .value(type), at: "expression")
      try checkType(of: checked, in: step)
      return Emission(type, extent.mapped(skipping: step.isTolerant))
    }

    func build(_ step: PlanStep) -> Int {
      guard let expression else { return step.delay(by: seconds ?? .zero) }
      let checked = step.expression("expression")
      let evaluator = checked.evaluator()
      let guarded = guarded(step, by: evaluator, expression)
      return step.stage(on: guarded) { upstream, place in
        let makeDelay = evaluator.transform(at: place)
        let playing = place.playing
        return upstream.tryDelay(scheduler: place.scheduler) {
          (value) throws(StreamFailure) -> Duration in
          let result = try makeDelay(value, .null)
          do throws(DelayResult.Mistake) {
            return try DelayResult.duration(of: result)
          } catch {
            let cause = FailureCause("\(error.message) of '\(checked.text)'", at: checked.place)
            throw playing.attributed(
              StreamFailure("\(error.message) in \"\(checked.text)\"", cause))
          }
        }.eraseToAnyPublisher()
      }
    }

    /// Returns the upstream without the values for which there is no delay, if the operator
    /// tolerates them.
    private func guarded(
      _ step: PlanStep, by evaluator: Evaluator, _ expression: String
    ) -> Int {
      let place = step.place
      return step.guarded(
        by: Transform(evaluator) { evaluator in
          { (value, frame) throws(EvaluationError) in
            let result = try evaluator.value(value, in: &frame)
            do throws(DelayResult.Mistake) {
              _ = try DelayResult.duration(of: result)
              return true
            } catch {
              throw EvaluationError("\(error.message) in \"\(expression)\"", at: place)
            }
          }
        })
    }

    private func checkType(
      of checked: CheckedExpression, in step: CheckStep
    ) throws(Diagnostics) {
      switch checked.type {
      case .null, .bool, .list, .map:
        throw Diagnostics([
          Diagnostic(
            .expressionType,
            "found a delay of type \(checked.type), expected seconds or a duration",
            at: step.place(of: "expression"))
        ])
      default: break
      }
    }
  }
}

extension Operator.Delay {
  var fixedDelay: Seconds? { seconds }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard let seconds else {
      try swift.guardValues("expression", .delays)
      let interval = SwiftCode.labeled("by", try swift.expression("expression", "delay"))
      return swift.call("tryDelay", swift.scheduler, interval)
    }
    swift.call("delay", swift.duration("seconds", seconds, as: "for"), swift.scheduler)
  }
}

extension Operator.Delay {
  var end: OperatorEnd { seconds == nil ? .delayed : .shifted }
}
