import Testing

/// Inputs whose lines arrive one by one, on the real clock. The command runs next to a shell that
/// writes to it and reads from it. If nothing arrives, `read` gives up.
struct LiveInputTests {
  private func run(
    _ document: String, _ script: String, options: String = "--on-bad-record fail"
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "play.json")
    return try Command.shell(
      """
      cd '\(folder.path)'
      coproc "$0" play.json --realtime --input a=- -f values \(options) 2>errors
      exec 8<&${COPROC[0]} 9>&${COPROC[1]}-
      pid=$COPROC_PID
      hear() { local line; read -t 60 line <&8 && echo "$line"; }
      \(script)
      wait $pid
      echo "code $?"
      cat errors
      """)
  }

  @Test func `the results of a line are printed before the next line`() throws {
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

  @Test func `the end of input lets pending timers run to their end`() throws {
    let outcome = try run(
      #"{"input": "a", "operators": [{"delay": {"seconds": 0.05}}]}"#,
      "printf '1\\n2' >&9; exec 9>&-; hear; hear")
    #expect(outcome == Outcome(output: "1\n2\ncode 0\n", errors: "", code: 0))
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a signal ends the reading, and pending values are emitted at once`(
    signal: String, code: Int
  ) throws {
    // The first line of output shows that the record has been received.
    let outcome = try run(
      #"""
      {"definitions": {"a": {"input": "a"}},
       "merge": ["a", {"from": "a", "operators": [{"delay": {"seconds": 3600}}]}]}
      """#,
      "echo 1 >&9; hear; kill -\(signal) $pid; hear")
    #expect(outcome == Outcome(output: "1\n1\ncode \(code)\n", errors: "", code: 0))
  }

  @Test func `a byte order mark may arrive in pieces, and one byte can rule it out`()
    throws
  {
    let outcome = try run(
      #"{"input": "a"}"#,
      #"printf '\357' >&9; printf '\273\277' >&9; echo 1 >&9; hear; exec 9>&-"#)
    #expect(outcome == Outcome(output: "1\ncode 0\n", errors: "", code: 0))
  }

  @Test func `a record is played at its time, or when it is read if that is later`() throws {
    let outcome = try run(
      #"{"input": "a", "time": "$0", "operators": [{"measureInterval": {}}, {"map": {"expression": "$0 >= 0.05"}}]}"#,
      "printf '10\\n10.05\\n' >&9; hear; hear; echo 10.06 >&9; hear; exec 9>&-")
    #expect(outcome.output.hasPrefix("false\ntrue\n"))
    #expect(
      outcome.output.hasSuffix(
        """
        code 0
        stream-run: the times of the records, which start at 10 s, do not count from 1970; they \
        are replayed from the first record, as with '--speed 1'

        """))
  }
}

// MARK: - By the calendar

extension LiveInputTests {
  private static let dated = #"""
    {"input": "a", "time": "$0.t", "origin": "epoch", "operators": [
      {"groupBy": {"key": "$0.key", "operators": [{"throttle": {"seconds": 600}}]}},
      {"map": {"expression": "$0.v"}}]}
    """#

  /// Returns a shell command that writes a record with a time, by default now.
  private static func write(_ value: Int, at time: String = "$(date +%s.%3N)") -> String {
    #"echo "{\"t\":\#(time),\"key\":\#(value % 2),\"v\":\#(value)}" >&9"#
  }

  @Test func `old lines are played at once, with their timers, and new ones when written`() throws {
    let outcome = try run(
      Self.dated,
      """
      \(Self.write(1, at: "1772352000")); \(Self.write(3, at: "1772352060"))
      \(Self.write(2, at: "1772352120")); hear; hear; hear
      \(Self.write(5)); hear; kill -TERM $pid
      """, options: "--on-bad-record fail --catch-up 0.2")
    // The timer of 3 was due in the past.
    #expect(outcome == Outcome(output: "1\n2\n3\n5\ncode 143\n", errors: "", code: 0))
  }

  @Test func `a signal counts the records that are not due, and completion does not wait`()
    throws
  {
    let outcome = try run(
      #"{"input": "a", "time": "$0.t", "origin": "epoch", "operators": [{"map": {"expression": "$0.v"}}]}"#,
      """
      \(Self.write(1)); hear
      for number in 1 2 3 4; do \(Self.write(9, at: "9000000000.$number")); done >lines 9>&1
      cat lines >&9
      until grep -q future errors; do sleep 0.01; done
      kill -INT $pid
      """, options: "--on-bad-record fail --summary")
    #expect(outcome.output.hasPrefix("1\ncode 130\n"))
    #expect(
      outcome.output.contains("stream-run: input 'a': <stdin>:2, 2255-03-14T16:00:00.1Z, is "))
    #expect(
      outcome.output.contains(
        "stream-run: input 'a': 4 records not played, from <stdin>:2 on: not due yet\n"))
    #expect(outcome.output.contains(#"{"end":"interrupted","exitCode":130,"#))
    #expect(outcome.output.contains(#""unplayed":4,"firstUnplayed":["<stdin>:2"]"#))
  }

  @Test func `a signal while a first record is awaited counts the records that were read`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"merge": [{"input": "a", "time": "$0.t", "origin": "epoch"},
                 {"input": "b", "time": "$0.t", "origin": "epoch"}],
       "operators": [{"map": {"expression": "$0.v"}}]}
      """#, to: "play.json")
    try folder.write(
      #"{"t":1772352000,"v":1}"# + "\n" + #"{"t":9000000000,"v":2}"# + "\n"
        + #"{"t":9000000001,"v":3}"# + "\n", to: "lines")
    let outcome = try Command.shell(
      """
      cd '\(folder.path)'; mkfifo a b; exec 3<>a 4<>b; cat lines >&3
      env --default-signal=INT "$0" play.json --realtime --catch-up 3600 -i a=a -i b=b -f json \
        --on-bad-record fail --summary & \(SignalTests.ready); sleep 0.5; kill -INT $!; wait $!
      """)
    #expect(
      outcome.output == #"""
        {"time":1772352000,"value":1}
        {"time":1772352000,"completion":"finished"}

        """#)
    #expect(
      outcome.errors.contains(
        "stream-run: input 'a': 2 records not played, from a:2 on: not due yet\n"))
    #expect(outcome.errors.contains(#""unplayed":2,"firstUnplayed":["a:2"]"#))
    #expect(outcome.code == 130)
  }

  @Test func `a signal counts and names the values that are not due`() throws {
    let outcome = try run(
      #"""
      {"definitions": {"a": {"input": "a", "time": "$0.t", "origin": "epoch", "operators": [
        {"map": {"expression": "$0.v"}}]}},
       "merge": ["a", {"from": "a", "operators": [{"delay": {"seconds": 3600}}]}]}
      """#,
      "\(Self.write(3)); hear; kill -INT $pid", options: "--on-bad-record fail --summary")
    #expect(outcome.output.hasPrefix("3\ncode 130\n"))
    #expect(outcome.output.contains("\nplay.json:3:"))
    #expect(outcome.output.contains(": 'delay' dropped 1 value not due yet:\n  at "))
    #expect(
      outcome.output.contains(#""reason":"notDue","output":null,"count":1,"first":[{"time":"#))
  }

  @Test
  func `a live run reports once that a bad record ends it, unless an option decides that`()
    throws
  {
    let said = """
      stream-run: the first bad record will end this run; '--on-bad-record skip' skips bad \
      records, and '--on-bad-record fail' hides this note

      """
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"input": "a"}"#, to: "a.json")
    let records = try folder.write("1\n", to: "a.ndjson")
    for (options, errors) in [
      (["--realtime"], said), (["--realtime", "--max-bad", "3"], ""), (["--speed", "1"], ""),
      ([], ""),
      (["--realtime", "--on-bad-record", "skip"], ""),
    ] {
      let outcome = try Command.run([file, "--input", "a=\(records)", "-f", "values"] + options)
      #expect(outcome == Outcome(output: "1\n", errors: errors, code: 0), "\(options)")
    }
  }

  @Test(arguments: [
    (["--catch-up", "2"], "'--catch-up' needs '--realtime'; without it, time waits for"),
    (
      ["--catch-up", "2", "--speed", "1"],
      "'--catch-up' and '--speed' cannot be combined; leave one"
    ),
    (["--catch-up", "-2", "--realtime"], "option '--catch-up' is negative; expected 0 or more"),
  ])
  func `a silence is only for live runs`(options: [String], message: String) throws {
    let outcome = try Command.run(["x.json"] + options)
    #expect(outcome.errors.hasPrefix("stream-run: \(message)"))
    #expect(outcome.code == 64)
  }
}
