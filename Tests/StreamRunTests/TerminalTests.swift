import Foundation
import Testing

/// Output that only a person sees, run in a terminal that `script` creates.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script")))
struct TerminalTests {
  let folder: TemporaryFolder
  let serial: String

  init() throws {
    folder = try TemporaryFolder()
    serial = try folder.write(Example.serial, to: "serial.json")
  }

  /// Runs a line in a terminal, with a setting before it.
  private func terminal(_ line: String, _ setting: String = "TERM=xterm") throws -> String {
    try folder.write("\(setting) \(line)", to: "line")
    let outcome = try Command.shell(
      """
      env -u NO_COLOR COMMAND="$0" script -qec 'bash "\(folder.path)/line"' /dev/null </dev/null
      """)
    return outcome.output.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\u{1B}", with: "^")
  }

  @Test func `the format is text, with a picture below`() throws {
    #expect(
      try terminal(#""$COMMAND" \#(serial)"#, "NO_COLOR=1") == #"""
                 1  1
               2.5  {"b":"é\n","a":1.0}
               2.5  | finished

                0s   1s   2s
                +----+----+--
                     1
        serial  -----o------(o|)
        serial at 2.5s: {"b":"é\n","a":1.0}

        """#)
  }

  @Test(arguments: ["json", "values", "csv", "values --raw", "text", "text --raw"])
  func `no format lets a string move the cursor`(format: String) throws {
    let file = try folder.write(#"{"sequence": ["a\u001b[2J\u009b\u202e\rb"]}"#, to: "hostile.json")
    let text = try terminal(#""$COMMAND" \#(file) --until 0 -f \#(format)"#, "NO_COLOR=1")
    #expect(text.contains(##"a\u001b[2J\u009b\u202e\rb"##), "\(text)")
    #expect(!text.contains("^") && !text.contains("\r"), "\(text)")
  }

  @Test func `reading a long file shows its progress if the output goes elsewhere`() throws {
    let count = try folder.write(
      #"{"input": "a", "every": 2, "operators": [{"count": {}}]}"#, to: "count.json")
    // It takes a second until anything is shown.
    let lines = "(seq 9000; sleep 1.4; seq 1000)"
    let text = try terminal(
      #"\#(lines) | "$COMMAND" \#(count) --input a=- > \#(folder.path)/out"#, "")
    #expect(text.contains(" records, 0.0 MB, at ") && text.contains(" records a second"))
    #expect(text.hasPrefix("\r^[K") && text.hasSuffix("\r^[K") && text.contains(", 1 s so far"))
    #expect(
      try folder.read("out").hasPrefix(#"{"time":19998,"value":10000}"#))
  }

  /// A file that a pipe eventually provides.
  private func lateFile(_ text: String) throws -> String {
    try folder.write(text, to: "late.json")
    return "<(sleep 1.4; cat \(folder.path)/late.json)"
  }

  @Test func `any long work shows its progress, and then erases it`() throws {
    let file = try lateFile(#"{"sequence": [1]}"#)
    let text = try terminal(#""$COMMAND" \#(file) -fvalues"#)
    #expect(text.hasPrefix("\r^[Kreading '/dev/fd/") && text.hasSuffix(", 1 s so far\r^[K1\n"))
    let mistaken = try lateFile(#"{"sequence": 1}"#)
    let report = try terminal(#""$COMMAND" \#(mistaken)"#, "NO_COLOR=1")
    #expect(report.contains(", 1 s so far\r^[K/dev/fd/"))
    let evaluated = try terminal(
      #"(echo 1; sleep 1.4; echo 2) | "$COMMAND" eval '$0 + 1' - > \#(folder.path)/out"#, "")
    #expect(evaluated == "\r^[Kevaluating, 1 s so far\r^[K")
  }

  @Test(arguments: ["TERM=dumb", "NO_COLOR=1 TERM=xterm"])
  func `output that goes elsewhere or nowhere is not progress`(setting: String) throws {
    let file = try lateFile(#"{"sequence": [1]}"#)
    let line = setting == "TERM=dumb" ? "" : "2>\(folder.path)/err"
    #expect(try terminal(#""$COMMAND" \#(file) -fvalues \#(line)"#, setting) == "1\n")
    if !line.isEmpty { #expect(try folder.read("err") == "") }
  }

  @Test func `the output of a stream that prints counts as progress`() throws {
    let file = try folder.write(#"{"input": "a", "operators": [{"print": {}}]}"#, to: "print.json")
    #expect(
      try terminal(
        #"(echo 1; sleep 1.4; echo 2) | "$COMMAND" \#(file) -i a=- > \#(folder.path)/out"#,
        "export TERM=xterm;") == """
          receive subscription
          receive value: (1)
          receive value: (2)
          receive finished

          """)
  }

  @Test func `on the real clock time does not count as progress`() throws {
    let file = try folder.write(#"{"marbles": "1-|", "frame": 0.7}"#, to: "slow.json")
    #expect(try terminal(#""$COMMAND" \#(file) -r -fvalues"#) == "1\n")
  }

  @Test func `long messages are folded between words, and excerpts are unchanged`() throws {
    try folder.write(Example.broken, to: "b.json")
    let name = "cd \(folder.path); stty cols 50;"
    #expect(
      try terminal(#"\#(name) "$COMMAND" b.json"#, "export NO_COLOR=1;") == """
        b.json:1:28: error: unknown key 'valu' in an item;
          did you mean 'value'? [unknown-key]
         1 | {"stream": [{"value": 1}, {"valu": 2}]}
           |                            ^
        more about it: stream-run explain E0202

        """)
    #expect(
      try terminal(#"\#(name) "$COMMAND" --fromat x"#).hasPrefix(
        "stream-run: unknown option '--fromat'; did you\n  mean '--format'?\n"))
    // Colors do not take up columns.
    #expect(
      try terminal(#"\#(name) "$COMMAND" b.json"#, "export TERM=xterm;").hasPrefix(
        "^[1mb.json:1:28:^[0m ^[1;31merror:^[0m unknown key 'valu' in an item;\n  did you"))
    // Output that is not a terminal has whole lines.
    #expect(
      try terminal(#"\#(name) "$COMMAND" b.json 2>err; cat err"#, "export NO_COLOR=1;")
        .hasPrefix(
          "b.json:1:28: error: unknown key 'valu' in an item; did you mean 'value'? "
            + "[unknown-key]\n"))
    #expect(
      try terminal(#"\#(name) "$COMMAND" test b.json"#, "export NO_COLOR=1;").contains(
        "unknown key 'valu' in an\n  item; did you mean 'value'? [unknown-key]\n 1 |"))
  }

  @Test func `an excerpt that is too wide is cut around its caret`() throws {
    try folder.write(
      #"{"stream": [{"value": "wide: 日本語"}, {"valu": 2}, {"value": "more than fits"}]}"#,
      to: "b.json")
    let excerpts = [
      40: """
       1 | …ide: 日本語"}, {"valu": 2}, {"val…
         |                  ^

      """,
      60: """
       1 | …value": "wide: 日本語"}, {"valu": 2}, {"value": "more…
         |                            ^

      """,
      90: """
       1 | {"stream": [{"value": "wide: 日本語"}, {"valu": 2}, {"value": "more than fits"}]}
         |                                         ^

      """,
    ]
    for (columns, excerpt) in excerpts {
      let text = try terminal(
        "cd \(folder.path); stty cols \(columns); \"$COMMAND\" b.json", "export NO_COLOR=1;")
      #expect(text.contains("\n\(excerpt)more about it"))
    }
  }

  @Test func `dates are on the axis if the clock counts from 1970`() throws {
    let file = try folder.write(
      #"{"input": "a", "time": "$0", "origin": "epoch"}"#, to: "dates.json")
    let text = try terminal(
      #"printf '1700000000\n1700003600\n1700090000' | "$COMMAND" \#(file) -i a=-"#,
      "export NO_COLOR=1;")
    #expect(
      text == """
        2023-11-14T22:13:20Z      1700000000
        2023-11-14T23:13:20Z      1700003600
        2023-11-15T23:13:20Z      1700090000
        2023-11-15T23:13:20Z      | finished

               2023-11-14T22:13:20Z       2023-11-15T12:00
               +--------------------------+-----------------------
                 1700003600                                      1700090000
        dates  o-o-----------------------------------------------(o|)
        dates at 2023-11-14T22:13:20Z: 1700000000

        """)
    #expect(
      try terminal(
        #"echo 1700000000 | "$COMMAND" \#(file) -i a=- --time local"#,
        "export NO_COLOR=1 TZ=UTC+5;"
      )
      .hasPrefix("2023-11-14T17:13:20-05:00      1700000000\n"))
  }

  @Test(arguments: ["NO_COLOR=1 TERM=xterm", "TERM=dumb", "TERM="])
  func `without color support nothing is colored`(setting: String) throws {
    #expect(try !terminal(#""$COMMAND" \#(serial)"#, setting).contains("^"))
    #expect(try !terminal(#""$COMMAND" \#(serial) --color never"#).contains("^"))
  }

  @Test(arguments: [
    ("", "TERM=xterm"), ("", "NO_COLOR= TERM=xterm"), ("--color always", "TERM=dumb"),
  ])
  func `times are dim on a terminal`(option: String, setting: String) throws {
    let text = try terminal(#""$COMMAND" \#(serial) \#(option)"#, setting)
    #expect(text.hasPrefix("         ^[2m1^[0m  1\n"))
  }

  @Test func `colors go elsewhere only on request, and never into JSON`() throws {
    #expect(
      try Command.run(serial, "-f", "text", "--color", "always").output
        .hasPrefix("         \u{1B}[2m1\u{1B}[0m  1\n"))
    #expect(try Command.run(serial, "--color=always").output == Example.serialLines)
  }

  @Test func `a mistake has a bold place, a red kind and a green caret`() throws {
    let file = try folder.write(Example.broken, to: "broken.json")
    let report = """
      ^[1m\(file):1:28:^[0m ^[1;31merror:^[0m unknown key 'valu' in an item; did you mean 'value'? [unknown-key]
       1 | {"stream": [{"value": 1}, {"valu": 2}]}
         |                            ^[1;32m^^[0m

      """
    let more = "^[2mmore about it: stream-run explain E0202^[0m\n"
    #expect(try terminal(#""$COMMAND" \#(file)"#) == report + more)
    #expect(
      try Command.run(file, "--color=always").errors.replacingOccurrences(of: "\u{1B}", with: "^")
        == report)
  }

  @Test func `a command that waits for input from a person says so`() throws {
    let echo = try folder.write(#"{"input": "a"}"#, to: "echo.json")
    for (line, wanted) in [
      ("-", "a stream file"), ("\(echo) --input a=-", "records of the input 'a'"),
      ("eval '$0' -", "values, each on a line,"),
    ] {
      // The terminal's own standard input, and Ctrl-D typed into it.
      let outcome = try Command.shell(
        """
        printf '\\004' | COMMAND="$0" timeout 20 script -qec '"$COMMAND" \(line.replacing("'", with: #"'\''"#))' /dev/null
        """)
      #expect(
        outcome.output.contains(
          "stream-run: waiting for \(wanted) on standard input; Ctrl-D ends it"), "\(outcome)")
    }
    #expect(try !Command.run("-", input: "").errors.contains("waiting"))
  }

  @Test func `a picture is as wide as the terminal, up to 100 columns`() throws {
    let file = try folder.write(Example.long(400, isDelayed: true), to: "long.json")
    for (columns, limit) in [(60, 60), (300, 100)] {
      let text = try terminal(#"stty cols \#(columns); "$COMMAND" \#(serial)"#)
      let lines = text.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("serial  -----") })
      #expect(lines.allSatisfy { $0.count <= limit })
      // This is too much to read at once.
      #expect(try !terminal(#"stty cols \#(columns); "$COMMAND" \#(file)"#).contains("+--"))
    }
  }

  @Test func `a list is as wide as the terminal, from 40 to 100 columns`() throws {
    for (columns, limit) in [(20, 40), (60, 60), (300, 100)] {
      let text = try terminal(#"stty cols \#(columns); "$COMMAND" list functions"#)
      let lines = text.split(separator: "\n")
      let widest = lines.map(\.count).max() ?? 0
      // Some line is almost full. Text that cannot be folded may be wider than the narrowest.
      #expect(widest > limit - 8 && (widest <= limit || limit == 40))
      #expect(!text.contains("^"))
    }
  }

  @Test func `each line is shown when it arrives`() throws {
    let file = try folder.write(SignalTests.slow, to: "slow.json")
    // The terminal disappears after the first line, and the command with it.
    let outcome = try Command.shell(
      """
      exec 3< <(exec script -qec "'$0' '\(file)' -f json" /dev/null </dev/null); terminal=$!
      head -1 <&3 | tr -d '\\r'; kill -KILL $terminal
      """)
    #expect(outcome.output == "{\"time\":0,\"value\":1}\n")
  }

  @Test(arguments: ["-f json", "-f marbles"])
  func `only text has a picture`(option: String) throws {
    #expect(try !terminal(#""$COMMAND" \#(serial) \#(option)"#).contains("+--"))
    #expect(try !Command.run(serial, "-f", "text").output.contains("+--"))
  }
}
