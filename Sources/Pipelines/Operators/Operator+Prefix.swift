import Reactive

extension Operator {
  /// Gives the first `count` values, and finishes with the last of these.
  public static func prefix(count: Int) -> Operator {
    precondition(count >= 0, "a negative count")
    return Operator(Prefix(count: count))
  }

  struct Prefix: OperatorDefinition {
    var count: Int

    static let spec = OperatorSpec(
      name: "prefix", category: .filtering,
      summary: "Gives the first values, and finishes with the last of these.",
      otherNames: ["take"],
      parameters: [
        ParameterSpec("count", .count, "How many.")
      ],
      outcomes: [.end],
      examples: [
        .init(
          source: "-1-2-3|", parameters: #"{"count": 2}"#,
          result: "-1-(2|)")
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      context.stage(upstream, giving: upstream.type) { [count] upstream, _ in
        upstream.prefix(count).eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.Prefix {
  init(_ parameters: Parameters) {
    count = parameters["count"]
  }

  var parameters: Parameters { ["count": .count(count)] }
}
