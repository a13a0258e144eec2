import Expressions
import Reactive
import Values

extension Operator {
  /// Has the values of each key, which an expression makes of a value, go through operators of their
  /// own; these read the key as `$key`. What comes out is merged.
  public static func groupBy(key: String, operators: [Operator]) -> Operator {
    Operator(GroupBy(key: key, operators: operators, stream: nil))
  }

  /// Has the values of each key, which an expression makes of a value, go through a stream of their
  /// own; that reads the key as `$key` and takes in the values as `$group`. What comes out is merged.
  public static func groupBy(key: String, stream: StreamInput) -> Operator {
    Operator(GroupBy(key: key, operators: nil, stream: stream))
  }

  struct GroupBy: OperatorDefinition {
    var key: String
    var operators: [Operator]?
    var stream: StreamInput?

    static let spec = OperatorSpec(
      name: "groupBy", category: .byKey,
      summary: "Has the values of each key go through operators, or a stream, of their own.",
      parameters: [
        ParameterSpec("key", .expression, "Makes the key of '$0'; '$key' inside."),
        ParameterSpec(
          "operators", .operators, "What the values of each key go through.", isRequired: false),
        ParameterSpec(
          "stream", .stream, "What plays for each key; its values are the input '$group'.",
          isRequired: false),
      ],
      forms: [["key", "operators"], ["key", "stream"]],
      examples: [
        .init(
          source: "-1-2-3-4|",
          parameters: #"""
            {"key": "$0 % 2", "operators": [{"scan": {"initialValue": 0, "expression": "$0 + $1"}}]}
            """#, result: "-1-2-4-6|"),
        .init(
          source: "-1----2---|",
          parameters: #"{"key": "$0 % 2", "stream": {"merge": ["$group", "$group"]}}"#,
          result: "-(11)-(22)|"),
      ])

    func apply(
      to upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      let checked = try context.check(key, in: .value(upstream.type), at: "key")
      let inner = try pipeline(of: upstream, in: context)
      let evaluator = checked.evaluator()
      return context.stage([upstream], inner: [inner], giving: inner.type) { inputs, place in
        let makeKey = evaluator.transform(at: place)
        let inner = place.inner(own: .key)
        return Publishers.GroupBy(
          upstream: inputs[0],
          key: { value throws(StreamFailure) in EquivalentValue(try makeKey(value, .null)) },
          hash: { $0.quickHash }, pipeline: { key, group in inner.run(key.value, group: group) }
        ).eraseToAnyPublisher()
      }
    }

    /// What each group goes through.
    private func pipeline(
      of upstream: Upstream, in context: CompileContext
    ) throws(Diagnostics) -> Upstream {
      guard let operators else { return context.takeInputs(1, providing: [.key, .group])[0] }
      let group = context.add(.group, giving: upstream.type)
      return try context.applyInner(operators, to: group, providing: [.key])
    }
  }
}

extension Operator.GroupBy {
  init(_ parameters: Parameters) {
    key = parameters["key"]
    operators = parameters[optional: "operators"]
    stream = parameters[optional: "stream"]
  }

  var parameters: Parameters {
    [
      "key": .expression(key), "operators": operators.map(ParameterValue.operators),
      "stream": stream.map(ParameterValue.stream),
    ]
  }
}
