import Checking
import Exporting
import Expressions
import Playing
import Reactive
import StreamModels
import Tracing
import Values

extension Operator {
  struct Aggregate: ExportedOperator {
    var values = NamedObjects<AggregateFunction>()
    var count: Int?
    var seconds: Seconds?
    var every: Seconds?
    var empty: Bool?
    var gap: Seconds?
    var maximum: Seconds?
    var endsWhen: String?
    var startsWhen: String?
    var bounds: Bool?
    var atEnd: Publishers.PendingAtEnd?
    var emit: EmissionTime?

    /// When results are emitted.
    enum EmissionTime: String, ParameterWord, Hashable {
      case each, window
    }

    static let declared: [OperatorParameter<Self>] =
      [
        .init(
          "values", \.values, "The results by name, each with one function.",
          measured: [#"{"n": {"count": true}, "sum": {"sum": "$0#"}}"#])
      ] + windows + [
        .init(
          "emit", \.emit,
          "When results are emitted: for each 'window', which is the default, or with 'each' value."
        )
      ]

    private static let windows: [OperatorParameter<Self>] = [
      .init(
        "count", \.count, "The number of values of a window.", isPositive: true, measured: ["3"]),
      .init("seconds", \.seconds, "The length of a window.", isPositive: true, measured: ["10"]),
      .init(
        "every", \.every, "The time from the start of one window to the start of the next.",
        isPositive: true, measured: ["5"]),
      .init(
        "empty", \.empty, "Whether windows without values are emitted, from the first value on."),
      .init("gap", \.gap, "The time without a value that ends a session."),
      .init(
        "maximum", \.maximum, "The longest time since the first value of a window.",
        isPositive: true, measured: ["10"]),
      .init(
        "endsWhen", \.endsWhen,
        "Whether '$0' ends its window; '$1' is the object so far, including '$0'.",
        role: .comparison, measured: [#""$0# % 10 == 9""#]),
      .init(
        "startsWhen", \.startsWhen,
        "Whether '$0' starts the next window; '$1' is the object so far, including '$0'.",
        role: .comparison, measured: [#""$0# % 10 == 0""#]),
      .init(
        "bounds", \.bounds, "Whether results are objects that state the bounds of their window."),
      .init(
        "atEnd", \.atEnd, "What happens to open windows at the end; 'emit' by default.",
        words: ["emit", "drop"]),
    ]

    static let spec = OperatorSpec(
      name: "aggregate", category: .reducing,
      dependence: .on("the values around it"),
      end: .heeded,
      summary: "Emits the results of functions over all values, or over windows, without lists.",
      remark: """
        The windows are those of 'collect'. Each function keeps one state for a window, so that \
        memory does not grow with the number of values; 'list', 'percentile' and 'countDistinct' \
        keep the values that they need. Windows that overlap consist of panes, so a value costs the \
        same however many windows contain it.
        """,
      suggestedFor: [
        "summarize", "summarise", "aggregation", "agg", "rollup", "statistics", "stats",
      ],
      parameters: declared.map(\.spec),
      forms: [
        ["values", "bounds?", "emit?"],
        ["values", "seconds", "every?", "empty?", "bounds?", "atEnd?"],
        ["values", "count|gap|maximum|endsWhen|startsWhen", "bounds?", "atEnd?"],
      ],
      outcomes: [.pass],
      reasons: [
        .completed: "the stream ended before the window was full",
        .dropped: "no window was open for it",
      ],
      summarizes: true,
      examples: [
        .init(
          source: "-3-1-2-|",
          parameters: #"{"values": {"most": {"max": "$0"}, "n": {"count": true}}}"#,
          result: "-------(a|)", values: ["a": ["most": 3, "n": 3]]),
        .init(
          source: "-12---3-|",
          parameters: #"{"seconds": 3, "values": {"sum": {"sum": "$0"}}}"#,
          result: "---a----(b|)", values: ["a": ["sum": 3], "b": ["sum": 3]]),
        .init(
          source: "-1234-|",
          parameters: #"{"endsWhen": "$1.sum > 4", "values": {"sum": {"sum": "$0"}}}"#,
          result: "---a--(b|)", values: ["a": ["sum": 6], "b": ["sum": 4]]),
        .init(
          source: "-1213-|",
          parameters: #"{"startsWhen": "$0 == 1", "values": {"last": {"last": true}}}"#,
          result: "---a--(b|)", values: ["a": ["last": 2], "b": ["last": 3]]),
        .init(
          source: "-3-1-2-|",
          parameters: #"{"emit": "each", "values": {"mean": {"avg": "$0"}}}"#,
          result: "-a-b-c-|", values: ["a": ["mean": 3.0], "b": ["mean": 2.0], "c": ["mean": 2.0]]),
      ])

    // MARK: - Check

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      var mistakes = Diagnostics()
      let type = step.upstream.type
      for entry in values.entries {
        let path = step.place(of: "values").appending(entry.name)
        for mistake in Self.mistakes(in: entry.value) {
          mistakes.append(
            Diagnostic(.invalidValue, mistake.message, hint: mistake.hint, at: path))
        }
        for (key, text) in entry.value.expressions {
          do throws(Diagnostics) {
            try step.check(
              text, in: .value(type), as: key == "where" ? .condition : .anything,
              named: Self.key(entry.name, key), at: path.appending(key))
          } catch {
            mistakes.append(contentsOf: error)
          }
        }
      }
      for (key, text) in [("startsWhen" as Text, startsWhen), ("endsWhen", endsWhen)] {
        guard let text else { continue }
        do throws(Diagnostics) {
          try step.check(text, in: .pair(type, .map(.dyn)), as: .condition, at: key)
        } catch {
          mistakes.append(contentsOf: error)
        }
      }
      if mistakes.hasErrors { throw mistakes }
      // For emitted Swift, which collects the results of all expressions.
      try step.check(AggregateExpressions(values).arguments, in: .value(type), at: nil)
      let extent = step.upstream.extent
      return Emission(
        .map(.dyn),
        isWhole && emit != .each
          ? extent.summedUp(evenIfEmpty: true, canFail: true) : extent.regrouped)
    }

    private static func mistakes(
      in function: AggregateFunction
    ) -> [(message: String, hint: String?)] {
      let written = function.written
      guard written.count == 1 else {
        let names = written.map { "'\($0.kind.rawValue)'" }.joined(separator: " and ")
        return [
          written.isEmpty
            ? ("a result without a function", #"write { "count": true }, or another one"#)
            : ("\(names) in one result", "give each a name")
        ]
      }
      var found: [(String, String?)] = []
      let kind = written[0].kind
      if function.count == false { found.append(("'count' is false", "write true")) }
      if kind != .top, function.by != nil || function.of != nil {
        found.append(("'by' and 'of' belong to 'top'", "remove them"))
      }
      if kind == .percentile ? function.rank == nil : function.p != nil {
        found.append(
          kind == .percentile
            ? ("'percentile' needs a 'p' from 0 to 100", #"write "p": 90"#)
            : ("'p' belongs to 'percentile'", "remove it"))
      }
      return found
    }

    /// The name under which an expression of a result is noted.
    private static func key(_ name: Text, _ member: Text) -> Text {
      Text("values.\(name).\(member)")
    }

    // MARK: - Build

    /// Whether there is one window, which ends with the stream.
    var isWhole: Bool {
      seconds == nil && gap == nil && maximum == nil && count == nil && endsWhen == nil
        && startsWhen == nil
    }

    func build(_ step: PlanStep) -> Int {
      let plan = AggregatePlan(
        values.entries.map { entry in
          (
            entry.name,
            AggregatePlan.Function(
              kind: entry.value.written[0].kind, top: entry.value.top ?? 0,
              rank: entry.value.rank ?? 0)
          )
        }, keepsPrevious: startsWhen != nil || endsWhen != nil)
      let functions = values.entries.map { AggregateArguments($0.value, $0.name, step, Self.key) }
      let conditions = (
        starts: startsWhen.map { _ in step.evaluator("startsWhen") },
        ends: endsWhen.map { _ in step.evaluator("endsWhen") }
      )
      return step.stage { [self, tolerance = step.tolerance] upstream, place in
        let ignores = tolerance.map { tolerance in
          { (input: AggregateInput, failure: StreamFailure) in
            place.playing.drop(input.value, failure, tolerance)
          }
        }
        let arguments = functions.map { $0.function(at: place) }
        let inputs = upstream.tryCompactMap {
          (value: Value) throws(StreamFailure) -> AggregateInput? in
          do throws(StreamFailure) {
            var found: [AggregateArgument?] = []
            found.reserveCapacity(arguments.count)
            for argument in arguments { found.append(try argument(value)) }
            return AggregateInput(plan: plan, value: value, arguments: found)
          } catch {
            guard let tolerance else { throw error }
            place.playing.drop(value, error, tolerance)
            return nil
          }
        }
        let windows = self.windows(
          of: inputs.eraseToAnyPublisher(), plan, conditions, ignores: ignores, at: place)
        return windows.map { self.value(of: $0, plan) }.eraseToAnyPublisher()
      }
    }

    private func windows(
      of inputs: AnyPublisher<AggregateInput, StreamFailure>, _ plan: AggregatePlan,
      _ conditions: (starts: Evaluator?, ends: Evaluator?),
      ignores: ((AggregateInput, StreamFailure) -> Void)?, at place: StagePlace
    ) -> AnyPublisher<Publishers.ContentWindow<AggregateContents>, StreamFailure> {
      let emitsAtEnd = atEnd != .drop
      if let seconds {
        return inputs.summarize(
          AggregateContents.self, length: seconds.duration, every: (every ?? seconds).duration,
          emitsAtEnd: emitsAtEnd, empty: empty == true ? Collect.emptyLimit(of: "aggregate") : nil,
          sums: !plan.keepsValues,
          failures: .init(
            refusal: { StreamFailure($1) }, merging: { StreamFailure($0) }, ignores: ignores),
          scheduler: place.scheduler
        ).eraseToAnyPublisher()
      }
      return inputs.summarize(
        Publishers.ContentLimits<AggregateContents, StreamFailure>(
          gap: gap?.duration, maximum: maximum?.duration, count: count,
          startsWhen: conditions.starts.map { plan.condition($0, at: place) },
          endsWhen: conditions.ends.map { plan.condition($0, at: place) },
          ignores: ignores, refusal: { StreamFailure($1) }, emitsEach: emit == .each,
          emitsEmpty: isWhole),
        emitsAtEnd: emitsAtEnd, scheduler: place.scheduler
      ).eraseToAnyPublisher()
    }

    private static let boundedShape = ObjectShape(shared: ["start", "end", "closedBy", "values"])

    private func value(
      of window: Publishers.ContentWindow<AggregateContents>, _ plan: AggregatePlan
    ) -> Value {
      let results = plan.object(of: window.contents)
      guard bounds == true else { return results }
      return .object(
        Object(
          shape: Self.boundedShape,
          [
            .double(Frame(nanoseconds: window.start.nanoseconds).seconds),
            .double(Frame(nanoseconds: window.end.nanoseconds).seconds),
            .string(Text(window.closing.rawValue)), results,
          ]))
    }
  }
}

extension AggregatePlan {
  /// Returns an expression as a condition on a value and the results so far.
  fileprivate func condition(
    _ evaluator: Evaluator, at place: StagePlace
  ) -> Publishers.ContentLimits<AggregateContents, StreamFailure>.Condition {
    let relation = evaluator.relation(at: place)
    return { [self] input, contents throws(StreamFailure) in
      try relation(input.value, object(of: contents))
    }
  }
}

/// The expressions of one function.
private struct AggregateArguments: Sendable {
  let kind: AggregateKind
  let argument: Evaluator?
  let kept: Evaluator?
  let condition: Evaluator?

  init(
    _ function: AggregateFunction, _ name: Text, _ step: PlanStep, _ key: (Text, Text) -> Text
  ) {
    func evaluator(_ member: Text, _ text: String?) -> Evaluator? {
      text == nil ? nil : step.evaluator(key(name, member))
    }
    let written = function.written[0]
    kind = written.kind
    argument =
      kind == .top
      ? evaluator("by", function.by) : evaluator(Text(kind.rawValue), written.expression)
    kept = evaluator("of", function.of)
    condition = evaluator("where", function.condition)
  }

  /// Returns what the function is applied to for a value; nil if it leaves the value out.
  func function(
    at place: StagePlace
  ) -> (Value) throws(StreamFailure) -> AggregateArgument? {
    let condition = condition?.condition(at: place)
    let argument = argument?.transform(at: place)
    let kept = kept?.transform(at: place)
    let plain = { (value: Value) in value.withoutTraces() }
    return { [kind] value throws(StreamFailure) in
      if let condition, try !condition(value) { return nil }
      let result: Value =
        if let argument { try argument(value, .null) } else if kind == .count { .null } else {
          plain(value)
        }
      if let mistake = kind.mistake(in: result) {
        throw place.playing.attributed(
          StreamFailure("\(mistake); leave it out with 'where'"))
      }
      var found = AggregateArgument(value: result)
      switch kind {
      case .minBy, .maxBy: found.kept = plain(value)
      case .top: found.kept = if let kept { try kept(value, .null) } else { plain(value) }
      default: break
      }
      return found
    }
  }
}
