import FileTesting
import Testing
import Values

@testable import Tuning

@Suite struct MutationTests {
  private func changes(_ text: String) -> [String] {
    Mutation.all(of: SourceText(name: "a.json", text)).map { "\($0.path): \($0.text)" }
  }

  @Test(arguments: [
    ("$0 > 2", ["$0 >= 2", "$0 > 1", "$0 > 3"]),
    (
      "$0.a1 <= 1.5 && 'x > 9' != $0.b",
      [
        "$0.a1 < 1.5 && 'x > 9' != $0.b", "$0.a1 <= 1.5 || 'x > 9' != $0.b",
        "$0.a1 <= 1.5 && 'x > 9' == $0.b",
      ]
    ),
    (#"'it\'s > 1' == $0"#, [#"'it\'s > 1' != $0"#]), ("$limit", []),
    ("$0[0]", ["$0[-1]", "$0[1]"]),
  ])
  func `changes one operator or number of an expression`(_ text: String, _ changed: [String]) {
    #expect(ExpressionMutations.all(of: text).map(\.text) == changed)
  }

  @Test func `changes operators and their parameters, and leaves tests alone`() {
    let found = changes(
      #"""
      { "parameters": { "quiet": "2s", "n": { "value": 3 } },
        "definitions": { "a": { "input": "a", "require": "$0 > 1" } },
        "from": "a", "operators": [
          { "debounce": { "seconds": "$quiet" } },
          { "throttle": { "seconds": 1.5, "latest": true } },
          { "flatMap": { "stream": { "from": "a", "operators": [ { "prefix": { "count": 2 } } ] } } } ],
        "tests": [ { "inputs": { "a": "1" }, "operators": [ { "count": {} } ], "expect": "1" } ] }
      """#)
    #expect(
      found == [
        "parameters.quiet: 'quiet' is 1 ns shorter", "parameters.quiet: 'quiet' is 1 ns longer",
        "parameters.quiet: 'quiet' is twice as long", "parameters.n.value: 'n' 3 became 2",
        "parameters.n.value: 'n' 3 became 4", "definitions.a.require: '>' became '>='",
        "definitions.a.require: 1 became 0", "definitions.a.require: 1 became 2",
        "operators[0]: 'debounce' left out",
        "operators[0]: 'debounce' moved after the next operator",
        "operators[1]: 'throttle' left out",
        "operators[1]: 'throttle' moved after the next operator",
        "operators[1].throttle.seconds: 'seconds' is 1 ns shorter",
        "operators[1].throttle.seconds: 'seconds' is 1 ns longer",
        "operators[1].throttle.seconds: 'seconds' is twice as long",
        "operators[1].throttle.latest: 'latest' became false", "operators[2]: 'flatMap' left out",
        "operators[2].flatMap.stream.operators[0]: 'prefix' left out",
        "operators[2].flatMap.stream.operators[0].prefix.count: 'count' 2 became 1",
        "operators[2].flatMap.stream.operators[0].prefix.count: 'count' 2 became 3",
      ])
  }

  @Test func `a file that is not JSON has nothing to change`() {
    #expect(changes("{ \"operators\": [").isEmpty)
  }

  @Test func `says which changes tests notice, with a test that would`() {
    let document = StreamDocument(
      SourceText(
        name: "a.json",
        #"""
        { "definitions": { "n": { "input": "n", "every": 1 } },
          "from": "n", "operators": [
            { "filter": { "expression": "$0 > 2" } }, { "filter": { "expression": "$0 > 1" } } ],
          "tests": [ { "inputs": { "n": "135|" }, "expect": "-35|" } ] }
        """#))
    #expect(MutantPlayer.passes(document, steps: 1000))
    let player = MutantPlayer(document, steps: 1000, plays: 200, seed: 3)
    var fates: [String: MutantPlayer.Fate] = [:]
    for mutation in Mutation.all(of: document.source) {
      fates["\(mutation.path): \(mutation.text)"] = player.fate(of: mutation) { false }
    }
    let first = "operators[0].filter.expression: "
    #expect(fates[first + "2 became 3"] == .noticed)
    // Values between 1 and 3 are not among those of the test, and its neighbor has the same effect.
    #expect(fates["operators[1]: 'filter' left out"] == .perhapsEquivalent)
    #expect(fates["operators[1].filter.expression: 1 became 2"] == .perhapsEquivalent)
  }

  @Test func `a random test that tells a change apart is small`() throws {
    let document = StreamDocument(
      SourceText(
        name: "a.json",
        #"""
        { "definitions": { "n": { "input": "n" } },
          "from": "n", "operators": [ { "debounce": { "seconds": 2 } } ],
          "tests": [ { "inputs": { "n": "1---23---|" }, "expect": "--1----3-|" } ] }
        """#))
    #expect(MutantPlayer.passes(document, steps: 1000))
    let player = MutantPlayer(document, steps: 1000, seed: 1)
    let mutation = try #require(
      Mutation.all(of: document.source).first { $0.text == "'seconds' is 1 ns longer" })
    #expect(player.fate(of: mutation) { false } == .noticed)
    let open = StreamDocument(
      SourceText(
        name: "a.json",
        #"""
        { "definitions": { "n": { "input": "n" } },
          "from": "n", "operators": [ { "removeDuplicates": {} }, { "throttle": { "seconds": 2 } } ],
          "tests": [ { "inputs": { "n": "1---2-1--|" }, "expect": "1---2-1--|" } ] }
        """#))
    let removal = try #require(
      Mutation.all(of: open.source).first { $0.text == "'removeDuplicates' left out" })
    guard
      case .survived(let test?) = MutantPlayer(open, steps: 1000).fate(
        of: removal, isOver: { false }),
      case .object(let object) = test, case .object(let inputs)? = object["inputs"],
      case .array(let events)? = inputs["n"]
    else {
      Issue.record("the change was not told apart")
      return
    }
    #expect(events.count == 2)
  }
}
