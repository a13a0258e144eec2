import Expressions
import Reactive
import Values

extension Operator {
  /// Emits an array of each value and the latest value of another stream; drops the values that
  /// arrive before the other stream has emitted one.
  public static func withLatestFrom(stream: StreamInput) -> Operator {
    Operator(WithLatestFrom(stream: stream))
  }

  struct WithLatestFrom: OperatorDefinition {
    var stream: StreamInput

    static let spec = OperatorSpec(
      name: "withLatestFrom", category: .fromRx,
      summary: "Emits an array of each value and the latest value of another stream.",
      parameters: [
        ParameterSpec(
          "stream", .stream, "The stream of the latest values; it is subscribed to first.",
          measured: [#""other""#])
      ],
      cost: "an array for each value",
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"stream": {"marbles": "--8-9|"}}"#,
          result: "---a-b|", values: ["a": [2, 8], "b": [3, 9]])
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let other = context.takeInputs(1)
      let type = ValueType.list(.joined([upstream.type, other[0].type]))
      return context.stage([upstream] + other, emitting: type) { inputs, _ in
        inputs[0].withLatestFrom(inputs[1]) { .array([$0, $1]) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.WithLatestFrom {
  init(_ parameters: Parameters) {
    stream = parameters["stream"]
  }

  var parameters: Parameters { ["stream": .stream(stream)] }
}
