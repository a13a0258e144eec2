import Checking
import Exporting
import Expressions
import Playing
public import StreamModels
public import Values

extension Operator {
  /// Emits a value in place of each null.
  public static func replaceNil(with: Value) -> Operator {
    Operator(ReplaceNil(with: with))
  }

  struct ReplaceNil: ExportedOperator {
    var with = Value.null

    static let declared: [OperatorParameter<Self>] = [
      .init("with", \.with, "The value to emit.")
    ]

    static let spec = OperatorSpec(
      name: "replaceNil", category: .mapping,
      end: .passed,
      summary: "Emits a value in place of each null.",
      suggestedFor: ["coalesce", "ifNull", "fillna", "defaultValue", "fillNull"],
      parameters: declared.map(\.spec),
      outcomes: [.null],
      examples: [
        .init(
          source: "-a-2-|", parameters: #"{"with": 0}"#,
          result: "-0-2-|", values: ["a": .null])
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let type = step.upstream.type == .null ? ValueType.of(with) : step.upstream.type
      return Emission(type, step.upstream.extent)
    }

    func build(_ step: PlanStep) -> Int {
      let transform = Transform { [with] in
        { (value, _) throws(EvaluationError) in
          if case .null = value { value = with }
          return true
        }
      }
      return step.transform(transform)
    }
  }
}

extension Operator.ReplaceNil {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let value = try swift.value(with)
    swift.call(
      "map", closure: .closure("", [.joined([.atom("$0 == .null ? "), value, .atom(" : $0")])]))
  }
}

extension Operator.ReplaceNil {
  func partition(_ step: PartitionStep) {
    step.stream = step.stream.mapValues { _ in .unknown }
  }
}
