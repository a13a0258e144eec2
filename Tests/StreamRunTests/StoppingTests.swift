import Testing

/// `--until` and `--limit`.
@Suite struct StoppingTests {
  static let one = "{\"time\":1,\"value\":1}\n"
  static let two = "{\"time\":2.5,\"value\":{\"b\":\"é\\n\",\"a\":1.0}}\n"
  static let end = "{\"time\":2.5,\"completion\":\"finished\"}\n"

  @Test(arguments: [
    ("--until 0", "", "0"), ("--until 0.999999999", "", "0.999999999"), ("--until 1", one, "1"),
    ("--until=1.0", one, "1"), ("--until 1e0", one, "1"), ("-u 2.4999999994", one, "2.499999999"),
    ("-u 2.4999999995", one + two + end, nil), ("--until 2.5", one + two + end, nil),
    ("--until 9223372036.854775806", one + two + end, nil), ("--limit 0", "", "0"),
    ("--limit 1", one, "1"), ("-n 2", one + two, "2.5"), ("-n=3", one + two + end, nil),
    ("--limit 9223372036854775807", one + two + end, nil), ("-n 2 -u 1", one, "1"),
    ("-n 1 -u 9", one, "1"),
  ])
  func `a stream that is stopped before its end is still waiting`(
    options: String, output: String, instant: String?
  ) throws {
    let outcome = try Command.shell(
      #"printf '%s' '\#(Example.serial)' | "$0" - \#(options)"#)
    let errors = instant.map { "stream-run: still waiting at \($0) s\n" } ?? ""
    #expect(outcome == Outcome(output: output, errors: errors, code: 0))
  }

  @Test func `a failure after the end of the playback does not count`() throws {
    #expect(
      try Command.run("-", "--until", "2", input: Example.failing)
        == Outcome(
          output: "{\"time\":1,\"value\":2}\n", errors: "stream-run: still waiting at 2 s\n",
          code: 0
        ))
  }
}
