import Testing

/// Inputs whose lines come one by one, on the real clock. The command runs beside a shell that writes
/// to it and reads from it; what does not come lets `read` give up.
struct LiveInputTests {
  private func run(_ document: String, _ script: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "play.json")
    return try Command.shell(
      """
      cd '\(folder.path)'
      coproc "$0" play.json --realtime --input a=- -f values 2>errors
      exec 8<&${COPROC[0]} 9>&${COPROC[1]}-
      pid=$COPROC_PID
      hear() { local line; read -t 60 line <&8 && echo "$line"; }
      \(script)
      wait $pid
      echo "code $?"
      cat errors
      """)
  }

  @Test func `what comes of a line is there before the next line`() throws {
    let outcome = try run(
      #"{"input": "a", "operators": [{"map": {"expression": "$0 * 10"}}]}"#,
      "echo 1 >&9; hear; echo 2 >&9; hear; printf 3 >&9; exec 9>&-; hear")
    #expect(outcome == Outcome(output: "10\n20\n30\ncode 0\n", errors: "", code: 0))
  }

  @Test func `timers fire between lines`() throws {
    let outcome = try run(
      #"{"input": "a", "operators": [{"debounce": {"seconds": 0.05}}]}"#,
      "printf '1\\n2\\n' >&9; hear; echo 3 >&9; hear; exec 9>&-")
    #expect(outcome == Outcome(output: "2\n3\ncode 0\n", errors: "", code: 0))
  }

  @Test func `the end lets pending timers run out`() throws {
    let outcome = try run(
      #"{"input": "a", "operators": [{"delay": {"seconds": 0.05}}]}"#,
      "printf '1\\n2' >&9; exec 9>&-; hear; hear")
    #expect(outcome == Outcome(output: "1\n2\ncode 0\n", errors: "", code: 0))
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a signal ends the reading, and what is pending comes at once`(
    signal: String, code: Int
  ) throws {
    // The first line of output says that the record has been taken in.
    let outcome = try run(
      #"""
      {"definitions": {"a": {"input": "a"}},
       "merge": ["a", {"from": "a", "operators": [{"delay": {"seconds": 3600}}]}]}
      """#,
      "echo 1 >&9; hear; kill -\(signal) $pid; hear")
    #expect(outcome == Outcome(output: "1\n1\ncode \(code)\n", errors: "", code: 0))
  }

  @Test func `a mark at the beginning may come in pieces, and one byte is enough to see none`()
    throws
  {
    let outcome = try run(
      #"{"input": "a"}"#,
      #"printf '\357' >&9; printf '\273\277' >&9; echo 1 >&9; hear; exec 9>&-"#)
    #expect(outcome == Outcome(output: "1\ncode 0\n", errors: "", code: 0))
  }

  @Test func `a record comes at its time, or when it is read if that is later`() throws {
    let outcome = try run(
      #"{"input": "a", "time": "$0", "operators": [{"measureInterval": {}}, {"map": {"expression": "$0 >= 0.05"}}]}"#,
      "printf '10\\n10.05\\n' >&9; hear; hear; echo 10.06 >&9; hear; exec 9>&-")
    #expect(outcome.output.hasPrefix("false\ntrue\n"))
    #expect(outcome.output.hasSuffix("code 0\n"))
  }
}
