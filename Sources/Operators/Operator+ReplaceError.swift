import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
public import Values

extension Operator {
  /// Emits a value in place of a failure, and completes.
  public static func replaceError(with: Value) -> Operator {
    Operator(ReplaceError(with: with))
  }

  struct ReplaceError: ExportedOperator {
    var with = Value.null

    static let declared: [OperatorParameter<Self>] = [
      .init("with", \.with, "The value to emit.")
    ]

    static let spec = OperatorSpec(
      name: "replaceError", category: .failing,
      dependence: .on("the failure of the stream"),
      end: .heeded,
      summary: "Emits a value in place of a failure, and completes.",
      suggestedFor: ["onErrorReturn", "onErrorReturnItem"],
      parameters: declared.map(\.spec),
      outcomes: [.catch],
      examples: [
        .init(
          source: "-1-#", parameters: #"{"with": 0}"#,
          result: "-1-(0|)")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      Emission(step.upstream.type.joined(with: .of(with)), step.upstream.extent.failingWithValue)
    }

    func build(_ step: PlanStep) -> Int {
      step.stage { [with] upstream, _ in
        upstream.replaceError(with: with).setFailureType(to: StreamFailure.self)
          .eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.ReplaceError {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("replaceError", .labeled("with", try swift.value(with)))
    swift.call("setFailureType", .labeled("to", .atom("EvaluationError.self")))
  }
}

extension Operator.ReplaceError {
  func partition(_ step: PartitionStep) {
    step.actOnFailures()
  }
}
