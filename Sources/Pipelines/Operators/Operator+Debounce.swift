public import Reactive

extension Operator {
  /// Emits a value once no other has arrived for `seconds`.
  ///
  /// A value that is pending when the stream finishes is dropped, unless `atEnd` is `.emit`.
  public static func debounce(
    seconds: Seconds, atEnd: Publishers.PendingAtEnd? = nil
  ) -> Operator {
    Operator(Debounce(seconds: seconds, atEnd: atEnd.map { "\($0)" }))
  }

  struct Debounce: OperatorDefinition {
    var seconds: Seconds
    var atEnd: String?

    static let spec = OperatorSpec(
      name: "debounce", category: .timing,
      summary: "Emits a value once no other has arrived for the given time.",
      otherNames: ["debounceTime"],
      suggestedFor: ["throttleWithTimeout", "settle", "quiet"],
      parameters: [
        ParameterSpec("seconds", .duration, "The time without another value."),
        ParameterSpec(
          "atEnd", .word, "What happens to a pending value at the end; 'drop' by default.",
          isRequired: false, words: ["drop", "emit"]),
      ],
      outcomes: [.drop("never dropped a value")],
      examples: [
        .init(
          source: "1-2-3---|", parameters: #"{"seconds": 2}"#,
          result: "------3-|"),
        .init(
          source: "1--2|", parameters: #"{"seconds": 2, "atEnd": "emit"}"#,
          result: "--1-(2|)"),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      return context.stage(upstream, emitting: upstream.type) {
        [seconds, emits = atEnd == "emit"] upstream, place in
        upstream.debounce(
          for: seconds.duration, scheduler: place.scheduler, atEnd: emits ? .emit : .drop
        ).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Debounce {
  init(_ parameters: Parameters) {
    seconds = parameters["seconds"]
    atEnd = parameters[optional: "atEnd"]
  }

  var parameters: Parameters {
    ["seconds": .duration(seconds), "atEnd": atEnd.map(ParameterValue.text)]
  }
}
