import Expressions
import Marbles
import TestSupport
import Testing
import Values

@testable import Checking
@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Documents with very many streams, and with deeply nested streams, on a stack of one megabyte.
@Suite struct LargeDocumentTests {
  /// Returns the number of events of a document and the last two of them, or its diagnostics.
  private func ending(of text: String) -> String {
    outcome {
      let events = try program(text).play().events.map(\.brief)
      return "\(events.count): \(events.suffix(2).joined(separator: " "))"
    }
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  /// Definitions `n0`, `n1`, …, the last of which plays.
  private static func names(
    _ count: Int, first: String, _ next: (_ name: Int, _ before: String) -> String
  ) -> String {
    let rest = (1..<count).map { #""n\#($0)": \#(next($0, "\"n\($0 - 1)\""))"# }
    let all = ([#""n0": \#(first)"#] + rest).joined(separator: ",")
    return #"{"definitions": {\#(all)}, "from": "n\#(count - 1)"}"#
  }

  @Test(arguments: [
    (#"{"sequence": [1]}"#, "30001: 1@0 |@0"), (#""x""#, "30001: 2@0 |@0"),
    (#"{"append": []}"#, "1: |@0"),
  ])
  func `an append of 30,000 inputs plays`(input: String, ending: String) async {
    await onStack(megabytes: 1) {
      let inputs = Self.list(30_000) { _ in input }
      let text = #"{"definitions": {"x": {"sequence": [2]}}, "append": \#(inputs)}"#
      #expect(self.ending(of: text) == ending)
    }
  }

  @Test func `an append of 20,000 diagrams takes their total time`() async {
    await onStack(megabytes: 1) {
      let inputs = Self.list(20_000) { _ in #"{"marbles": "-a|", "frame": 0.001}"# }
      #expect(ending(of: #"{"append": \#(inputs)}"#) == #"20001: "a"@39.999 |@40"#)
    }
  }

  @Test(arguments: [
    (#"{"sequence": [1]}"#, "10001: 1@0 |@0"), (#"{"marbles": "-a|"}"#, #"10001: "a"@1 |@2"#),
    (#"{"marbles": "-a|", "hot": true}"#, #"10001: "a"@1 |@2"#),
    (
      #"{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}]}]}"#, "10001: 1@1 |@1"
    ),
  ])
  func `a merge of 10,000 inputs plays`(input: String, ending: String) async {
    await onStack(megabytes: 1) {
      #expect(self.ending(of: #"{"merge": \#(Self.list(10_000) { _ in input })}"#) == ending)
    }
  }

  @Test func `a merge keeps the order of 10,000 inputs at every instant`() throws {
    let inputs = Self.list(10_000) {
      #"{"marbles": "a-b|", "values": {"a": \#($0), "b": \#(10_000 + $0)}}"#
    }
    let values = try program(#"{"merge": \#(inputs)}"#).play().values
    #expect(values == (0..<20_000).map { .int(Int64($0)) })
  }

  @Test func `a zip of 10,000 inputs plays`() async {
    await onStack(megabytes: 1) {
      let inputs = Self.list(10_000) { #"{"sequence": [\#($0), 0]}"# }
      let told = outcome {
        let rows = try program(#"{"zip": \#(inputs)}"#).play().values
        return
          "\(rows == [.array((0..<10_000).map { .int($0) }), .array(Array(repeating: 0, count: 10_000))])"
      }
      #expect(told == "true")
    }
  }

  static let chains: [(text: String, ending: String)] = [
    (names(5000, first: #"{"sequence": [1]}"#) { #"{"from": \#($1)}"# }, "2: 1@0 |@0"),
    (
      names(5000, first: #"{"sequence": [1]}"#) {
        #"{"append": [\#($1), {"sequence": [\#($0)]}]}"#
      },
      "5001: 4999@0 |@0"
    ),
    (
      names(5000, first: #"{"sequence": [1]}"#) {
        #"{"append": [{"sequence": [\#($0)]}, \#($1)]}"#
      },
      "5001: 1@0 |@0"
    ),
    (
      names(5000, first: #"{"marbles": "-a|"}"#) {
        #"{"merge": [\#($1), {"marbles": "-\#($0 % 10)|"}]}"#
      },
      "5001: 9@1 |@2"
    ),
    (
      names(5000, first: #"{"sequence": [1]}"#) {
        #"{"from": \#($1), "operators": [{"map": {"expression": "$0 + \#($0)"}}]}"#
      }, "2: 12497501@0 |@0"
    ),
    (
      names(3000, first: #"{"sequence": [1]}"#) {
        #"{"from": \#($1), "operators": [{"delay": {"seconds": 0.\#($0 % 10)}}]}"#
      }, "2: 1@1350 |@1350"
    ),
    (
      names(3000, first: #"{"sequence": [[1, 2]]}"#) {
        #"{"from": \#($1), "operators": [{"zip": {"streams": [{"sequence": [\#($0)]}]}}, "#
          + #"{"map": {"expression": "[$0[0][0], $0[1]]"}}]}"#
      }, "2: [1,2999]@0 |@0"
    ),
    (
      names(1000, first: #"{"sequence": [1]}"#) {
        #"{"stream": [{"value": \#($0), "operators": [{"append": {"streams": [\#($1)]}}]}]}"#
      }, "1001: 1@0 |@0"
    ),
  ]

  @Test(arguments: chains.indices)
  func `thousands of names, each of the previous one, play`(index: Int) async {
    await onStack(megabytes: 1) {
      let chain = Self.chains[index]
      #expect(ending(of: chain.text) == chain.ending)
    }
  }

  @Test func `a name that is used twice at each of many levels is not expanded twice`() throws {
    // A tree would have more leaves than there are atoms.
    let doubled = Self.names(1000, first: #"{"sequence": [1]}"#) {
      #"{"append": [\#($1), \#($1)]}"#
    }
    #expect(try played(doubled, Playback(limit: 3)) == "1@0 1@0 1@0")
    let few = Self.names(11, first: #"{"sequence": [1]}"#) { #"{"merge": [\#($1), \#($1)]}"# }
    #expect(ending(of: few) == "1025: 1@0 |@0")
  }

  @Test func `a playback in which time stands still fails`() async {
    #expect(SubscriptionCount.limit == 1_000_000)
    await onStack(megabytes: 1) {
      SubscriptionCount.$limit.withValue(50_000) {
        let text = Self.names(60, first: #"{"append": []}"#) { #"{"append": [\#($1), \#($1)]}"# }
        #expect(
          self.ending(of: text)
            == "1: #time does not advance: more than 50000 subscriptions at one instant without "
            + "an event@0")
      }
    }
  }

  @Test(arguments: ["merge", "zip", "append"])
  func `definitions that double stop at the limit on copies`(join: String) async {
    #expect(SubscriptionCount.copyLimit == 100_000)
    await onStack(megabytes: 1) {
      SubscriptionCount.$copyLimit.withValue(500) {
        let never = #"{"marbles": "-"}"#
        let first = join == "append" ? #"{"append": []}"# : never
        for (depth, isRefused) in [(6, false), (60, true)] {
          let text = Self.names(depth, first: first) { #"{"\#(join)": [\#($1), \#($1)]}"# }
          let ending = self.ending(of: text)
          #expect(
            ending.contains("too many streams: definitions are instantiated more than 500 times")
              == isRefused, "\(depth): \(ending)")
        }
        // Each of these streams is built once.
        let line = Self.names(600, first: #"{"sequence": [1]}"#) { #"{"merge": [\#($1)]}"# }
        #expect(self.ending(of: line) == "2: 1@0 |@0")
      }
    }
  }

  /// Only the text of a long list is stored. It is read each time the list is played.
  @Test func `a long list plays as it is written`() throws {
    let elements = [
      "1", "-2.50", "1e3", #""a\u00e9, ] \"""#, "[1 , [2]]", #"{ "a" : [ 1 ] }"#, "null", " true ",
    ]
    let list = Self.list(20_000) { elements[$0 % elements.count] + ($0 % 3 == 0 ? "\n " : "") }
    let values = try JSONReader.value(of: SourceText(name: "", list)).value
    let model = try StreamModel<Value>(SourceText(name: "", #"{"sequence": \#(list)}"#))
    guard case .sequence(.listed(let listed)) = model.source, case .array(let wanted) = values
    else {
      Issue.record("the list is not kept as text")
      return
    }
    #expect(listed.count == 20_000 && listed.values == wanted)
    #expect(model == StreamModel(source: .sequence(.values(wanted))))
    #expect(try model.play().values == wanted)
    let twice = #"{"sequence": \#(list), "operators": [{"repeat": {"count": 2}}]}"#
    #expect(try program(twice).play().values == wanted + wanted)
    let coded = try ValueEncoder().encode(model)
    #expect(coded == .object(Object([Member(key: "sequence", value: values)])))
  }

  @Test func `the type of a long list is that of its values`() throws {
    let ints = #"{"sequence": \#(Self.list(40_000) { "\($0)" })}"#
    #expect(try program(ints).type == .int)
    let mixed = #"{"sequence": \#(Self.list(40_000) { $0 == 39_999 ? "null" : "\($0)" })}"#
    #expect(try program(mixed).type == .dyn)
  }

  @Test func `finds a mistake in a long list`() {
    let list = Self.list(40_000) { $0 == 39_999 ? "01" : "1" }
    #expect(mistakes(in: SourceText(name: "t.json", #"{"sequence": \#(list)}"#)).codes == [.syntax])
  }

  /// Otherwise thousands of tests would each compile thousands of definitions.
  @Test(arguments: [3, 300])
  func `a check compiles only what it plays`(count: Int) throws {
    let text = Self.names(count, first: #"{"sequence": [1]}"#) { name, _ in
      #"{"sequence": [\#(name)], "operators": [{"count": {}}], "expect": "(1|)"}"#
    }
    let source = SourceText(name: "t.json", text)
    let model = try StreamModel<Value>(source)
    let program = try Program(
      model.withoutChecks, from: source, Diagnostics(), stream: "n1", replacements: Replacements(),
      settings: ParameterSettings(nil, of: "n1", in: DefinitionNames(of: model.definitions)))
    #expect(program.plan.nodes.count == 2)
    #expect(program.play().events.map(\.brief) == ["1@0", "|@0"])
  }

  @Test func `a check of a hot stream compiles the operators that feed it`() throws {
    let text = #"""
      { "definitions": { "odd": { "from": "bad" } }, "sequence": [0],
        "operators": [{ "map": { "expression": "1 / $0", "onError": { "output": "bad" } } }] }
      """#
    let source = SourceText(name: "t.json", text)
    let model = try StreamModel<Value>(source)
    let program = try Program(
      model.withoutChecks, from: source, Diagnostics(), stream: nil, taps: ["odd"],
      replacements: Replacements(),
      settings: ParameterSettings(nil, of: nil, in: DefinitionNames(of: model.definitions)))
    #expect(program.plan.facts.sideOutputs.count == 1)
    #expect(program.play().events.map(\.brief) == ["|@0"])
  }

  /// Inline models, down to the limit: the text before and after the inner one, its depth, and the
  /// events of the innermost one.
  static let nestings: [(before: String, after: String, depth: Int, plays: String)] = [
    (#"{"from": "#, "}", 1, "2: 1@0 |@0"),
    (#"{"append": ["#, "]}", 2, "2: 1@0 |@0"),
    (#"{"merge": [{"sequence": []}, "#, "]}", 2, "2: 1@0 |@0"),
    (#"{"definitions": {"a": "#, #"}, "from": "a"}"#, 2, "2: 1@0 |@0"),
    (#"{"sequence": [], "operators": [{"prepend": {"streams": ["#, "]}}]}", 5, "2: 1@0 |@0"),
    (
      #"{"stream": [{"value": 2, "operators": [{"merge": {"streams": ["#, "]}}]}]}", 7,
      "74: 1@0 |@0"
    ),
  ]

  @Test(arguments: nestings)
  func `models can be nested down to the limit`(
    nesting: (before: String, after: String, depth: Int, plays: String)
  ) async {
    await onStack(megabytes: 1) {
      func text(_ count: Int) -> String {
        String(repeating: nesting.before, count: count) + #"{"sequence": [1]}"#
          + String(repeating: nesting.after, count: count)
      }
      let most = 510 / nesting.depth
      #expect(ending(of: text(most)) == nesting.plays)
      for count in [most + 1, 100_000] {
        let told = ending(of: text(count))
        #expect(told.hasSuffix("error: too deeply nested; the limit is 512 levels"))
      }
    }
  }

  /// Finding the name that is nearest to a misspelled one takes longer than checking an expression.
  @Test(arguments: [
    ("$0 + siz(3)", "$0 + size('3')"), ("$0 + valu", "$0 + $0"),
    ("strings.quot('a')", "strings.quote('a')"),
  ])
  func `mistakes that are only counted take little more time than none`(
    mistaken: String, right: String
  ) {
    func time(_ expression: String, _ text: (String) -> String, mistakes wanted: Int) -> Duration {
      let source = SourceText(
        name: "t.json", text(#""operators": [{"map": {"expression": "\#(expression)"}}]"#))
      return threadTime { #expect(mistakes(in: source).count == wanted) }
    }
    let forms: [(String) -> String] = [
      { operators in
        let all = Self.list(1000) { _ in String(operators.dropFirst(14).dropLast()) }
        return #"{"sequence": [1], "operators": \#(all)}"#
      },
      { operators in
        #"{"append": \#(Self.list(1000) { _ in #"{"sequence": [1], \#(operators)}"# })}"#
      },
      { operators in
        #"{"stream": \#(Self.list(1000) { #"{"value": \#($0 % 2), \#(operators)}"# })}"#
      },
    ]
    for form in forms {
      let none = time(right, form, mistakes: 0)
      #expect(time(mistaken, form, mistakes: 1000) < none * 2 + .milliseconds(100))
    }
  }

  @Test func `counts the mistakes of very many streams`() async {
    await onStack(megabytes: 1) {
      func told(_ text: String) -> String {
        let found = mistakes(in: SourceText(name: "t.json", text))
        return "\(found.items.count) of \(found.count): \(found.codes.map { "\($0)" }.joined())"
      }
      let round = Self.names(5000, first: #"{"from": "n4999"}"#) {
        #"{"append": [\#($1), "n4999", "n\#($0)"]}"#
      }
      #expect(told(round) == "100 of 9999: cycle")
      let unknown = #"{"append": \#(Self.list(5000) { _ in #""nowhere""# })}"#
      #expect(told(unknown) == "100 of 5000: unknownStream")
      let items = Self.list(5000) { _ in
        #"{"value": 1, "operators": [{"append": {"streams": ["nowhere"]}}]}"#
      }
      #expect(
        told(#"{"stream": \#(items)}"#) == "100 of 5000: unknownStream")
    }
  }
}
