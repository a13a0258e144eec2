import Foundation
import Testing

@Suite struct DiffCommandTests {
  private static let log = """
    {"at": 0, "host": "a", "level": 95}
    {"at": 4, "host": "b", "level": 60}
    {"at": 9, "host": "a", "level": 99}
    {"at": 20, "host": "b", "level": 70}
    {"at": 30, "host": "a", "level": 10}

    """

  private static func alert(above level: Int = 50, then map: String = "$0.level") -> String {
    #"""
    { "parameters": { "quiet": "3s" },
      "definitions": {
        "log": { "input": "log", "time": "$0.at" },
        "low": { "from": "log", "operators": [ { "filter": { "expression": "$0.level < 65" } } ] } },
      "outputs": { "low": { "from": "low" } },
      "from": "log", "operators": [
        { "filter": { "expression": "$0.level > \#(level)" } },
        { "debounce": { "seconds": "$quiet" } },
        { "map": { "expression": "\#(map)" } } ] }
    """#
  }

  private func run(
    _ arguments: String, old: String = Self.alert(), new: String = Self.alert(above: 65),
    log: String = Self.log
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(old, to: "old.json")
    try folder.write(new, to: "new.json")
    try folder.write(log, to: "log.ndjson")
    return try Command.shell("cd '\(folder.path)'; \"$0\" diff \(arguments)")
  }

  @Test func `says what came, went and moved, and why`() throws {
    let outcome = try run("old.json new.json -i log=log.ndjson --width 60")
    #expect(
      outcome.output == """
        1 event went; 5 are the same

        output      old  new  same  came  went  moved  changed
        the stream    4    3     3     0     1      0        0
        'low'         2    2     2     0     0      0        0

        the stream:
          - at 7 s: 60

             0s        5s        10s       15s       20s
             ┬─────────┬─────────┬─────────┬─────────┬──────
        old  ──────95──────60────────99────────────────────70>
        new  ──────95────────────────99────────────────────70>

        the first of the stream went at 7 s: 60
        in old.json:
          output: 60 at 7 s (event 13)
          └ map $0.level: 60 at 7 s (event 12, old.json:9:7)
            └ debounce 3s: {"at":4,"host":"b","level":60} at 7 s (event 11, old.json:8:7)
              └ filter $0.level > 50: {"at":4,"host":"b","level":60} at 4 s (event 7, old.json:7:7)
                └ input log: {"at":4,"host":"b","level":60} at 4 s (event 6, log.ndjson:2, old.json:3:14)
        in new.json:
          input log: {"at":4,"host":"b","level":60} at 4 s (event 6, log.ndjson:2, new.json:3:14)
          └ ✗ 'filter' ($0.level > 65) dropped it: its condition is false (new.json:7:7)

        """)
    #expect(outcome.code == 1)
    #expect(outcome.errors == "")
  }

  @Test func `the exit code says whether there is a difference`() throws {
    #expect(try run("old.json old.json -i log=log.ndjson").code == 0)
    #expect(try run("old.json new.json -i log=log.ndjson").code == 1)
    let failing = try run(
      "old.json new.json -i log=log.ndjson", new: Self.alert(then: "1 / ($0.level - 60)"))
    #expect(failing.code == 2)
    #expect(
      failing.output.contains("the ends differ: the old one finished at 30 s, the new one failed"))
    let nothing = try run("old.json old.json -i log=log.ndjson", log: "")
    #expect(nothing.code == 3)
    #expect(
      nothing.errors
        == "stream-run: there was nothing to compare: the inputs have no records\n")
    let silent = try run(
      "old.json old.json -i log=log.ndjson",
      old: Self.alert(above: 500).replacing("< 65", with: "< 0"))
    #expect(silent.code == 3)
    #expect(silent.errors.contains("neither playback emitted anything"))
  }

  @Test func `compares two sets of values`() throws {
    let outcome = try run("old.json --old-set quiet=2s --new-set quiet=4s -i log=log.ndjson")
    #expect(outcome.output.hasPrefix("1 event went, 3 moved; 2 are the same\n"))
    #expect(outcome.output.contains("  > at 6 s, 2 s later: 60\n"))
    #expect(outcome.output.contains("in old.json (quiet=2s):\n"))
  }

  @Test func `compares with a revision, and with the files that it names`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "from": "part.json" }"#, to: "a.json")
    try folder.write(#"{ "marbles": "a-b|" }"#, to: "part.json")
    let git = "git -c user.email=a@b.example -c user.name=a"
    let commit = "\(git) init -q . && \(git) add . && \(git) commit -qm first"
    #expect(try Command.shell("cd '\(folder.path)'; \(commit)").code == 0)
    try folder.write(#"{ "marbles": "a-c|" }"#, to: "part.json")
    let outcome = try Command.shell("cd '\(folder.path)'; \"$0\" diff a.json --git HEAD")
    #expect(outcome.output.hasPrefix("1 event changed; 1 is the same\n"))
    #expect(outcome.output.contains(#"at 2 s: "b" became "c""#))
    let unknown = try Command.shell("cd '\(folder.path)'; \"$0\" diff a.json --git nowhere")
    #expect(unknown.code == 66)
    #expect(
      unknown.errors == """
        stream-run: cannot read 'a.json at nowhere': git: fatal: invalid object name 'nowhere'.

        """)
  }

  @Test func `reads standard input once for both`() throws {
    let outcome = try run("old.json new.json -i log=- <log.ndjson")
    #expect(outcome.output.hasPrefix("1 event went; 5 are the same\n"))
    #expect(
      outcome.errors == """
        stream-run: no reasons: standard input cannot be read again; save the records to a file

        """)
  }

  @Test func `prints JSON and Markdown`() throws {
    let json = try run("old.json new.json -i log=log.ndjson -f json").output
    #expect(json.hasPrefix(#"{"equal":false,"old":{"file":"old.json","records":5,"events":6}"#))
    #expect(json.contains(#""went":{"count":1,"first":[{"old":{"time":7.0,"value":60}}]"#))
    #expect(
      json.contains(#""first":{"output":null,"kind":"went","old":{"time":7.0,"value":60}}"#))
    let markdown = try run("old.json new.json -i log=log.ndjson -o a.md; cat a.md").output
    #expect(markdown.hasPrefix("**1 event went; 5 are the same** (`old.json` → `new.json`"))
    #expect(markdown.contains("| `low` | 2 | 2 | 2 | 0 | 0 | 0 | 0 |\n"))
    #expect(markdown.contains("\n- went at 7 s: 60\n\n```text\n"))
    let page = try run("old.json new.json -i log=log.ndjson -o a.html; cat a.html").output
    #expect(page.contains("new: new.json"))
  }

  @Test func `a key that occurs twice at once is refused with both`() throws {
    let log = """
      {"at": 0, "host": "a", "level": 95}
      {"at": 0, "host": "a", "level": 96}

      """
    let document = #"{ "input": "log", "time": "$0.at" }"#
    let outcome = try run(
      "old.json new.json --by '$0.host' -i log=log.ndjson", old: document, new: document, log: log)
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.contains(
        #"the key "a" occurs twice at 0 s in the old playback: {"at":0,"host":"a","level":95} and "#
      ))
  }

  @Test(arguments: [
    ("old.json", "there is nothing to compare 'old.json' with; name a second file, or write"),
    ("old.json new.json --git HEAD", "'--git' and a second file cannot be combined"),
    ("- --git HEAD", "a stream file on standard input has no other version"),
    ("old.json new.json -i lgo=log.ndjson", "neither file has an input 'lgo'; did you mean 'log'?"),
    ("old.json new.json", "the input 'log' is not bound to a file"),
    ("old.json --git=-x", "option '--git' is '-x'; expected a revision of Git"),
    ("old.json new.json --by '$0.'", "option '--by' is '$0.'"),
  ])
  func `refuses a command line with a hint`(_ arguments: String, _ message: String) throws {
    let outcome = try run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
