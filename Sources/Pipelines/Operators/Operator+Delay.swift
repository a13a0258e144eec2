import Reactive

extension Operator {
  /// Delays every value, and the completion or failure, by `seconds`.
  public static func delay(seconds: Seconds) -> Operator {
    Operator(Delay(seconds: seconds))
  }

  struct Delay: OperatorDefinition {
    var seconds: Seconds

    static let spec = OperatorSpec(
      name: "delay", category: .timing,
      summary: "Delays every value, and the completion or failure, by the given time.",
      suggestedFor: ["sleep", "wait", "pause", "postpone"],
      parameters: [ParameterSpec("seconds", .duration, "The delay.")],
      examples: [.init(source: "a-b-|", parameters: #"{"seconds": 2}"#, result: "--a-b-|")])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.delay(upstream, by: seconds)
    }
  }
}

extension Operator.Delay {
  init(_ parameters: Parameters) {
    seconds = parameters["seconds"]
  }

  var parameters: Parameters { ["seconds": .duration(seconds)] }
}
