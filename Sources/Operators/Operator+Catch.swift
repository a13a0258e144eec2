import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Values

extension Operator {
  /// Replaces a failure with another stream, whose expressions read the failure's message as
  /// `$error`.
  public static func `catch`(stream: StreamInput) -> Operator {
    Operator(Catch(stream: stream))
  }

  struct Catch: ExportedOperator {
    var stream = StreamInput("")

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "stream", \.stream,
        "The stream to play; its expressions read the message of the failure as '$error'.",
        provides: [.error])
    ]

    static let spec = OperatorSpec(
      name: "catch", category: .failing,
      dependence: .on("the failure of the stream"),
      summary: "Replaces a failure with another stream.",
      otherNames: ["catchError"],
      suggestedFor: ["rescue", "recover", "fallback", "onErrorResumeNext", "onError", "catchAll"],
      parameters: declared.map(\.spec),
      outcomes: [.catch],
      examples: [
        .init(
          source: "-1-#", parameters: #"{"stream": {"marbles": "8-9|"}}"#,
          result: "-1-8-9|")
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let inner = step.takeInner(providing: [.error])
      return Emission(
        .joined([step.upstream.type, inner.type]), step.upstream.extent.failing(with: inner.extent))
    }

    func build(_ step: PlanStep) -> Int {
      step.stage([step.upstream], inner: step.inner) { inputs, place in
        let inner = place.inner(own: .error)
        return inputs[0].catch { inner.run(.string(Text($0.message))) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Catch {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    swift.call("catch", closure: try swift.failureClosure())
  }
}

extension Operator.Catch {
  func partition(_ step: PartitionStep) {
    step.actOnFailures()
  }
}
