import Reactive

extension Operator {
  /// Shifts every value, and the completion or failure, later by `seconds`.
  public static func delay(seconds: Seconds) -> Operator {
    Operator(Delay(seconds: seconds))
  }

  struct Delay: OperatorDefinition {
    var seconds: Seconds

    static let spec = OperatorSpec(
      name: "delay", category: .timing,
      summary: "Shifts every value, and the completion or failure, later by a fixed time.",
      parameters: [ParameterSpec("seconds", .duration, "How much later.")],
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
