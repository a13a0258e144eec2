import Foundation
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Values on which expressions fail, and the hot streams that receive them.
@Suite struct SideOutputTests {
  private static let bad = #"{"map": {"expression": "6 / $0", "onError": {"output": "bad"}}}"#

  @Test(arguments: [
    (#""onError": "fail""#, "6@0 #division by zero in \"6 / $0\"@1"),
    (#""onError": "skip""#, "6@0 2@2 |@3"),
    (#""onError": {"output": "bad"}"#, "6@0 2@2 |@3"),
    (#""onError": {"$why": 1, "output": "bad"}"#, "6@0 2@2 |@3"),
  ])
  func `a value on which the expression fails is treated as stated`(
    policy: String, events: String
  ) throws {
    let text = #"{"marbles": "103|", "operators": [{"map": {"expression": "6 / $0", \#(policy)}}]}"#
    #expect(try played(text) == events)
  }

  @Test(arguments: [
    ("1-2-3|", #"{"filter": {"expression": "$0 % 2 == 0", "#, "-1@0 2@2 -3@4 |@5"),
    ("1-1-2|", #"{"distinct": {"#, "1@0 -1@2 2@4 |@5"),
    ("11-21|", #"{"removeDuplicates": {"#, "1@0 -1@1 2@3 1@4 |@5"),
    ("123-4|", #"{"rateLimit": {"count": 1, "seconds": 2, "#, "1@0 -2@1 3@2 4@4 |@5"),
    ("123-4|", #"{"throttle": {"seconds": 3, "#, "1@0 -2@2 3@3 4@6 |@6"),
    ("123-4|", #"{"throttle": {"seconds": 3, "latest": false, "#, "1@0 -3@2 2@3 4@6 |@6"),
    ("123-4|", #"{"throttle": {"seconds": 3, "trailing": false, "#, "1@0 -2@1 -3@2 4@4 |@5"),
    ("12--3---|", #"{"debounce": {"seconds": 2, "#, "-1@1 2@3 3@6 |@8"),
    ("12--3---|", #"{"debounce": {"seconds": 2, "leading": true, "#, "1@0 -2@1 3@4 |@8"),
    // A pending value at the end has not been replaced.
    ("1--2|", #"{"debounce": {"seconds": 2, "#, "1@2 |@4"),
  ])
  func `an output receives the values that an operator drops`(
    marbles: String, operators: String, events: String
  ) throws {
    #expect(
      try played(
        #"""
        {"merge": [{"marbles": "\#(marbles)", "operators": [\#(operators)"dropped": {"output": "rest"}}}]},
                   {"from": "rest", "operators": [{"map": {"expression": "-$0"}}]}]}
        """#) == events)
  }

  @Test func `an output receives what fails, and what an operator drops`() throws {
    #expect(
      try played(
        #"""
        {"merge": [{"marbles": "10-2|", "operators": [
           {"filter": {"expression": "2 / $0 > 1", "onError": {"output": "bad"}, "dropped": {"output": "small"}}}]},
           {"from": "bad", "operators": [{"map": {"expression": "$0.value"}}]},
           {"from": "small", "operators": [{"map": {"expression": "$0 * 10"}}]}]}
        """#) == "1@0 0@1 20@3 |@4")
  }

  @Test func `an output is a hot stream that ends when all streams feeding it have ended`() throws {
    #expect(
      try played(#"{"merge": [{"marbles": "10-0|", "operators": [\#(Self.bad)]}, "bad"]}"#)
        == #"6@0 {"value":0,"error":"division by zero in \"6 / $0\""}@1 "#
        + #"{"value":0,"error":"division by zero in \"6 / $0\""}@3 |@4"#)
    // If two streams feed it, it ends with the last one.
    #expect(
      try played(
        #"""
        {"merge": [{"marbles": "0|", "operators": [\#(Self.bad)]},
                   {"from": "bad", "operators": [{"count": {}}]},
                   {"marbles": "--0-|", "operators": [\#(Self.bad)]}]}
        """#) == "2@4 |@4")
    // A later subscriber receives only later values.
    #expect(
      try played(
        #"""
        {"merge": [{"marbles": "0-0|", "operators": [\#(Self.bad)]},
                   {"append": [{"marbles": "-|"},
                               {"from": "bad", "operators": [{"map": {"expression": "$0.value"}}]}]}]}
        """#) == "0@2 |@3")
  }

  @Test func `a stream that feeds an output can be cancelled, fail, or begin late`() throws {
    let count = #"{"from": "bad", "operators": [{"count": {}}]}"#
    #expect(
      try played(
        #"""
        {"merge": [{"marbles": "0-0-0|", "operators": [\#(Self.bad),
                     {"prefixUntilOutput": {"stream": {"marbles": "---1|"}}}]}, \#(count)]}
        """#) == "2@3 |@3")
    #expect(
      try played(
        #"""
        {"merge": [{"marbles": "0-#", "error": "x", "operators": [\#(Self.bad),
                     {"catch": {"stream": {"sequence": []}}}]}, \#(count)]}
        """#) == "1@2 |@2")
    // No stream that feeds it is running at the time of the subscription.
    #expect(
      try played(#"{"append": [\#(count), {"marbles": "0|", "operators": [\#(Self.bad)]}]}"#)
        == "0@0 |@1")
  }

  @Test func `a stage ignores a value on which its expression fails`() throws {
    let skip = #""onError": "skip""#
    let document = { (operators: String) in
      #"{"marbles": "1-0-2-|", "operators": [\#(operators)]}"#
    }
    let cases: [(String, String)] = [
      (#"{"scan": {"initialValue": 7, "expression": "$0 / $1", \#(skip)}}"#, "7@0 3@4 |@6"),
      (#"{"reduce": {"initialValue": 7, "expression": "$0 / $1", \#(skip)}}"#, "3@6 |@6"),
      (#"{"groupBy": {"key": "6 / $0", \#(skip), "operators": [{"count": {}}]}}"#, "1@6 1@6 |@6"),
      (#"{"delay": {"expression": "1 / $0 + 1", \#(skip)}}"#, "1@2 2@5 |@6"),
      (#"{"delay": {"expression": "$0 - 1", \#(skip)}}"#, "1@0 2@5 |@6"),
      (#"{"collect": {"endsWhen": "6 / $0 == 3", \#(skip)}}"#, "[1,2]@4 |@6"),
      (
        #"{"collect": {"startsWhen": "6 / $0 == 3", "endsWhen": "6 / $0 == 6", \#(skip)}}"#,
        "[1]@0 [2]@6 |@6"
      ),
      (#"{"sustained": {"expression": "6 / $0 > 0", "seconds": 3, \#(skip)}}"#, "[true,1]@3 |@6"),
      (#"{"prefixWhile": {"expression": "6 / $0 > 3", \#(skip)}}"#, "1@0 |@4"),
      (#"{"allSatisfy": {"expression": "6 / $0 > 0", \#(skip)}}"#, "true@6 |@6"),
      (#"{"fail": {"error": "so", "expression": "6 / $0 == 3", \#(skip)}}"#, "1@0 #so@4"),
      (
        #"{"join": {"stream": {"sequence": [0, 3]}, "on": "6 / $0 > 2 ? 1 : 2", "within": 9, \#(skip)}}"#,
        "|@6"
      ),
    ]
    for (operators, events) in cases {
      #expect(try played(document(operators)) == events, "\(operators)")
    }
  }

  /// This covers every operator: the expressions of its examples are replaced by one that fails at
  /// time 0, at the first of two values.
  @Test(arguments: Operator.specs.map(\.name))
  func `each operator with an expression tolerates its failures`(name: String) throws {
    let spec = try #require(Operator.specs.first { $0.name == name })
    for example in spec.examples {
      guard let failing = Self.failing(example, of: spec) else { continue }
      let text = #"""
        {"marbles": "[11]--2|", "operators": [{"\#(name)": \#(failing)}]}
        """#
      let program = try program(text)
      let scheduler = VirtualScheduler()
      let dropped = DroppedValues()
      var events: [String] = []
      Playback().play(program.publisher(on: scheduler, dropped: dropped), on: scheduler) {
        events.append($0.brief)
      }
      #expect(program.report(dropped).contains { $0.reason == .failed }, "\(text)")
      #expect(!events.contains { $0.contains("division by zero") }, "\(text) \(events)")
    }
  }

  /// Returns the parameters of an example, with expressions that fail; nil if it has no
  /// expressions.
  private static func failing(_ example: OperatorSpec.Example, of spec: OperatorSpec) -> Value? {
    let source = SourceText(name: "", example.parameters)
    guard case .object(let object)? = try? JSONReader.value(of: source).value else { return nil }
    var hasExpression = false
    let members = object.members.map { member -> Member in
      let parameter = spec.parameters.first { $0.name == member.key.string }
      guard let parameter, parameter.kind == .expression else { return member }
      hasExpression = true
      let isCondition = parameter.role == .condition || parameter.role == .comparison
      return Member(
        key: member.key,
        value: .string(Text("1 / int($time)" + (isCondition ? " > 0" : ""))))
    }
    guard hasExpression else { return nil }
    return .object(Object(members + [Member(key: "onError", value: "skip")]))
  }

  @Test func `a value that closes a window and then fails still closes it, unless it is skipped`()
    throws
  {
    let windows = { (policy: String) in
      #"""
      {"marbles": "1-0-2-|", "operators": [{"collect": {"startsWhen": "$0 == 0",
        "endsWhen": "6 / $0 == 3"\#(policy)}}]}
      """#
    }
    #expect(try played(windows("")) == "[1]@2 #division by zero in \"6 / $0 == 3\"@2")
    #expect(try played(windows(#", "onError": "skip""#)) == "[1,2]@4 |@6")
  }

  @Test func `late records go to a separate stream`() throws {
    let document = #"""
      {"merge": [{"input": "a", "time": "$0", "late": {"output": "late"}}, "late"]}
      """#
    #expect(
      try played(document, reading: ["a": "10\n12\n11\n9.5\n13\n"])
        == #"10@0 12@2 {"value":11,"lateBy":1.0}@2 {"value":9.5,"lateBy":2.5}@2 13@3 |@3"#)
  }

  @Test func `dropped values are counted, with the first three`() throws {
    let program = try program(
      #"""
      {"input": "a", "operators": [
        {"map": {"expression": "6 / $0", "onError": "skip"}},
        {"filter": {"expression": "6 / ($0 - 6) > 0", "onError": {"output": "bad"}}}]}
      """#)
    let session = try InputSession(program, ["a": .text("0\n0\n1\n0\n0\n2\n")])
    let scheduler = VirtualScheduler()
    let dropped = DroppedValues()
    let publisher = program.publisher(on: scheduler, inputs: session, dropped: dropped)
    Playback().play(publisher, on: scheduler) { _ in }
    let reports = program.report(dropped)
    #expect(reports.map(\.operatorName) == ["map", "filter"])
    #expect(reports.map(\.count) == [4, 1])
    #expect(reports.map(\.output) == [nil, "bad"])
    #expect(reports.map { $0.location.map { "\($0.line):\($0.column)" } } == ["2:11", "3:14"])
    #expect(
      reports[0].first.map(\.line)
        == [1, 2, 4].map {
          "test.json:2:27: division by zero in '6 / $0' for 0 (record \($0))"
        })
    #expect(dropped.count == 5)
  }

  /// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
  @Test func `an output only makes skipped values visible`() throws {
    let cases = RandomCampaign.cases ?? 150
    let seed = RandomCampaign.seed ?? 1
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var seen = 0
    for number in 0..<cases {
      let text = Self.failingOnTwo(pipelines.document()).description
      let output = text.replacing(#""onError":"skip""#, with: #""onError":{"output":"spare"}"#)
      let skip = text.replacing(#""onError":{"output":"spare"}"#, with: #""onError":"skip""#)
      guard output != skip, let plain = try? program(skip),
        let tapped = try? Program(SourceText(name: "test.json", output), taps: ["spare"])
      else { continue }
      let (events, spare, count) = play(tapped)
      let (expected, _, skipped) = play(plain)
      seen += spare
      guard events == expected, spare == count, count == skipped else {
        Issue.record(
          "seed \(seed), pipeline \(number): \(spare) of \(count) of \(skipped)\n\(events)\n\(expected)\n\(output)"
        )
        return
      }
    }
    #expect(seen > cases / 10, "seed \(seed): only \(seen) values were dropped")
  }

  /// Returns a document with an additional last operator, which fails on a number that random
  /// pipelines often emit.
  private static func failingOnTwo(_ document: Value) -> Value {
    guard case .object(let object) = document else { return document }
    let last: Value = [
      "map": ["expression": "type(dyn($0)) == int ? 6 / (dyn($0) - 2) : 7", "onError": "skip"]
    ]
    var operators: [Value] = []
    if case .array(let own)? = object["operators"] { operators = own }
    let members = object.members.filter { $0.key != "operators" }
    return .object(
      Object(members + [Member(key: "operators", value: .array(operators + [last]))]))
  }

  /// Plays a program with its side output. Returns the events, the number of events of the output,
  /// and the number of dropped values.
  private func play(_ program: Program) -> (events: [String], spare: Int, dropped: Int) {
    let scheduler = VirtualScheduler()
    let dropped = DroppedValues()
    var events: [String] = []
    var spare = 0
    let publisher = program.publisher(
      on: scheduler,
      taps: [
        (
          "spare",
          { event, _ in
            if case .value = event { spare += 1 }
          }
        )
      ], dropped: dropped)
    Playback(until: Instant(nanoseconds: 100_000_000_000), limit: 200).play(
      publisher, on: scheduler
    ) { events.append($0.brief) }
    let failed = program.report(dropped).filter {
      $0.reason == .failed || $0.reason == .late && $0.output != nil
    }
    return (events, spare, failed.reduce(0) { $0 + $1.count })
  }
}
