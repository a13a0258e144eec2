import Checking
import Exporting
import Expressions
public import Patterns
import Playing
public import Reactive
public import StreamModels
import Tracing
import Values

extension Operator {
  /// Emits an object for each sequence of values that fits the steps: the first values that fit,
  /// each in time after the one before. Every value of a match comes less than `within` after its
  /// first value, and `next` says which matches may overlap.
  ///
  ///     .pattern(
  ///       steps: [
  ///         .steps("failed", where: "$0 == 'failed'", minimum: 3),
  ///         .step("ok", where: "$0 == 'ok'"),
  ///       ], within: Seconds("10m"))
  public static func pattern(
    steps: [PatternStep], within: Seconds? = nil, contiguous: Bool? = nil,
    next: Publishers.PatternOverlap? = nil, bounds: Bool? = nil
  ) -> Operator {
    precondition(!steps.isEmpty && within != .zero, "a pattern without steps, or without time")
    return Operator(
      Pattern(steps: steps, within: within, contiguous: contiguous, next: next, bounds: bounds))
  }

  struct Pattern: ExportedOperator {
    var steps: [PatternStep] = []
    var within: Seconds?
    var contiguous: Bool?
    var next: Publishers.PatternOverlap?
    var bounds: Bool?

    static let declared: [OperatorParameter<Self>] = [
      .init(
        "steps", \.steps, "The steps, in order.",
        measured: [
          #"[{"name": "a", "where": "$0# % 3 == 0"}, {"name": "b", "where": "$0# % 3 == 1"}]"#
        ]),
      .init(
        "within", \.within, "Every value of a match comes less than this after its first value.",
        isPositive: true, measured: ["10"]),
      .init("contiguous", \.contiguous, "Whether all steps are contiguous."),
      .init("next", \.next, "Which matches may overlap; 'afterLast' by default."),
      .init("bounds", \.bounds, "Whether matches are objects that state their bounds."),
    ]

    static let spec = OperatorSpec(
      name: "pattern", category: .reducing,
      dependence: .on("the values around it"),
      end: .heeded,
      summary: "Emits an object for each sequence of values that fits its steps.",
      remark: """
        Each value that fits the first step begins a partial match, which takes the first values \
        that fit and passes over the others. A match is emitted once it is complete and can take \
        no more. 'not' rules values out: before the next step or, with 'seconds', for a time.
        """,
      otherNames: ["MATCH_RECOGNIZE"],
      suggestedFor: [
        "match", "cep", "detect", "sequenceOf", "patterns", "followedByAny", "notFollowedBy",
      ],
      parameters: declared.map(\.spec),
      outcomes: [.pass],
      reasons: [
        .dropped: "no step takes it", .replaced: "its partial match ended",
        .expired: "its partial match was not complete in time",
        .completed: "the stream ended before its partial match was complete",
        .held: "its partial match was not complete",
      ],
      remedies: [.dropped: "a step would have to take it"],
      examples: [
        .init(
          source: "f--f-f---o|",
          parameters: #"""
            {"steps": [{"name": "failed", "where": "$0 == 'f'", "times": {"minimum": 3}}, \#
            {"name": "ok", "where": "$0 == 'o'"}], "within": 10}
            """#,
          result: "---------x|", values: ["x": ["failed": ["f", "f", "f"], "ok": "o"]]),
        .init(
          source: "a-ab-a--b|",
          parameters: #"""
            {"steps": [{"name": "open", "where": "$0 == 'a'"}, {"not": "$0 == 'b'", "seconds": 3}]}
            """#, result: "---x----x|", values: ["x": ["open": "a"]]),
      ])

    private var checkedSteps: PatternSteps {
      PatternSteps(steps: steps, within: within, isContiguous: contiguous == true)
    }

    func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
      let checked = checkedSteps
      let path = step.place(of: "steps")
      func diagnostics(
        _ findings: [PatternSteps.Finding], _ severity: Diagnostic.Severity
      ) -> Diagnostics {
        Diagnostics(
          findings.map { finding in
            let place = path.appending(finding.step)
            return Diagnostic(
              .invalidValue, finding.message, hint: finding.hint,
              at: finding.member.map { place.appending($0) } ?? place, severity: severity)
          })
      }
      var mistakes = diagnostics(checked.mistakes, .error)
      if steps.count > PatternSteps.limit { throw mistakes }
      for index in steps.indices {
        do throws(Diagnostics) {
          try check(index, of: checked, in: step, below: path)
        } catch {
          mistakes.append(contentsOf: error)
        }
      }
      if mistakes.hasErrors { throw mistakes }
      step.warn(diagnostics(checked.warnings, .warning))
      if step.hasParameter(Variable.match.rawValue) {
        step.warn(
          "the parameter 'match' is hidden in 'pattern', where '$match' is the match so far",
          hint: "rename the parameter", at: "steps")
      }
      return Emission(.map(.dyn), step.upstream.extent.regrouped)
    }

    private func check(
      _ index: Int, of checked: PatternSteps, in step: CheckStep, below path: DocumentPath
    ) throws(Diagnostics) {
      let part = steps[index]
      guard let text = part.not ?? part.condition else { return }
      let type = step.upstream.type
      var scope = Scope.pair(type, checked.mayBegin(index) ? .dyn : type)
      scope.match = checked.visible(from: index, of: type)
      let member: Text = part.takes ? "where" : "not"
      try step.check(
        text, in: scope, as: .condition, named: Self.key(of: index),
        at: path.appending(index).appending(member), mayBeConstant: !part.takes)
    }

    /// The name under which the expression of a step is noted.
    static func key(of index: Int) -> Text { Text("steps[\(index)]") }

    func build(_ step: PlanStep) -> Int {
      let checked = checkedSteps
      let conditions = steps.indices.map { index in
        (steps[index].not ?? steps[index].condition).map { _ in
          StepCondition(step.expression(Self.key(of: index)), at: index, of: checked)
        }
      }
      // Runs for many keys share one.
      let plan = Publishers.PatternPlan(
        Swift.zip(conditions, steps).map { condition, step in
          step.form(contiguous: contiguous == true, readsMatch: condition?.readsMatch ?? false)
        }, within: within?.duration, next: next ?? .afterLast)
      let result = MatchShape(names: checked.names, lists: checked.lists, hasBounds: bounds == true)
      let wait = steps.last?.not
      return step.stage { [tolerance = step.tolerance] upstream, place in
        let limits = Publishers.PatternLimits<Value, StreamFailure>(
          failure: { StreamFailure($0 + Self.wayOut) },
          ignores: tolerance.map { tolerance in { place.playing.drop($0, $1, tolerance) } })
        return Publishers.Pattern(
          upstream: upstream, plan: plan,
          conditions: conditions.map { $0?.condition(at: place) ?? .any },
          scheduler: place.scheduler, limits: limits,
          ended: place.playing.endNotes.map { note in
            { ends in
              // Of two that end together, the one that began first says why.
              for end in ends.reversed() {
                let fate = checked.fate(of: end)
                for value in end.values.joined() { note(value, fate) }
              }
            }
          }
        ).map { match in
          if let wait, match.end < place.scheduler.now {
            let now = Seconds(Instant.zero.duration(to: place.scheduler.now))
            place.playing.note("no value fitted `\(wait)` until \(now.text) s")
          }
          return result.value(of: match)
        }.eraseToAnyPublisher()
      }
    }

    /// The rest of the failure of a limit.
    fileprivate static let wayOut =
      ", which is the limit of 'pattern'; add 'within' or \"next\": \"afterEnd\", or put it into "
      + "'groupBy'"
  }
}

/// The condition of a step: its evaluator, and the parts of the match that it reads.
private struct StepCondition {
  private let evaluator: Evaluator
  private let readsResults: Bool
  /// Whether it depends on the match so far.
  let readsMatch: Bool
  /// The results of the steps that it sees.
  private let visible: MatchShape

  init(_ expression: CheckedExpression, at index: Int, of steps: PatternSteps) {
    evaluator = expression.evaluator()
    readsResults = expression.reads(.match)
    readsMatch = readsResults || expression.reads(.second)
    let names = steps.visible(from: index, of: .dyn).map(\.name)
    visible = MatchShape(
      names: names, lists: Array(steps.lists.prefix(names.count)), hasBounds: false)
  }

  func condition(at place: StagePlace) -> Publishers.PatternCondition<Value, StreamFailure> {
    guard readsMatch else { return .value(evaluator.condition(at: place)) }
    let condition = evaluator.matchCondition(readsMatch: readsResults, at: place)
    return .match { [visible] value, match throws(StreamFailure) in
      try condition(value, match.previous ?? .null) { visible.results(match.values) }
    }
  }
}

extension Operator.Pattern {
  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    var arguments: [SwiftCode] = []
    for index in steps.indices { arguments.append(try code(ofStep: index, in: swift)) }
    let wayOut = swift.chain.addConstant(.call("String", [.string(Self.wayOut)]))
    let failure = SwiftCode.closure("", [.call("EvaluationError", [.atom("$0 + \(wayOut)")])])
    let limits =
      [.labeled("failure", failure), swift.ignoringClosure.map { .labeled("ignores", $0) }]
      as [SwiftCode?]
    swift.importModule("Patterns")
    swift.call(
      "pattern", .array(arguments), within.map { swift.duration("within", $0, as: "within") },
      next.map { .labeled("next", .atom(".\($0.rawValue)")) }, swift.scheduler,
      .labeled("limits", .call(".init", limits.compactMap(\.self))))
    let result = object(of: checkedSteps, slots: nil)
    guard bounds == true else {
      return swift.call("map", closure: .closure("match -> Value", [result]))
    }
    swift.call(
      "map",
      closure: .closure(
        "match -> Value",
        [
          .atom("["), .atom("  \"start\": .seconds(Instant.zero.duration(to: match.start)),"),
          .atom("  \"end\": .seconds(Instant.zero.duration(to: match.end)),"),
          .joined([.atom("  \"values\": "), result, .atom(",")]), .atom("]"),
        ]))
  }

  private func code(ofStep index: Int, in swift: SwiftStep) throws(Diagnostics) -> SwiftCode {
    let step = steps[index]
    let condition = try condition(ofStep: index, in: swift)
    if step.not != nil {
      return .call(
        ".not",
        [step.seconds.map { swift.duration("seconds", $0, as: "for") }, condition]
          .compactMap(\.self))
    }
    func flag(_ name: String, _ isSet: Bool) -> SwiftCode? {
      isSet ? .labeled(name, .atom("true")) : nil
    }
    let times =
      step.maximum == step.minimum
      ? (step.minimum == 1 ? nil : "\(step.minimum)...\(step.minimum)")
      : "\(step.minimum)...\(step.maximum.map { "\($0)" } ?? "")"
    return .call(
      ".step",
      [
        times.map { .labeled("times", .atom($0)) }, flag("optional", step.isOptional),
        flag("greedy", step.isGreedy),
        flag("contiguous", step.contiguous ?? (contiguous == true)),
        step.name == nil ? .labeled("keeps", .atom("false")) : nil, condition,
      ].compactMap(\.self))
  }

  private func condition(
    ofStep index: Int, in swift: SwiftStep
  ) throws(Diagnostics) -> SwiftCode? {
    guard steps[index].not ?? steps[index].condition != nil else { return nil }
    let key = Self.key(of: index)
    let reads = swift.reads(key)
    guard reads.second || reads.match else {
      return .labeled("where", try swift.expression(key, "condition"))
    }
    let rule = try swift.constant(key)
    let names = checkedSteps.visible(from: index, of: .dyn).map(\.name)
    let match =
      reads.match
      ? object(of: checkedSteps, slots: names.count) : .atom(".null")
    let call = SwiftCode.call(
      "try \(rule).condition",
      [.atom("value"), .atom("match.previous"), .labeled("match", match)])
    return .labeled("whereMatch", .closure("value, match throws(EvaluationError)", [call]))
  }

  /// Returns the object with the results of the first steps.
  private func object(of steps: PatternSteps, slots: Int?) -> SwiftCode {
    let names = steps.names.prefix(slots ?? steps.names.count)
    let members = names.enumerated().map { slot, name -> SwiftCode in
      .atom(
        "\"\(name)\": "
          + (steps.lists[slot]
            ? ".array(match.values[\(slot)])" : "match.values[\(slot)].first ?? .null"))
    }
    return members.isEmpty ? .atom("[:]") : .array(members)
  }
}

extension Publishers.PatternOverlap: ParameterWord {}
