import Expressions
import Reactive

extension Operator {
  /// Plays the stream anew for each value, which it reads as `$outer`, and gives what the latest of these
  /// playings gives.
  public static func switchMap(stream: StreamInput) -> Operator {
    Operator(SwitchMap(stream: stream))
  }

  struct SwitchMap: OperatorDefinition {
    var stream: StreamInput

    static let spec = OperatorSpec(
      name: "switchMap", category: .mapping,
      summary: "Plays a stream for each value, and gives what the latest playing gives.",
      otherNames: ["flatMapLatest", "switchToLatest"],
      parameters: [
        ParameterSpec("stream", .stream, "What plays; its expressions read the value as '$outer'.")
      ],
      examples: [
        .init(
          source: "1-2----|",
          parameters:
            #"{"stream": {"marbles": "a-b|", "operators": [{"map": {"expression": "$outer"}}]}}"#,
          result: "1-2-2--|")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let inner = context.takeInputs(1, providing: [.outer])
      return context.stage([upstream], inner: inner, giving: inner[0].type) { inputs, place in
        let inner = place.inner(own: .outer)
        return inputs[0].switchMap { inner.run($0) }.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.SwitchMap {
  init(_ parameters: Parameters) {
    stream = parameters["stream"]
  }

  var parameters: Parameters { ["stream": .stream(stream)] }
}
