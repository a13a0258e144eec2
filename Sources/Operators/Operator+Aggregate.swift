import Checking
import Exporting
import Expressions
import Playing
import Reactive
import StreamModels
import Tracing
import Values

extension Operator {
  struct Aggregate: ExportedOperator, WindowedOperator {
    var values = NamedObjects<AggregateFunction>()
    var window = WindowParameters()
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
      ] + windowParameters + [
        .init(
          "emit", \.emit,
          "When results are emitted: for each 'window', which is the default, or with 'each' value."
        )
      ]

    static let soFar = "object"

    static let spec = OperatorSpec(
      name: "aggregate", category: .reducing,
      dependence: .on("the values around it"),
      end: .heeded,
      summary: "Emits the results of functions over all values, or over windows, without lists.",
      remark: """
        The windows are those of 'collect'. Each function keeps one state for a window, so that \
        memory does not grow with the number of values; 'list', 'percentile' and 'countDistinct' \
        keep the values that they need. Windows that overlap consist of panes, unless they have 'by', \
        so a value costs the same however many windows contain it.
        """,
      suggestedFor: [
        "summarize", "summarise", "aggregation", "agg", "rollup", "statistics", "stats",
      ],
      parameters: declared.map(\.spec),
      forms: windowForms(after: ["values"], eachTime: ["emit?"]),
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
          source: "03-1-7-2-|",
          parameters: #"{"seconds": 5, "by": "$0", "grace": 1, "values": {"n": {"count": true}}}"#,
          result: "------a--(b|)", values: ["a": ["n": 3], "b": ["n": 1]]),
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
      do throws(Diagnostics) {
        try window.check(step, soFar: .map(.dyn))
      } catch {
        mistakes.append(contentsOf: error)
      }
      if mistakes.hasErrors { throw mistakes }
      let extent = step.upstream.extent
      return Emission(
        .map(.dyn),
        window.kind.isWhole && emit != .each
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
            : ("\(names) in one result, expected one function", "write a result for each")
        ]
      }
      var found: [(String, String?)] = []
      let kind = written[0].kind
      if let top = function.top, top > AggregateFunction.mostTop {
        found.append(
          (
            "'top' is \(top), expected at most \(AggregateFunction.mostTop)",
            "'list' keeps all values"
          ))
      }
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
    static func key(_ name: Text, _ member: Text) -> Text {
      Text("values.\(name).\(member)")
    }

    // MARK: - Build

    func build(_ step: PlanStep) -> Int {
      let plan = AggregatePlan(
        values.entries.map { entry in
          (
            entry.name,
            AggregatePlan.Function(
              kind: entry.value.written[0].kind, top: entry.value.top ?? 0,
              rank: entry.value.rank ?? 0)
          )
        }, takesBack: window.takesBack)
      let functions = values.entries.map { AggregateArguments($0.value, $0.name, step, Self.key) }
      let build = WindowBuild(window, of: "aggregate", in: step)
      let (isBounded, emitsEach) = (window.bounds == true, emit == .each)
      return step.stage { [tolerance = step.tolerance] upstream, place in
        let arguments = functions.map { $0.function(at: place) }
        // Its storage is used again, unless a window still holds the value before.
        var found: [AggregateArgument?] = []
        let inputs = upstream.tryCompactMap {
          (value: Value) throws(StreamFailure) -> AggregateInput? in
          do throws(StreamFailure) {
            found.removeAll(keepingCapacity: true)
            for argument in arguments { found.append(try argument(value)) }
            return AggregateInput(plan: plan, value: value, arguments: found)
          } catch {
            guard let tolerance else { throw error }
            place.playing.drop(value, error, tolerance)
            return nil
          }
        }
        let windows = build.windows(
          AggregateContents.self, of: inputs.eraseToAnyPublisher(), sums: !plan.keepsValues,
          emitsEach: emitsEach, at: place, value: \.value, soFar: plan.object)
        return windows.tryMap { window throws(StreamFailure) in
          let results = plan.object(of: window.contents)
          if let mistake = plan.mistake(in: results) { throw build.failure(mistake, at: place) }
          return isBounded ? window.bounded(results) : results
        }.eraseToAnyPublisher()
      }
    }
  }
}

extension WindowParameters {
  /// Whether windows take a value out again, because it does not belong there.
  fileprivate var takesBack: Bool {
    startsWhen != nil || endsWhen != nil || by != nil && every != nil
  }
}

/// The expressions of one function.
private struct AggregateArguments: Sendable {
  let kind: AggregateKind
  let argument: Evaluator?
  let kept: Evaluator?
  let condition: Evaluator?
  private let source: ExpressionPlace

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
    source = ExpressionPlace(
      document: step.place.document, path: step.place.path.appending("values").appending(name))
  }

  /// Returns what the function is applied to for a value; nil if it leaves the value out.
  func function(
    at place: StagePlace
  ) -> (Value) throws(StreamFailure) -> AggregateArgument? {
    let condition = condition?.condition(at: place)
    let argument = argument?.transform(at: place)
    let kept = kept?.transform(at: place)
    let plain = { (value: Value) in value.withoutTraces() }
    return { [kind, source] value throws(StreamFailure) in
      if let condition, try !condition(value) { return nil }
      let result: Value =
        if let argument { try argument(value, .null) } else if kind == .count { .null } else {
          plain(value)
        }
      if let mistake = kind.mistake(in: result) {
        let message = "\(mistake); leave it out with 'where'"
        throw place.playing.attributed(
          StreamFailure(message, FailureCause(message, at: source)))
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
