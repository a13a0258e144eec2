import Checking
import Exporting
import Expressions
import Playing
import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Applies operators to the values of each key separately. The key is the result of an
  /// expression, and the operators read it as `$key`. Their results are merged.
  ///
  /// If no value of a key has arrived for `forgetAfter`, its group completes and is forgotten.
  public static func groupBy(
    key: String, operators: [Operator], forgetAfter: Seconds? = nil
  ) -> Operator {
    precondition(forgetAfter != .zero, "groups that are not kept")
    return Operator(
      GroupBy(key: key, operators: operators, stream: nil, forgetAfter: forgetAfter))
  }

  /// Plays a stream for each key. The key is the result of an expression. The stream reads it as
  /// `$key`, and its input `$group` is the values of that key. The streams are merged.
  ///
  /// If no value of a key has arrived for `forgetAfter`, its group completes and is forgotten.
  public static func groupBy(
    key: String, stream: StreamInput, forgetAfter: Seconds? = nil
  ) -> Operator {
    precondition(forgetAfter != .zero, "groups that are not kept")
    return Operator(GroupBy(key: key, operators: nil, stream: stream, forgetAfter: forgetAfter))
  }

  struct GroupBy: ExportedOperator {
    var key = ""
    var operators: [Operator]?
    var stream: StreamInput?
    var forgetAfter: Seconds?

    static let declared: [OperatorParameter<Self>] = [
      .init("key", \.key, "The key of the value '$0'; inside, it is '$key'.", role: .key),
      .init(
        "operators", \.operators, "The operators to apply to the values of each key.",
        provides: [.key]),
      .init(
        "stream", \.stream,
        "The stream to play for each key; the key's values are its input '$group'.",
        provides: [.key, .group], measured: [#"{"from":"$group"}"#]),
      .init(
        "forgetAfter", \.forgetAfter,
        "The time without a value after which a key's group completes and is forgotten.",
        isPositive: true, measured: ["10"]),
    ]

    static let spec = OperatorSpec(
      name: "groupBy", category: .grouping,
      end: .passed,
      summary: "Applies operators, or a stream, to the values of each key separately.",
      suggestedFor: ["keyBy", "partitionBy", "groupByKey", "segment"],
      parameters: declared.map(\.spec),
      forms: [["key", "operators", "forgetAfter?"], ["key", "stream", "forgetAfter?"]],
      reasons: [.dropped: "its group emitted nothing for it"],
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
        .init(
          source: "11--1-2-1-|",
          parameters: #"{"key": "$0", "operators": [{"count": {}}], "forgetAfter": 3}"#,
          result: "----2--1-1(1|)"),
      ])

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let upstream = step.upstream
      let checked = try step.check(key, in: .value(upstream.type), at: "key")
      let inner =
        if let operators {
          try step.applyToGroup(operators, forgetAfter: forgetAfter)
        } else {
          step.takeGroupStream()
        }
      step.lintKeys(checked, of: upstream, isForgetting: forgetAfter != nil)
      if forgetAfter != nil { step.noteDrops(.forgotten) }
      var extent = upstream.extent.regrouped
      if extent.completion == .always { extent.completion = .perhaps }
      if upstream.extent.isEmpty || inner.extent.isEmpty { extent.most = 0 }
      return Emission(inner.type, extent)
    }

    func build(_ step: PlanStep) -> Int {
      let evaluator = step.evaluator("key")
      return step.stage([step.guarded(by: evaluator)], inner: step.inner) {
        [forgetAfter, site = step.drops.first?.site] inputs, place in
        let makeKey = evaluator.transform(at: place)
        let inner = place.inner(own: .key)
        var groups = Publishers.GroupBy(
          upstream: inputs[0],
          key: { value throws(StreamFailure) in EquivalentValue(try makeKey(value, .null)) },
          hash: { $0.quickHash },
          forgetting: forgetAfter.map { ($0.duration, place.scheduler) },
          pipeline: { key, group in inner.run(key.value, group: group) })
        let playing = place.playing
        groups.forgot = site.map { site in { playing.drop($0.value, at: $1, site: site) } }
        return groups.eraseToAnyPublisher()
      }
    }
  }
}

extension Operator.GroupBy {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    let closure =
      try operators == nil ? swift.groupClosure() : swift.groupClosure(applying: swift.inner)
    let (key, isPlain) = try swift.key("key")
    guard let forgetAfter else {
      if !isPlain { try swift.guardValues("key") }
      return swift.call(isPlain ? "groupBy" : "tryGroupBy", key, closure: closure)
    }
    try swift.guardValues("key")
    swift.call(
      "tryGroupBy", swift.duration("forgetAfter", forgetAfter, as: "forgetAfter"),
      swift.scheduler, try swift.expression("key", "key"), closure: closure)
  }
}

extension Operator.GroupBy {
  func partition(_ step: PartitionStep) {
    step.group(by: "key")
  }
}
