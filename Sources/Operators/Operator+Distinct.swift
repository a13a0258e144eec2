import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Drops each value that was emitted before, or whose key, the expression's result, was seen
  /// before.
  ///
  /// All keys are stored until the end.
  public static func distinct(
    expression: String? = nil, dropped: ErrorPolicy? = nil
  ) -> Operator {
    Operator(Distinct(expression: expression, dropped: dropped))
  }

  struct Distinct: ExportedOperator, DroppingOperator {
    var expression: String?
    var dropped: ErrorPolicy?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "expression", \.expression,
        "The key of '$0', which must be new; the value itself by default.", role: .key),
      .dropped,
    ]

    static let spec = OperatorSpec(
      name: "distinct", category: .filtering,
      end: .passed,
      summary: "Drops each value that was emitted before.",
      suggestedFor: ["unique", "uniqueBy", "distinctBy", "distinctKey"],
      parameters: declared.map(\.spec),
      outcomes: [.drop],
      reasons: [.dropped: "its key had already occurred"],
      remedies: [.dropped: "its key would have to be new"],
      cost: "all keys are kept in a set",
      examples: [
        .init(
          source: "-1-2-1-3|", parameters: #"{}"#,
          result: "-1-2---3|"),
        .init(
          source: "-1-2-3-4|", parameters: #"{"expression": "$0 % 2"}"#,
          result: "-1-2----|"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      try step.noteDropped(to: dropped)
      let type = step.upstream.type
      if let expression { try step.check(expression, in: .value(type), at: "expression") }
      return Emission(
        type,
        step.upstream.extent.filtered(
          keeping: 1, skipping: step.isTolerant, isSafe: expression == nil))
    }

    func build(_ step: PlanStep) -> Int {
      step.transform(
        expression == nil
          ? Self.transform() : Self.transform(by: step.evaluator("expression")))
    }

    private static func transform() -> Transform {
      var transform = Transform(remembering: Set<EquivalentValue>()) { seen in
        { (value, _) throws(EvaluationError) in
          seen.value.insert(EquivalentValue(value)).inserted
        }
      }
      transform.key = { (value, _) throws(EvaluationError) in value }
      return transform
    }

    private static func transform(by evaluator: Evaluator) -> Transform {
      var transform = Transform(evaluator, remembering: Set<EquivalentValue>()) { seen, evaluator in
        { (value, frame) throws(EvaluationError) in
          let key = EquivalentValue(try evaluator.value(value, in: &frame))
          return seen.value.insert(key).inserted
        }
      }
      transform.key = { (value, frame) throws(EvaluationError) in
        try evaluator.value(value, in: &frame)
      }
      return transform
    }
  }
}

extension Operator.Distinct {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    guard expression != nil else {
      return swift.call("distinct", .labeled("by", .atom("CEL.Key.init")))
    }
    try swift.guardValues("expression")
    swift.call("tryDistinct", .labeled("by", try swift.expression("expression", "key")))
  }
}

extension Operator.Distinct {
  func partition(_ step: PartitionStep) {
    // The enclosing group has already brought the values of a key together.
    guard !step.isInGroup else { return }
    step.require(
      step.stream.branches.map { branch in
        let key = expression == nil ? branch.value : step.value(of: "expression", branch)
        return KeyRequirement.Branch(key: key, records: branch.records)
      }, of: "expression")
  }
}
