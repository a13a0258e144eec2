import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
public import Values

extension Operator {
  /// Emits the given value if the stream completes without emitting one.
  public static func replaceEmpty(with: Value) -> Operator {
    Operator(ReplaceEmpty(with: with))
  }

  struct ReplaceEmpty: ExportedOperator {
    var with = Value.null

    static let declared: [OperatorParameter<Self>] = [
      .init("with", \.with, "The value to emit.")
    ]

    static let spec = OperatorSpec(
      name: "replaceEmpty", category: .filtering,
      dependence: .on("whether any value arrives"),
      end: .heeded,
      summary: "Emits the given value if the stream completes without a value.",
      otherNames: ["defaultIfEmpty"],
      suggestedFor: ["switchIfEmpty"],
      parameters: declared.map(\.spec),
      outcomes: [.fill],
      examples: [
        .init(
          source: "----|", parameters: #"{"with": 0}"#,
          result: "----(0|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type.joined(with: .of(with)), step.upstream.extent.neverEmpty)
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { [with] upstream, _ in upstream.replaceEmpty(with: with).eraseToAnyPublisher() }
    }
  }
}

extension Operator.ReplaceEmpty {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("replaceEmpty", .labeled("with", try swift.value(with)))
  }
}
