import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// A file that plays, and the diagnostics of its validation.
struct LintedFile: CustomTestStringConvertible, Sendable {
  var label: String
  var source: SourceText
  var found: String

  init(_ label: String, _ text: String, _ found: String = "") {
    self.label = label
    source = SourceText(name: "t.json", text)
    self.found = found
  }

  var testDescription: String { label }
}

/// Warnings about things that are allowed but unlikely to be intended: reported where they are
/// certain, and only there.
@Suite struct LintTests {
  @Test(arguments: LintedFile.all)
  func `a validation reports all warnings, and no others`(file: LintedFile) {
    #expect(Validation(of: file.source).diagnostics.description == file.found)
  }

  @Test(arguments: LintedFile.all)
  func `playing reports no warnings`(file: LintedFile) throws {
    // Some files have parameters without values.
    guard !file.label.hasPrefix("a parameter without") else { return }
    let model = try StreamModel<Value>(file.source)
    guard model.source != .upstream else { return }
    #expect(try Program(file.source).warnings.isEmpty)
  }

  @Test func `every code about the meaning has a file`() {
    let codes = Set(LintedFile.all.flatMap { Validation(of: $0.source).diagnostics.codes })
    // This code depends on records.
    let others: Set<DiagnosticCode> = [.unlikeData]
    #expect(codes == Set(DiagnosticCode.allCases.filter(\.isAboutMeaning)).subtracting(others))
  }

  @Test func `a mistake suppresses warnings about the meaning`() {
    let source = SourceText(
      name: "t.json",
      #"{"definitions": {"numbers": {"sequence": [1]}}, "from": "nubmers", "parameters": {"a": 1}}"#
    )
    #expect(
      Validation(of: source).diagnostics.description
        == "t.json:1:57: error: unknown stream 'nubmers'; did you mean 'numbers'?")
  }
}

extension LintedFile {
  static let all = conditions + reaches + endings + uses + expectations + inputs

  private static let conditions = [
    LintedFile(
      "a condition of another type",
      #"{"sequence": [1, 2], "operators": [{"filter": {"expression": "$0 == 'a' || false"}}]}"#,
      """
      t.json:1:63: warning: the condition is false for every value; compare '$0', or a part of it, \
      with a value of the same type
      """),
    LintedFile(
      "a condition that reads nothing",
      #"{"sequence": [1], "operators": [{"prefixWhile": {"expression": "size('ab') < 3"}}]}"#,
      """
      t.json:1:65: warning: the condition is true for every value; compare '$0', or a part of it, \
      with a value of the same type
      """),
    LintedFile(
      "a condition that a parameter decides",
      #"""
      {"parameters": {"isOn": true, "limit": 3}, "sequence": [1],
       "operators": [{"filter": {"expression": "$isOn"}}, {"filter": {"expression": "$limit > 9"}}]}
      """#),
    LintedFile(
      "a condition on values of several types",
      #"{"sequence": [1, "a"], "operators": [{"filter": {"expression": "$0 == 'a'"}}]}"#),
    LintedFile(
      "an int and a double",
      #"{"sequence": [1], "operators": [{"filter": {"expression": "$0 == 1.0"}}]}"#),
    LintedFile(
      "a condition in an operator of the file",
      #"""
      {"definitions": {"some": {"operators": [{"filter": {"expression": "$0 != null"}}]}},
       "sequence": [1], "operators": [{"some": {}}]}
      """#),
  ]

  private static let reaches = [
    LintedFile(
      "operators after one that lets nothing pass",
      #"""
      {"sequence": [1], "operators": [{"prefix": {"count": 0}}, {"map": {"expression": "$0"}},
                                      {"dropFirst": {"count": 1}}]}
      """#,
      """
      t.json:1:60: warning: no value reaches 'map' because 'prefix' before it drops them all; \
      change 'prefix', or remove 'map'
      t.json:2:34: warning: no value reaches 'dropFirst' because 'prefix' before it drops them \
      all; change 'prefix', or remove 'dropFirst'
      """),
    LintedFile(
      "operators that act on the end",
      #"""
      {"sequence": [1], "operators": [{"ignoreOutput": {}}, {"append": {"streams": [{"sequence": [2]}]}},
                                      {"map": {"expression": "$0"}}]}
      """#),
    LintedFile(
      "a stream after an endless one",
      #"{"append": [{"sequence": [1], "operators": [{"repeat": {}}]}, {"sequence": [2]}]}"#,
      """
      t.json:1:63: warning: this stream never plays because the one before it never completes; end \
      that stream, for example with 'prefix', put it last, or use 'merge'
      """),
    LintedFile(
      "a stream after one that fails",
      #"{"marbles": "-a#", "operators": [{"append": {"streams": [{"sequence": [2]}]}}]}"#,
      """
      t.json:1:58: warning: this stream never plays because the one before it always fails; handle \
      the failure with 'catch' or 'replaceError', or put that stream last
      """),
    LintedFile(
      "an endless stream in front",
      #"{"sequence": [1], "operators": [{"prepend": {"streams": [{"marbles": "-a-"}]}}]}"#,
      """
      t.json:1:34: warning: this stream never plays because the one before it never completes; end \
      that stream, for example with 'prefix', put it last, or use 'merge'
      """),
    LintedFile(
      "a stream that never finishes at the end",
      #"{"append": [{"sequence": [1]}, {"marbles": ""}]}"#),
    LintedFile(
      "a definition that refers to others",
      #"""
      {"definitions": {"clicks": {"marbles": ""}, "live": {"marbles": "-a-"}},
       "append": ["clicks", "live", {"sequence": [1]}],
       "tests": [{"inputs": {"live": "a|", "clicks": "b|"}, "expect": "b(a1|)"}]}
      """#),
    LintedFile(
      "streams of which only the first is played",
      #"{"sequence": [1, 2], "operators": [{"concatMap": {"stream": {"marbles": "a-"}}}]}"#,
      """
      t.json:1:37: warning: only the first value is used because its stream never completes; \
      'flatMap' plays all streams at once, and 'switchMap' only the latest
      """),
    LintedFile(
      "a zip of streams of two lengths",
      #"{"sequence": [1, 2, 3, 4], "operators": [{"zip": {"streams": [{"sequence": [1, 2]}]}}]}"#,
      """
      t.json:1:43: warning: this stream has 4 values and another stream of the 'zip' has 2, so 2 \
      values are never emitted; give both the same number of values, or use 'combineLatest' or \
      'withLatestFrom', which need no partners
      """),
    LintedFile(
      "a zip with a clock",
      #"{"zip": [{"sequence": [1, 2]}, {"marbles": "-x|", "operators": [{"repeat": {}}]}]}"#),
    LintedFile(
      "a zip of filtered streams",
      #"""
      {"zip": [{"sequence": [1, 2]},
               {"sequence": [1, 2, 3], "operators": [{"filter": {"expression": "$0 > 1"}}]}]}
      """#),
  ]

  private static let endings = [
    LintedFile(
      "operators that wait for an end",
      #"{"marbles": "-a-", "operators": [{"collect": {}}]}"#,
      """
      t.json:1:35: warning: 'collect' never emits because its upstream never completes; end the \
      upstream with 'prefix' or 'prefixUntilOutput', or use an operator that emits earlier, such \
      as 'scan' or 'collect' with 'seconds'
      """),
    LintedFile(
      "operators that need no end",
      #"""
      {"marbles": "-a-", "operators": [{"collect": {"count": 2}}, {"first": {}}, {"count": {}}]}
      """#),
    LintedFile(
      "operators without an effect",
      #"""
      {"append": [{"sequence": [1], "operators": [{"retry": {"count": 2}}]},
                  {"marbles": "-a", "operators": [{"repeat": {"count": 2}}]}]}
      """#,
      """
      t.json:1:46: warning: 'retry' has no effect because its upstream never fails; remove it, or \
      put it after the operator that can fail
      t.json:2:46: warning: 'repeat' has no effect because its upstream never completes; remove \
      it, or end the upstream, for example with 'prefix'
      """),
    LintedFile(
      "operators with an effect",
      #"""
      {"sequence": [0], "operators": [{"map": {"expression": "1 / $0"}},
                                      {"catch": {"stream": {"sequence": [1]}}}]}
      """#),
    LintedFile(
      "groups without end",
      #"""
      {"cron": "@daily", "operators": [{"groupBy": {"key": "$0", "operators": [{"first": {}}]}}]}
      """#,
      """
      t.json:1:47: warning: every value starts a new group, and no group ever ends; write \
      'forgetAfter', or use a key with a limited number of values
      """),
    LintedFile(
      "values that a join keeps without end",
      #"""
      {"cron": "@daily", "operators": [{"join": {"stream": {"cron": "@daily"}, "within": "forever"}}]}
      """#,
      """
      t.json:1:74: warning: every value of the stream so far is kept for as long as the join \
      plays; write 'expires' if a value says when it is over, or a time in 'within'
      t.json:1:74: warning: every value of the other stream is kept for as long as the join plays; \
      write 'otherExpires' if a value says when it is over, or a time in 'within'
      """),
    LintedFile(
      "values that expire, or that are few",
      #"""
      {"cron": "@daily", "operators": [{"join": {
        "stream": {"sequence": [1]}, "within": "forever", "expires": "$time + 5.0"}}]}
      """#),
    LintedFile(
      "groups that end",
      #"""
      {"cron": "@daily", "operators": [
        {"groupBy": {"key": "timestamp($0).getMonth()", "operators": [{"count": {}}]}}]}
      """#),
  ]

  private static let uses = [
    LintedFile(
      "definitions and parameters without a use",
      #"""
      {"parameters": {"a": 1, "b": 2}, "definitions": {
         "used": {"sequence": [1], "definitions": {"inner": {"sequence": []}}},
         "tested": {"sequence": [1], "expect": "(1|)"}, "compared": {"sequence": [2]},
         "$note": 1, "left": {"sequence": [3]}, "op": {"operators": [{"map": {"expression": "$a"}}]}},
       "from": "used",
       "tests": [{"expect": "(1|)", "outputs": {"compared": "(2|)"}}]}
      """#,
      """
      t.json:1:25: warning: the parameter 'b' is not used; remove it, or write '$b' where its \
      value belongs
      t.json:2:46: warning: the definition 'inner' is not used in this file; remove it
      t.json:4:16: warning: the definition 'left' is not used in this file; remove it, or give it \
      an 'expect'; '--stream left' can still play it
      t.json:4:43: warning: the definition 'op' is not used in this file; remove it
      """),
    LintedFile(
      "a parameter without a value that an operator reads",
      #"""
      {"parameters": {"limit": {"type": "int"}},
       "operators": [{"filter": {"expression": "$0 > $limit"}}]}
      """#),
    LintedFile(
      "dropped values of a rate limit that delays them",
      #"""
      {"marbles": "12|", "operators": [
        {"rateLimit": {"count": 1, "seconds": 2, "overflow": "delay", "dropped": {"output": "late"}}},
        {"merge": {"streams": ["late"]}}]}
      """#,
      """
      t.json:2:65: warning: 'dropped' receives nothing, because values that come too fast wait; \
      remove 'dropped', or "overflow": "delay"
      """),
  ]

  private static let expectations = [
    LintedFile(
      "events that cannot occur",
      #"""
      {"sequence": [1, 2], "operators": [{"map": {"expression": "$0 * 2"}}, {"first": {}}],
       "expect": [{"time": 0, "value": "2"}, {"time": 0, "value": 4}, {"time": 0, "completion": "finished"}],
       "tests": [{"expect": ""}, {"skip": "not yet", "expect": "1"}, {"until": 3, "expect": "2"},
                 {"expect": "(2|)"}, {"expect": "2#"}]}
      """#,
      """
      t.json:2:13: error: a string is never emitted: the stream emits values of type int; expect \
      values of the type that the stream emits
      t.json:2:40: error: this value is never emitted: the stream emits at most 1; remove it, or \
      check the operators that drop values
      """),
    LintedFile(
      "ends that cannot occur",
      #"""
      {"definitions": {"live": {"marbles": "-a"}}, "from": "live", "expect": "-a|",
       "tests": [{"inputs": {"live": "-b|"}, "expect": "-b"}, {"inputs": {"live": "-b|"}, "expect": "-b#"},
                 {"inputs": {"live": "-bb|"}, "expect": "-b|"}, {"inputs": {"live": "-b#"}, "expect": "-b|"}]}
      """#,
      """
      t.json:2:50: error: a completion is missing: the stream always completes; write '|' at the \
      end of a diagram, or {"time": …, "completion": "finished"}
      t.json:2:98: error: the stream never fails; expect a completion
      t.json:3:54: error: the end comes after 1 value: the stream emits at least 2 values; expect \
      all
      t.json:3:100: error: the stream never completes: it always fails; expect a failure
      """),
  ]
}
