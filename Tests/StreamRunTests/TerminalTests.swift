import Foundation
import Testing

/// What only a person sees: run in a terminal that `script` makes.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script")))
struct TerminalTests {
  let folder: TemporaryFolder
  let serial: String

  init() throws {
    folder = try TemporaryFolder()
    serial = try folder.write(Example.serial, to: "serial.json")
  }

  /// Runs a line in a terminal, with this in front of it.
  private func terminal(_ line: String, _ setting: String = "TERM=xterm") throws -> String {
    try folder.write("\(setting) \(line)", to: "line")
    let outcome = try Command.shell(
      """
      env -u NO_COLOR COMMAND="$0" script -qec 'bash "\(folder.path)/line"' /dev/null </dev/null
      """)
    return outcome.output.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\u{1B}", with: "^")
  }

  @Test func `the format is text, and a picture stands below`() throws {
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

  @Test func `a long reading tells how far it has come, where the output goes elsewhere`() throws {
    let count = try folder.write(
      #"{"input": "a", "every": 2, "operators": [{"count": {}}]}"#, to: "count.json")
    // A second is how long it takes until anything is said.
    let lines = "(seq 100; sleep 1.1; seq 9900)"
    let text = try terminal(
      #"\#(lines) | "$COMMAND" \#(count) --input a=- > \#(folder.path)/out"#, "")
    #expect(text.contains(" records, 0.0 MB, at ") && text.contains(" records a second"))
    #expect(text.hasPrefix("\r^[K") && text.hasSuffix("\r^[K"))
    #expect(
      try folder.read("out").hasPrefix(#"{"time":19998,"value":10000}"#))
  }

  @Test(arguments: ["NO_COLOR=1 TERM=xterm", "TERM=dumb", "TERM="])
  func `without colors nothing is colored`(setting: String) throws {
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

  @Test func `colors go elsewhere only if asked, and never into JSON`() throws {
    #expect(
      try Command.run(serial, "-f", "text", "--color", "always").output
        .hasPrefix("         \u{1B}[2m1\u{1B}[0m  1\n"))
    #expect(try Command.run(serial, "--color=always").output == Example.serialLines)
  }

  @Test func `a mistake has its place bold, its kind red and its caret green`() throws {
    let file = try folder.write(Example.broken, to: "broken.json")
    let report = """
      ^[1m\(file):1:28:^[0m ^[1;31merror:^[0m unknown key 'valu' in an item; did you mean 'value'?
       1 | {"stream": [{"value": 1}, {"valu": 2}]}
         |                            ^[1;32m^^[0m

      """
    let more = "^[2mmore about it: stream-run explain unknown-key^[0m\n"
    #expect(try terminal(#""$COMMAND" \#(file)"#) == report + more)
    #expect(
      try Command.run(file, "--color=always").errors.replacingOccurrences(of: "\u{1B}", with: "^")
        == report)
  }

  @Test func `a picture is as wide as the terminal, up to 100 columns`() throws {
    let file = try folder.write(Example.long(400, isDelayed: true), to: "long.json")
    for (columns, limit) in [(60, 60), (300, 100)] {
      let text = try terminal(#"stty cols \#(columns); "$COMMAND" \#(serial)"#)
      let lines = text.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("serial  -----") })
      #expect(lines.allSatisfy { $0.count <= limit })
      // Too much for a glance.
      #expect(try !terminal(#"stty cols \#(columns); "$COMMAND" \#(file)"#).contains("+--"))
    }
  }

  @Test func `a list is as wide as the terminal, from 40 to 100 columns`() throws {
    for (columns, limit) in [(20, 40), (60, 60), (300, 100)] {
      let text = try terminal(#"stty cols \#(columns); "$COMMAND" list functions"#)
      let lines = text.split(separator: "\n")
      let widest = lines.map(\.count).max() ?? 0
      // Some line nearly fills it; what cannot be folded may be wider than the narrowest.
      #expect(widest > limit - 8 && (widest <= limit || limit == 40))
      #expect(!text.contains("^"))
    }
  }

  @Test func `each line is shown as it comes`() throws {
    let file = try folder.write(SignalTests.slow, to: "slow.json")
    // The terminal goes away behind the first line, and the command with it.
    let outcome = try Command.shell(
      """
      timeout 5 script -qec "'$0' '\(file)' -f json" /dev/null </dev/null | head -1 | tr -d '\\r'
      """)
    #expect(outcome.output == "{\"time\":0,\"value\":1}\n")
  }

  @Test(arguments: ["-f json", "-f marbles"])
  func `a picture belongs to text alone`(option: String) throws {
    #expect(try !terminal(#""$COMMAND" \#(serial) \#(option)"#).contains("+--"))
    #expect(try !Command.run(serial, "-f", "text").output.contains("+--"))
  }
}
