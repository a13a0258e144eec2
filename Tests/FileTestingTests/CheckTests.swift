import FileTesting
import Marbles
import Pipelines
import TestSupport
import Testing
import Values

/// The outcomes of the checks of a document.
@Suite struct CheckTests {
  /// Returns a word for each check of a document.
  private func outcomes(_ text: String, steps: Int = 10_000) -> [String] {
    let document = StreamDocument(SourceText(name: "t.json", text))
    if let mistakes = document.mistakes { return ["\(mistakes)"] }
    return document.checks.map { check in
      switch document.play(check, steps: steps) {
      case .passed: "passed"
      case .skipped(let reason): "skipped: \(reason)"
      case .differs: "differs"
      case .endless: "endless"
      case .unsteady: "unsteady"
      case .mistaken(let mistakes): "\(mistakes)"
      }
    }
  }

  @Test(arguments: [
    (#""-a-b|""#, "passed"), (#""- a- b |""#, "passed"), (#""-a-x|""#, "differs"),
    (#""-ab|""#, "differs"), (#""-a-b""#, "differs"), (#""-a-b-|""#, "differs"),
    (#""-a-b#""#, "differs"), (#""""#, "differs"),
    (#"{"marbles": "-A-B|", "values": {"A": "a", "B": "b"}}"#, "passed"),
    (#"{"marbles": "--a---b-|", "frame": 0.5, "$why": 1}"#, "passed"),
    (#"{"marbles": "--a---b-|"}"#, "differs"),
    (
      #"[{"time": 1, "value": "a"}, {"value": "b", "time": 3.0}, {"time": 4, "completion": "finished"}]"#,
      "passed"
    ),
    (
      #"[{"time": 1, "value": "a"}, {"time": 3, "value": "b"}, {"time": 4, "completion": "failure"}]"#,
      "differs"
    ),
    (#"[{"time": 1, "value": "a"}, {"time": 3, "value": "b"}]"#, "differs"),
    (#"[]"#, "differs"),
  ])
  func `an expectation can be stated in three forms`(expectation: String, outcome: String) {
    #expect(outcomes(#"{"marbles": "-a-b|", "expect": \#(expectation)}"#) == [outcome])
  }

  @Test(arguments: [
    (#""1|""#, "(1|)", "differs"), (#""1|""#, "1|", "passed"), ("1.0", "(1|)", "differs"),
    ("1", "(1|)", "passed"), (#"{"a": 1, "b": 2}"#, "", "differs"),
  ])
  func `values are compared exactly`(value: String, marbles: String, outcome: String) {
    let source = value.contains("|") ? #""marbles": \#(value)"# : #""sequence": [\#(value)]"#
    #expect(outcomes(#"{\#(source), "expect": "\#(marbles)"}"#) == [outcome])
  }

  @Test func `the order of keys makes no difference, and a nanosecond does`() {
    #expect(
      outcomes(
        #"{"sequence": [{"a": 1, "b": 2}], "expect": [{"time": 0, "value": {"b": 2, "a": 1}}, {"time": 0, "completion": "finished"}]}"#
      ) == ["passed"])
    #expect(
      outcomes(
        #"{"marbles": "a", "operators": [{"delay": {"seconds": 0.3}}], "expect": [{"time": 0.300000001, "value": "a"}]}"#
      ) == ["differs"])
  }

  @Test(arguments: [
    (#""-#""#, "passed"), (#"{"marbles": "-#"}"#, "passed"),
    (#"{"marbles": "-#", "error": "no"}"#, "passed"),
    (#"{"marbles": "-#", "error": "error"}"#, "differs"), (#""--#""#, "differs"),
    (#"[{"time": 1, "completion": "failure"}]"#, "passed"),
    (#"[{"time": 1, "completion": "failure", "error": "no"}]"#, "passed"),
    (#"[{"time": 1, "completion": "failure", "error": ""}]"#, "differs"),
  ])
  func `a failure without a message matches any`(expectation: String, outcome: String) {
    #expect(
      outcomes(#"{"marbles": "-#", "error": "no", "expect": \#(expectation)}"#) == [outcome])
  }

  @Test(arguments: [
    (#"{"time": 1, "value": "b"}, {"time": 2, "completion": "finished"}"#, #""b""#),
    (#"{"time": 2, "value": "a"}, {"time": 2, "completion": "finished"}"#, "2"),
    (#"{"time": 1, "completion": "finished"}"#, #""finished""#),
    (#"{"time": 1, "value": "a"}, {"time": 2, "completion": "failure"}"#, #""failure""#),
    (#"{"time": 1, "value": "a"}, {"time": 2, "value": 7}"#, "7"),
    (#"{"time": 1, "value": "a"}, {"time": 2.5, "completion": "finished"}"#, "2.5"),
    // A surplus or missing event differs as a whole.
    (#"{"time": 1, "value": "a"}"#, #"{"time""#),
  ])
  func `the differing part of an event of a list is marked`(
    events: String, part: String
  ) throws {
    let text = #"{"marbles": "-a|",\#n "expect": [\#n\#(events)]}"#
    let document = StreamDocument(SourceText(name: "t.json", text))
    let check = try #require(document.checks.first)
    guard case .differs(let difference) = document.play(check) else {
      Issue.record("it passed")
      return
    }
    let rest = String(decoding: text.utf8.dropFirst(difference.location.offset), as: UTF8.self)
    #expect(rest.hasPrefix(part))
    #expect(difference.location.line == 3)
    #expect(difference.location.excerpt.hasPrefix(" 3 | "))
  }

  private static let clicks = #"""
    {"definitions": {"clicks": {"marbles": "x|"}, "both": {"merge": ["clicks", "clicks"]}},
     "from": "both", "operators": [{"filter": {"expression": "$0 != 'q'"}}],
     "tests": [
    """#

  @Test(arguments: [
    (#"{"inputs": {"clicks": "ab|"}, "expect": "[aa][bb]|"}"#, "passed"),
    (#"{"inputs": {"both": "ab|"}, "expect": "ab|"}"#, "passed"),
    (#"{"inputs": {"clicks": "q|"}, "values": {"q": 1}, "expect": "(qq)"}"#, "differs"),
    (#"{"inputs": {"clicks": "q"}, "values": {"q": 1}, "expect": "[qq]"}"#, "passed"),
    (
      #"{"inputs": {"clicks": {"marbles": "q|", "values": {"q": 2}, "frame": 0.5}}, "values": {"q": 1}, "expect": {"marbles": "[22] 500ms |", "frame": 0.5}}"#,
      "differs"
    ),
    (
      #"{"inputs": {"clicks": {"marbles": "q|", "values": {"q": 2}, "frame": 0.5}}, "values": {"q": 1}, "expect": {"marbles": "[22]|", "frame": 0.5}}"#,
      "passed"
    ),
    (##"{"inputs": {"clicks": "#"}, "expect": {"marbles": "#", "error": "error"}}"##, "passed"),
    (
      #"{"inputs": {"clicks": [{"time": 2, "value": 1}, {"time": 2, "completion": "failure", "error": "gone"}]}, "expect": [{"time": 2, "value": 1}, {"time": 2, "completion": "failure", "error": "gone"}]}"#,
      "passed"
    ),
    (#"{"expect": "[xx]|"}"#, "passed"),
    (#"{"inputs": {"clicks": ""}, "expect": ""}"#, "passed"),
  ])
  func `a test plays its inputs wherever they are named`(test: String, outcome: String) {
    #expect(outcomes(Self.clicks + test + "]}") == [outcome])
  }

  @Test func `an input of another type than the file's values fails when it plays`() {
    #expect(
      outcomes(
        ##"{"definitions": {"n": {"sequence": [1]}}, "from": "n", "operators": [{"map": {"expression": "$0 + 1"}}], "tests": [{"inputs": {"n": "a|"}, "expect": "#"}]}"##
      ) == ["passed"])
  }

  @Test func `a stream that replaces a hot diagram is hot`() {
    let text = #"""
      {"definitions": {"h": {"marbles": "-----x|", "hot": true}}, "append": [{"marbles": "--|"}, "h"],
       "tests": [{"inputs": {"h": "-abc|"}, "expect": "---c|"}]}
      """#
    #expect(outcomes(text) == ["passed"])
    #expect(outcomes(text.replacing(", \"hot\": true", with: "")) == ["differs"])
  }

  @Test func `definitions have separate checks, in the order of the file`() {
    let document = StreamDocument(
      SourceText(
        name: "t.json",
        #"""
        {"tests": [{"expect": "1"}, {"name": "named", "expect": "(1|)"}], "expect": "(1|)",
         "definitions": {"a": {"sequence": [1], "definitions": {"b": {"sequence": []}},
           "expect": "(1|)", "tests": [{"inputs": {"b": "", "c": ""}, "expect": "(1|)"}]},
           "c": {"sequence": []}},
         "from": "a"}
        """#))
    #expect(document.mistakes == nil)
    #expect(
      document.checks.map { "\($0.location.line) \($0.title)" }
        == ["1 test 1", "1 named", "1 expect", "3 a: expect", "3 a: test 1"])
    let results = document.checks.map { check -> Bool in
      if case .passed = document.play(check) { true } else { false }
    }
    #expect(results == [false, true, true, true, true])
  }

  @Test(arguments: [("passed", "a#"), ("differs", "-a#")])
  func `thousands of tests of a document are played in time that grows with their number`(
    outcome: String, marbles: String
  ) {
    func time(of count: Int) -> Duration {
      let tests = repeatElement(
        ##"{"inputs": {"i": "a#"}, "expect": "\##(marbles)"}"##, count: count)
      let text =
        #"{"definitions": {"i": {"sequence": []}}, "from": "i", "tests": [\#(tests.joined(separator: ","))]}"#
      return threadTime {
        #expect(outcomes(text).allSatisfy { $0 == outcome })
      }
    }
    // Ten times as many take about ten times as long; a hundred, if each checked all the others again.
    let few = time(of: 200)
    #expect(time(of: 2000) < few * 50)
  }

  @Test func `a playback that does not end is stopped, and reports pending work`() throws {
    let document = StreamDocument(
      SourceText(
        name: "t.json", #"{"marbles": "-a|", "operators": [{"repeat": {}}], "expect": "-a|"}"#))
    let check = try #require(document.checks.first)
    guard case .endless(let playing) = document.play(check, steps: 9) else {
      Issue.record("it ended")
      return
    }
    #expect(playing.steps == 9 && playing.pendingCount == 1)
    #expect(
      "\(playing)".hasPrefix("stopped after 9 steps at ")
        && "\(playing)".contains("still pending: 1 timer, the next due at "))
    guard case .differs = document.play(check, steps: 1_000) else { return }
    Issue.record("it ended")
  }

  @Test func `values without an end at one instant are stopped too`() throws {
    let document = StreamDocument(
      SourceText(
        name: "t.json",
        #"{"sequence": [1, 2, 3], "operators": [{"repeat": {"count": 5000}}], "expect": ""}"#))
    let check = try #require(document.checks.first)
    guard case .endless(let playing) = document.play(check, steps: 100) else {
      Issue.record("it ended")
      return
    }
    #expect(playing.valueCount == 100)
  }
}
