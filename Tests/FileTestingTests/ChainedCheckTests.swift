import FileTesting
import TestSupport
import Testing
import Values

@testable import Pipelines

/// Checks of definitions that use one another: each definition is compiled once, and not again for
/// every check of one that uses it.
@Suite struct ChainedCheckTests {
  /// Definitions that each add one to the values of the previous one, with their expectations.
  private static func chain(_ count: Int, _ state: (String) -> String) -> SourceText {
    let definitions = (0..<count).map { number in
      let stream =
        number == 0
        ? #""sequence": [0]"#
        : #""from": "n\#(number - 1)", "operators": [{"map": {"expression": "$0 + 1"}}]"#
      let events =
        #"[{"time": 0, "value": \#(number)}, {"time": 0, "completion": "finished"}]"#
      return #""n\#(number)": {\#(stream), \#(state(events))}"#
    }
    return SourceText(
      name: "a.json",
      #"{"definitions": {\#(definitions.joined(separator: ","))}, "from": "n\#(count - 1)"}"#)
  }

  private static let forms: [@Sendable (String) -> String] = [
    { #""expect": \#($0)"# }, { #""tests": [{"expect": \#($0), "until": 5}]"# },
  ]

  @Test(arguments: forms.indices)
  func `the time of all checks does not grow with the length of a chain`(form: Int) {
    func time(_ count: Int) -> Duration {
      let source = Self.chain(count, Self.forms[form])
      return threadTime {
        let document = StreamDocument(source)
        #expect(document.checks.count == count)
        for check in document.checks { #expect(document.play(check).hasPassed) }
      }
    }
    _ = time(10)
    // Four times as many are compiled in four times the time; playing takes sixteen times as long.
    #expect(time(120) < time(30) * 10)
  }

  @Test(arguments: forms.indices)
  func `expectations are judged without compiling a definition again`(form: Int) {
    func time(_ count: Int) -> Duration {
      let source = Self.chain(count, Self.forms[form])
      return threadTime { #expect(Validation(of: source).diagnostics.isEmpty) }
    }
    _ = time(10)
    #expect(time(120) < time(30) * 8)
  }

  /// Definitions that play alone as they do in a document, and what each of them emits.
  private static let document = #"""
    {"parameters": {"by": 2}, "definitions": {
      "hot": {"marbles": "a-^-b-c|", "hot": true, "expect": "--b-c|"},
      "one": {"merge": ["hot", {"marbles": "x|"}], "expect": "x-b-c|"},
      "two": {"merge": ["one", "hot"], "expect": "x-[bb]-[cc]|"},
      "later": {"operators": [{"delay": {"seconds": "$by"}}]},
      "three": {"append": ["one", "two"], "operators": [{"later": {}}],
        "expect": "--x-b-cx|"},
      "bad": {"sequence": [1, 0], "operators": [
        {"map": {"expression": "1 / $0", "onError": "skip"}}], "expect": "(1|)"},
      "failing": {"from": "bad", "operators": [{"map": {"expression": "1 / ($0 - 1)"}}],
        "expect": "#"},
      "named": {"parameters": {"v": "d"}, "marbles": "a|",
        "operators": [{"map": {"expression": "$v"}}], "expect": "d|"},
      "inner": {"sequence": [1], "operators": [{"map": {"expression": "$outer"}}],
        "expect": "(1|)"},
      "outer": {"sequence": [3], "operators": [{"flatMap": {"stream": "inner"}}],
        "expect": "(3|)"}},
     "from": "two", "expect": "x-[bb]-[cc]|"}
    """#

  @Test func `a check plays as its stream does by itself`() throws {
    let source = SourceText(name: "a.json", Self.document)
    let document = StreamDocument(source)
    #expect(document.mistakes == nil)
    var outcomes: [String: String] = [:]
    for check in document.checks {
      outcomes[check.title] =
        switch document.play(check) {
        case .passed: "passed"
        case .differs: "differs"
        case .mistaken(let mistakes): mistakes.items[0].message
        case .skipped, .endless, .unsteady: "not played"
        }
    }
    #expect(
      outcomes == [
        "expect": "passed", "hot: expect": "passed", "one: expect": "passed",
        "two: expect": "passed", "three: expect": "passed", "bad: expect": "passed",
        "failing: expect": "passed", "named: expect": "passed", "outer: expect": "passed",
        "inner: expect": "'$outer' is not available here",
      ])
  }
}

extension CheckOutcome {
  fileprivate var hasPassed: Bool { if case .passed = self { true } else { false } }
}
