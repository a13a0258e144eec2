import Patterns
import Pipelines
import Reactive
import Testing
import Values

/// The mistakes in a `pattern`, and the warnings about parts without an effect.
struct PatternMistakesTests {
  private func findings(_ parameters: String) -> [String] {
    let text = #"{"marbles": "1-2|", "operators": [{"pattern": \#(parameters)}]}"#
    return Validation(of: SourceText(name: "t.json", text)).diagnostics.items.map { item in
      "\(item.severity): \(item.message)" + (item.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test(arguments: [
    (
      #"[{"where": "$0 > 1"}]"#,
      "error: no step has a 'name', so a match would be empty; name the steps whose values you need"
    ),
    (
      #"[{"name": "a", "optional": true}]"#,
      "error: all steps are optional, so that an empty match would fit; remove 'optional' from one"
    ),
    (
      #"[{"name": "a"}, {"name": "a"}]"#,
      "error: a second step named 'a'; rename one of them"
    ),
    (
      #"[{"name": "a", "where": "$match.b == 1"}, {"name": "b"}]"#,
      "error: no step before this one is named 'b'; no step before it has a name"
    ),
    (
      #"[{"name": "one"}, {"name": "b", "where": "$match.on == 1"}]"#,
      "error: no step before this one is named 'on'; did you mean 'one'?"
    ),
    (
      #"[{"name": "a", "times": {"minimum": 0}}]"#,
      #"error: 'minimum' is 0, expected 1 or more; write "optional": true"#
    ),
    (
      #"[{"name": "a", "times": {"minimum": 3, "maximum": 2}}]"#,
      "error: 'maximum' is 2, expected 3 or more"
    ),
    (
      #"[{"not": "$0 == 1"}, {"not": "$0 == 2"}, {"name": "a"}]"#,
      "error: a second 'not' in a row; write one, with '||' between the conditions"
    ),
    (
      #"[{"name": "a"}, {"not": "$0 == 1"}]"#,
      "error: a last 'not' without an end; add 'seconds' to it, or 'within' to the pattern"
    ),
    (
      #"[{"not": "$0 == 1"}, {"name": "a"}]"#,
      "error: a first 'not' before a step without repetition; "
        + "add 'seconds' to require silence before the first value"
    ),
    (
      #"[{"name": "a"}, {"not": "$0 == 1", "seconds": 3}, {"name": "b"}], "within": 3"#,
      "error: a wait that is as long as 'within', so that no match can be complete; "
        + "make 'within' longer"
    ),
    (
      #"[{"name": "a", "seconds": 3}]"#,
      #"error: 'seconds' without 'not'; write { "not": "false", "seconds": … } to wait"#
    ),
    (
      #"[{"name": "a"}, {"not": "$0 == 1", "seconds": 3, "times": 2}]"#,
      "error: 'times' beside 'not'; a step takes values, or rules them out with 'not'"
    ),
    (
      #"[{"name": "a b"}]"#,
      "error: 'a b' cannot be the name of a step, expected letters, digits and '_'"
    ),
    (
      #"[{"nam": "a"}]"#, "error: unknown key 'nam' in an object in 'steps'; did you mean 'name'?"
    ),
    ("[]", "error: 'steps' is empty, expected one or more"),
    (
      #"[{"name": "a", "times": {"minimum": 1, "maximum": 3}}]"#,
      "warning: 'maximum' has no effect on the last step: the match is complete before; "
        + #"add "greedy": true"#
    ),
    (
      #"[{"name": "a"}, {"name": "b", "optional": true}]"#,
      "warning: 'optional' has no effect on the last step: the match is complete before it; "
        + #"add "greedy": true"#
    ),
    (
      #"[{"name": "a", "greedy": true}, {"name": "b"}]"#,
      "warning: 'greedy' has no effect on a step that takes a fixed number of values; "
        + "remove it, or write a range in 'times'"
    ),
    (
      #"[{"name": "a", "times": {"minimum": 1}, "greedy": true}]"#,
      "warning: only the end of the stream ends this last step, so nothing is emitted before; "
        + "add 'within', or a last 'not' with 'seconds'"
    ),
  ])
  func `each has a message and the way out`(_ steps: String, _ message: String) {
    #expect(findings(#"{"steps": \#(steps)}"#) == [message])
  }

  @Test func `the number of steps has a limit, and that of values has none`() {
    let step = #"{"name": "a", "optional": true}"#
    let steps = Array(repeating: step, count: 100_000).joined(separator: ", ")
    #expect(
      findings("{\"steps\": [\(steps)]}") == [
        "error: more than 100 steps, which is the limit of 'pattern'; repeat a step with 'times'"
      ])
    let most = Array(repeating: step, count: 98).enumerated().map { index, _ in
      #"{"name": "s\#(index)", "optional": true, "greedy": true}"#
    }.joined(separator: ", ")
    let last = #"{"name": "z", "times": {"minimum": 1, "maximum": 9223372036854775807}}"#
    #expect(findings("{\"steps\": [\(most), \(last), {\"name\": \"end\"}]}") == [])
  }

  @Test func `a parameter named like the match is hidden in a pattern, and only there`() {
    let text = #"""
      {"parameters": {"match": 1}, "marbles": "1-2|", "operators": [
        {"filter": {"expression": "$0 == $match"}},
        {"pattern": {"steps": [{"name": "a"}, {"name": "b", "where": "$0 > $match.a"}]}}]}
      """#
    let found = Validation(of: SourceText(name: "t.json", text)).diagnostics
    #expect(found.items.map(\.severity) == [.warning])
    #expect(found.description.contains("the parameter 'match' is hidden in 'pattern'"))
  }
}

struct PatternModelTests {
  @Test func `a pattern made in Swift is the one of a file`() throws {
    let made = StreamModel<Value>(
      stream: [],
      operators: [
        .pattern(
          steps: [
            .not("$0 == 'o'"), .steps("failed", where: "$0 == 'f'", minimum: 3, greedy: true),
            .step("ok", where: "$0 == 'o'", optional: true), .not("false", seconds: Seconds("2s")),
          ], within: Seconds("10m"), next: .afterFirst)
      ])
    let text = #"""
      {"stream": [], "operators": [{"pattern": {"steps": [
        {"not": "$0 == 'o'"},
        {"name": "failed", "where": "$0 == 'f'", "times": {"minimum": 3}, "greedy": true},
        {"name": "ok", "where": "$0 == 'o'", "optional": true}, {"not": "false", "seconds": "2s"}],
        "within": "10m", "next": "afterFirst"}}]}
      """#
    let read = try StreamModel<Value>(SourceText(name: "t.json", text))
    #expect(made.operators == read.operators)
  }
}
