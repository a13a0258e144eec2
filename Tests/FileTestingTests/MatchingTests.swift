import FileTesting
import Pipelines
import Testing
import Values

/// The keys that determine how a test compares values, how long it is played, and whether it is
/// played at all.
@Suite struct MatchingTests {
  /// The outcome of a test whose stream emits one value.
  private func outcome(
    of value: String, expecting expected: String, _ keys: String
  ) throws -> CheckOutcome {
    let text = """
      {"sequence": [\(value)], "tests": [{\(keys)"expect": [{"time": 0, "value": \(expected)},
       {"time": 0, "completion": "finished"}]}]}
      """
    let document = StreamDocument(SourceText(name: "t.json", bytes: Array(text.utf8)))
    #expect(document.mistakes == nil)
    return document.play(try #require(document.checks.first))
  }

  private func passes(_ value: String, _ expected: String, _ keys: String) throws -> Bool {
    if case .passed = try outcome(of: value, expecting: expected, keys) { true } else { false }
  }

  private static let partial = #""match": "partial", "#

  @Test(arguments: [
    (#"{"a": 1, "b": 2}"#, #"{"a": 1}"#, true), (#"{"a": 1}"#, #"{"a": 1, "b": 2}"#, false),
    (#"[{"a": 1, "b": 2}]"#, #"[{"b": 2}]"#, true), (#"[1, 2]"#, "[1]", false),
    (#"{"a": {"x": 1, "y": [{"z": 1, "w": 2}]}}"#, #"{"a": {"y": [{"w": 2}]}}"#, true),
    (#"{"a": 1}"#, #"{"a": 1.0}"#, false), (#"{"a": null}"#, "{}", true),
    (#"{}"#, #"{"a": null}"#, false), ("1", "1", true),
  ])
  func `an object may have additional keys`(value: String, expected: String, isMatch: Bool) throws {
    #expect(try passes(value, expected, Self.partial) == isMatch)
    #expect(try passes(value, expected, #""match": "exact", "#) == (value == expected))
  }

  @Test(arguments: [
    ("1.05", "1.0", true), ("1.2", "1.0", false), ("1.05", "1", true), ("1", "1.05", true),
    ("2", "1", false), (#"{"a": [1.05]}"#, #"{"a": [1.0]}"#, true), (#""1.0""#, "1.0", false),
    ("-1.05", "-1.0", true),
  ])
  func `a double may differ slightly`(value: String, expected: String, isMatch: Bool) throws {
    #expect(try passes(value, expected, #""tolerance": 0.1, "#) == isMatch)
    #expect(try !passes(value, expected, ""))
  }

  @Test func `a difference names only the parts that do not match`() throws {
    let outcome = try outcome(
      of: #"{"a": 1, "b": 2.01, "c": 3}"#, expecting: #"{"a": 2, "b": 2.0}"#,
      Self.partial + #""tolerance": 0.1, "#)
    guard case .differs(let difference) = outcome else { return #expect(Bool(false)) }
    let report = difference.report()
    #expect(report.contains("a: expected 2, got 1"))
    #expect(!report.contains("b: expected"))
    #expect(!report.contains("c: expected"))
  }

  @Test func `a playback stops at a time, and includes that instant`() throws {
    let text = """
      {"marbles": "a-b-c-d-e-f", "operators": [{"repeat": {}}],
       "tests": [{"until": "4s", "expect": "a-b-c"}, {"until": 4, "expect": "a-b-c-d"}]}
      """
    let document = StreamDocument(SourceText(name: "t.json", bytes: Array(text.utf8)))
    guard case .passed = document.play(document.checks[0]),
      case .differs = document.play(document.checks[1])
    else { return #expect(Bool(false)) }
  }

  @Test func `a test with a reason is not played`() throws {
    guard case .skipped("later") = try outcome(of: "1", expecting: "2", #""skip": "later", "#)
    else { return #expect(Bool(false)) }
  }

  @Test func `the keys are encoded as they were read`() throws {
    let text = #"""
      {"sequence":[1],"tests":[{"name":"n","skip":"s","until":"1m","match":"partial","tolerance":0.5,"expect":""},{"until":2,"match":"exact","tolerance":1,"expect":""}]}
      """#
    let model = try StreamModel<Value>(SourceText(name: "t.json", bytes: Array(text.utf8)))
    let written = JSONWriter.text(of: try ValueEncoder().encode(model))
    #expect(String(decoding: written, as: UTF8.self) == text)
  }
}
