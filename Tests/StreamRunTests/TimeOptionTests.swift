import Testing

/// Times as dates, if the clock of a playback counts from 1970.
struct TimeOptionTests {
  private static let dated = #"{"input": "a", "time": "$0.t", "origin": "epoch"}"#
  private static let records = "{\"t\":1700000000}\n{\"t\":1700003600.5}\n"

  private func run(_ line: String, _ document: String = dated) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    try folder.write(Self.records, to: "a.ndjson")
    return try Command.shell(
      "cd '\(folder.path)'; run() { \"$0\" a.json -i a=a.ndjson \"$@\"; }; \(line)")
  }

  @Test(arguments: ["", "--time utc"])
  func `text shows dates of UTC`(option: String) throws {
    #expect(
      try run("run -f text \(option)")
        == Outcome(
          output: """
            2023-11-14T22:13:20Z      {"t":1700000000}
            2023-11-14T23:13:20.5Z    {"t":1700003600.5}
            2023-11-14T23:13:20.5Z    | finished

            """, errors: "", code: 0))
  }

  @Test func `text shows local dates, or seconds, on request`() throws {
    #expect(
      try run("export TZ=UTC-05:30; run -f text --time local").output == """
        2023-11-15T03:43:20+05:30      {"t":1700000000}
        2023-11-15T04:43:20.5+05:30    {"t":1700003600.5}
        2023-11-15T04:43:20.5+05:30    | finished

        """)
    #expect(try run("run -f text --time seconds").lines.first == #"1700000000  {"t":1700000000}"#)
  }

  @Test(arguments: ["", "--time seconds"])
  func `JSON prints seconds`(option: String) throws {
    #expect(
      try run("run \(option)").lines.first == #"{"time":1700000000,"value":{"t":1700000000}}"#)
  }

  @Test func `messages show dates too`() throws {
    #expect(
      try run("run -n1").errors == "stream-run: still waiting at 2023-11-14T22:13:20Z\n")
    #expect(
      try run("run -n1 --time seconds").errors == "stream-run: still waiting at 1700000000 s\n")
  }

  @Test func `a test that is not met shows dates`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "origin": "epoch", "operators": [{"count": {}}],
       "tests": [{"inputs": {"a": "./a.ndjson"}, "expect": [{"time": 1700003600.5, "value": 3}]}]}
      """#
    let lines = try run("\"$0\" test a.json", document).lines
    #expect(lines.contains("            2023-11-14T23:13:20.5Z"))
    #expect(
      lines.contains("  first difference at 2023-11-14T23:13:20.5Z: expected 3, got 2"))
  }

  @Test func `a test without an end reports the date at which it was stopped`() throws {
    let document = #"""
      {"merge": [{"input": "a", "time": "$0.t", "origin": "epoch"},
                 {"marbles": "-x|", "operators": [{"repeat": {"count": 1000}}]}],
       "tests": [{"inputs": {"a": "./a.ndjson"}, "expect": "|"}]}
      """#
    let text = try run("\"$0\" test a.json --steps 10", document).output
    #expect(text.contains("stopped after 10 steps at 2023-11-14T22:13:"))
    #expect(text.contains(", the next due at 2023-11-14T22:13:"))
  }

  @Test func `dates require text, and times that count from 1970`() throws {
    let usage = ArgumentsTests.usage
    #expect(
      try run("run --time utc")
        == Outcome(
          output: "",
          errors: "stream-run: option '--time' is 'utc', but the format json has no dates; "
            + "add '--format text', or leave it out\n\(usage)", code: 64))
    #expect(
      try run("run -f text --time local", #"{"input": "a", "time": "$0.t"}"#)
        == Outcome(
          output: "",
          errors: "stream-run: option '--time' is 'local', but the times count from the start of "
            + "the playback; leave it out, or give the inputs \"origin\": \"epoch\"\n\(usage)",
          code: 64))
    #expect(
      try run("run --time gmt").errors
        == "stream-run: unknown time 'gmt'; expected 'utc', 'local' or 'seconds'\n\(usage)")
  }
}
