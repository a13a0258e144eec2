import Foundation
import Testing

@Suite struct WhyCommandTests {
  private static let document = #"""
    { "marbles": "1-2---3-4-5|", "operators": [
      { "filter": { "expression": "$0 != 3" } },
      { "debounce": { "seconds": 1.5 } },
      { "map": { "expression": "$0 * 10" } } ] }
    """#

  private func run(_ arguments: String, _ document: String = Self.document) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    try folder.write("{\"n\": 1}\n{\"n\": 2}\n", to: "log.ndjson")
    return try Command.shell("cd '\(folder.path)'; \"$0\" \(arguments)")
  }

  @Test func `why goes back to the sources`() throws {
    let expected = """
      output: 40 at 9.5 s (event 15)
      └ map $0 * 10: 40 at 9.5 s (event 14, a.json:4:5)
        └ debounce 1.5 s: 4 at 9.5 s (event 13, a.json:3:5)
          └ filter $0 != 3: 4 at 8 s (event 12, a.json:2:5)
            └ marbles 1-2---3-4-5|: 4 at 8 s (event 11, a.json:1:3)

      """
    #expect(try run("why a.json --at 9.5") == Outcome(output: expected, errors: "", code: 0))
    #expect(try run("why a.json --value 40.0").output == expected)
    #expect(try run("why a.json --event 15").output == expected)
  }

  @Test func `why names what did not come, and until when`() throws {
    let document = #"""
      { "marbles": "-a-----", "operators": [
        { "pattern": { "steps": [ { "name": "open", "where": "$0 == 'a'" },
                                  { "not": "$0 == 'b'", "seconds": 4 } ] } } ] }
      """#
    #expect(
      try run("why a.json --at 5", document).output == """
        output: {"open":"a"} at 5 s (event 2)
        └ pattern (name: open, where: $0 == 'a') (not: $0 == 'b', seconds: 4 …: {"open":"a"} at 5 s, \
        because no value fitted `$0 == 'b'` until 5 s (event 1, a.json:2:5)
          └ marbles -a-----: "a" at 1 s (event 0, a.json:1:3)

        """)
    let json = try run("why a.json --at 5 --format json", document).output
    #expect(json.contains(#""because":"no value fitted `$0 == 'b'` until 5 s""#))
  }

  @Test func `why-not of a pattern says how far the partial match came`() throws {
    func document(_ marbles: String) -> String {
      #"""
      { "marbles": "\#(marbles)", "operators": [
        { "pattern": { "within": "8s", "steps": [
          { "name": "failed", "where": "$0 == 'f'", "times": { "minimum": 3 } },
          { "not": "$0 == 'x'" }, { "name": "ok", "where": "$0 == 'o'" } ] } } ] }
      """#
    }
    func answer(_ marbles: String, at time: Int) throws -> String {
      try run("why-not a.json --at \(time)", document(marbles)).output
    }
    #expect(
      try answer("f-f--x--y--|", at: 0).contains(
        "its partial match was not complete in time, with 2 of 3 'failed' (after 8 s)"))
    // A guard is not in force before its step can come: one of the partial matches ends at 'x'.
    #expect(
      try answer("fff-x---|", at: 0).contains(
        "its partial match ended, with 3 'failed' and no 'ok' (event 3 came 4 s later)"))
    #expect(
      try answer("--fff---|", at: 3).contains(
        "the stream ended before its partial match was complete, with 3 'failed' and no 'ok'"))
    #expect(try answer("fff--y|", at: 5).contains("no step takes it"))
  }

  @Test func `why-not names the rule, and the event that ended it`() throws {
    #expect(
      try run("why-not a.json --value 3").output == """
        It never reached the output:
        marbles 1-2---3-4-5|: 3 at 6 s (event 10, a.json:1:3)
        └ ✗ 'filter' ($0 != 3) dropped it: its condition is false (a.json:2:5)
        the last stage that could have emitted it: filter $0 != 3 (a.json:2:5)
        what it waited for: another value than 3 (event 10)
        what would have to differ: its condition would have to be true for it

        """)
    #expect(
      try run("why-not a.json --at 10.5").output == """
        It never reached the output:
        filter $0 != 3: 5 at 10 s (event 17, a.json:2:5)
        └ ✗ 'debounce' (1.5 s) dropped it: the stream ended before its turn (after 1 s) (a.json:3:5)
        the last stage that could have emitted it: map $0 * 10 (a.json:4:5)
        what it waited for: a value of debounce 1.5 s, where 5 (event 17) ended
        what would have to differ: at debounce 1.5 s, the stream would have to continue until 11.5 \
        s, and not end at 11 s

        """)
    #expect(
      try run("why-not a.json --input-event 2").lines.first == "It reached the output at 3.5 s:")
  }

  @Test func `the line of a record is shown`() throws {
    let document = #"{"input": "log", "operators": [{"filter": {"expression": "$0.n > 1"}}]}"#
    let outcome = try run("why-not a.json --input log=log.ndjson --input-event 1", document)
    #expect(outcome.lines.dropFirst().first?.contains("log.ndjson:1") == true)
  }

  @Test func `JSON has a line for each event`() throws {
    let outcome = try run("why-not a.json --value 3 --format json")
    #expect(
      outcome.output
        == #"{"event":10,"time":6.0,"stage":"marbles 1-2---3-4-5|","value":3,"place":"a.json:1:3","ends":[{"stage":"filter $0 != 3","time":6.0,"reason":"dropped","text":"'filter' ($0 != 3) dropped it: its condition is false","place":"a.json:2:5"}]}"#
        + "\n"
        + #"{"lastStage":"filter $0 != 3","place":"a.json:2:5","waitedFor":"another value than 3 (event 10)","wouldHaveToDiffer":"its condition would have to be true for it"}"#
        + "\n")
  }

  @Test(arguments: [
    (
      "why a.json --value 99",
      "the output has no event '99'; try 'stream-run why-not' with the same option"
    ),
    ("why a.json --at 6", "no event came at 6 s; others came at 3.5 s and at 9.5 s"),
    ("why a.json --event 99", "there is no event 99; expected 0 to 22"),
    ("why-not a.json --input-event 9", "there is no event 9 of the sources, which emitted 5"),
  ])
  func `a question without a choice is answered`(arguments: String, answer: String) throws {
    #expect(
      try run(arguments) == Outcome(output: "", errors: "stream-run: \(answer)\n", code: 1))
  }

  /// A question about an output that did not arrive, and the last lines of its answer: the stage,
  /// what it was waiting for, and what would have to be different.
  @Test(arguments: [
    (
      "--value 30 --at 6", "map $0 * 10 (a.json:4:5)",
      "a value of filter $0 != 3, where 3 (event 10) ended",
      "at filter $0 != 3, its condition would have to be true for it"
    ),
    (
      "--value 50 --at 11.5", "map $0 * 10 (a.json:4:5)",
      "a value of debounce 1.5 s, where 5 (event 17) ended",
      "at debounce 1.5 s, the stream would have to continue until 11.5 s, and not end at 11 s"
    ),
    (
      "--value 40 --at 8", "debounce 1.5 s (a.json:3:5)", "9.5 s, with 4 (event 12) since 8 s",
      "4 (event 12) would have to come 1.5 s earlier"
    ),
    (
      "--value 41 --at 9.5", "map $0 * 10 (a.json:4:5)",
      "nothing: at 9.5 s it emitted 40 (event 14) instead",
      "it would have to make 41 from 4 (event 13)"
    ),
    (
      "--value 70 --at 5", "map $0 * 10 (a.json:4:5)",
      "a value of debounce 1.5 s; the next came at 9.5 s (event 13)",
      "debounce 1.5 s would have to emit a value by 5 s from which it makes 70"
    ),
    (
      "--at 100", "map $0 * 10 (a.json:4:5)", "nothing: it had ended at 11 s",
      "the stream would have to continue until 100 s, and not end at 11 s"
    ),
  ])
  func `a question about a missing output is answered`(
    question: String, stage: String, waited: String, remedy: String
  ) throws {
    let outcome = try run("why-not a.json \(question)")
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(
      Array(outcome.lines.suffix(3)) == [
        "the last stage that could have emitted it: \(stage)", "what it waited for: \(waited)",
        "what would have to differ: \(remedy)",
      ], "\(outcome.output)")
  }

  @Test func `the cause that ended the stream before an output is named`() throws {
    let outcome = try run(
      "why-not a.json --value 3 --at 4",
      #"{"marbles": "1-2-3|", "operators": [{"distinct": {}}, {"prefix": {"count": 2}}]}"#)
    #expect(
      outcome.output == """
        the last stage that could have emitted it: prefix 2 (a.json:1:56)
        what it waited for: nothing: it ended the stream at 2 s, because of 2 (event 5)
        what would have to differ: it would have to continue until 4 s

        """)
  }

  @Test func `for a value that was never made, the fate of the last ones is shown`() throws {
    let outcome = try run(
      "why-not a.json --value 5",
      #"{"marbles": "1-2|", "operators": [{"filter": {"expression": "$0 > 2"}}, {"count": {}}, {"filter": {"expression": "$0 > 0"}}, {"map": {"expression": "$0 + 4"}}]}"#
    )
    #expect(outcome.lines.first == "It never reached the output:")
    #expect(
      outcome.output.contains("what would have to differ: at filter $0 > 2, its condition"),
      "\(outcome.output)")
  }

  @Test func `the value that arrived instead is traced to the sources`() throws {
    let outcome = try run("why-not a.json --value 41 --at 9.5")
    #expect(
      outcome.output.hasPrefix(
        """
        This came instead:
        output: 40 at 9.5 s (event 15)
        └ map $0 * 10: 40 at 9.5 s (event 14, a.json:4:5)
          └ debounce 1.5 s: 4 at 9.5 s (event 13, a.json:3:5)

        """), "\(outcome.output)")
    let json = try run("why-not a.json --value 41 --at 9.5 --format json")
    #expect(json.output.contains(#""instead":{"event":15,"#) && json.lines.count == 1)
  }

  @Test func `an output that did arrive has no answer`() throws {
    let outcome = try run("why-not a.json --value 40 --at 9.5")
    #expect(outcome.output.hasPrefix("It reached the output at 9.5 s:\n"))
    #expect(!outcome.output.contains("what would have to differ"))
  }

  @Test func `the cause that ended the stream is named`() throws {
    let outcome = try run(
      "why-not a.json --input-event 3",
      #"{"marbles": "1-2-3|", "operators": [{"prefix": {"count": 2}}]}"#)
    #expect(
      outcome.errors == """
        stream-run: there is no event 3 of the sources, which emitted 2; 'prefix' (a.json:1:38) ended \
        the stream at 2 s, because of event 3

        """)
  }

  @Test func `a question that matches no event is rejected`() throws {
    #expect(
      try run("why a.json").errors == """
        stream-run: no event is chosen; choose one with '--at TIME', '--value JSON' or '--event N'
        usage: stream-run why FILE [OPTIONS]; see 'stream-run help why'

        """)
    #expect(try run("why a.json --value '{'").code == 64)
  }

  @Test func `a trace is written while a file plays`() throws {
    let outcome = try run(
      "a.json --trace t.ndjson --format values; cat t.ndjson | head -7 | tail -2")
    #expect(
      outcome.output == """
        10
        20
        40
        {"event":0,"stage":0,"time":0,"value":1}
        {"event":1,"stage":1,"time":0,"value":1,"causes":[0]}

        """)
    let refused = try run("a.json --trace a.json")
    #expect(
      refused.errors.hasPrefix("stream-run: '--trace a.json' would overwrite the stream file"))
    let chrome = try run("a.json --trace t.trace.json -o /dev/null; cat t.trace.json")
    let json = try JSONSerialization.jsonObject(with: Data(chrome.output.utf8)) as? [String: Any]
    #expect((json?["traceEvents"] as? [Any])?.count == 69)
  }
}
