import Foundation
import Testing

@Suite struct PlayCommandTests {
  let folder: TemporaryFolder
  let serial: String

  init() throws {
    folder = try TemporaryFolder()
    serial = try folder.write(Example.serial, to: "serial.json")
  }

  @Test func `prints one line of JSON for each event if the output is not a terminal`() throws {
    #expect(try Command.run(serial) == Outcome(output: Example.serialLines, errors: "", code: 0))
  }

  @Test func `prints the same bytes every time`() throws {
    let outcome = try Command.run(serial)
    for _ in 0..<3 { #expect(try Command.run(serial) == outcome) }
  }

  @Test func `prints text with the times in a column`() throws {
    #expect(
      try Command.run(serial, "--format", "text").output == """
                 1  1
               2.5  {"b":"é\\n","a":1.0}
               2.5  | finished

        """)
  }

  @Test func `reads standard input for a dash`() throws {
    #expect(try Command.run("-", input: Example.serial).output == Example.serialLines)
    #expect(
      try Command.shell("printf '%s' '\(Example.serial)' | \"$0\" -").output == Example.serialLines)
  }

  @Test(arguments: [
    ["--format", "json", "FILE"], ["--format=json", "FILE"], ["FILE", "--format", "json"],
    ["FILE", "--format=json"], ["--format=json", "--", "FILE"], ["--", "FILE"],
    ["play", "FILE", "-f", "json"], ["-f=json", "play", "FILE"], ["play", "--", "FILE"],
  ])
  func `options may come before or after the file`(arguments: [String]) throws {
    let line = arguments.map { $0 == "FILE" ? serial : $0 }.joined(separator: " ")
    #expect(
      try Command.shell(#""$0" \#(line)"#)
        == Outcome(output: Example.serialLines, errors: "", code: 0))
  }

  @Test func `after two dashes a file may be named like an option`() throws {
    try folder.write(Example.serial, to: "--help")
    #expect(
      try Command.shell("cd '\(folder.path)' && \"$0\" -- --help").output == Example.serialLines)
  }

  @Test func `a stream that fails ends with 2 after its values`() throws {
    #expect(
      try Command.run("-", input: Example.failing)
        == Outcome(
          output: """
            {"time":1,"value":2}
            {"time":2.5,"completion":"failure","error":"division by zero in \\"10 / $0\\"",\
            "cause":{"file":"<stdin>","line":3,"column":40,"operator":"map",\
            "expression":"10 / $0","value":0,"reason":"division by zero"}}

            """,
          errors: Example.failure, code: 2))
    #expect(
      try Command.run("-", "--format", "text", input: Example.failing).lines.last
        == #"       2.5  # division by zero in "10 / $0""#)
  }

  @Test func `a failure is reported on one line, whatever the expression looks like`() throws {
    let text = Example.failing.replacingOccurrences(of: "10 / $0", with: #"10 /\n\t$0"#)
    for format in ["json", "text"] {
      let outcome = try Command.run("-", "--format", format, input: text)
      #expect(outcome.lines.count == 2)
      #expect(
        outcome.errors.split(separator: "\n").first
          == #"<stdin>:3:40: division by zero in '10 /\n\t$0' for 0"#)
    }
  }

  @Test func `a broken file ends with 65, is reported with its place, and prints nothing`() throws {
    let file = try folder.write(Example.broken, to: "broken.json")
    #expect(
      try Command.run(file)
        == Outcome(
          output: "",
          errors: """
            \(file):1:28: error: unknown key 'valu' in an item; did you mean 'value'? [unknown-key]
             1 | {"stream": [{"value": 1}, {"valu": 2}]}
               |                            ^

            """, code: 65))
  }

  @Test(arguments: ["", "hello", "{", "[]", "\u{0}", #"{"stream": 1}"#])
  func `standard input is reported under that name`(text: String) throws {
    let outcome = try Command.run("-", input: text)
    #expect(outcome.code == 65 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("<stdin>:1:"))
  }

  @Test func `endless input and binary input are not read further`() throws {
    let outcome = try Command.run("/dev/zero")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "stream-run: cannot read '/dev/zero': it has zeros instead of text\n", code: 66))
    let huge = try Command.shell(
      "truncate -s 536870913 '\(folder.path)/huge.json'; \"$0\" '\(folder.path)/huge.json'")
    #expect(
      huge.errors
        == "stream-run: cannot read '\(folder.path)/huge.json': too large; the limit for a file is 536870912 bytes\n"
    )
    #expect(huge.code == 66)
  }

  @Test func `a byte order mark at the beginning of a file is skipped`() throws {
    let file = try folder.write("\u{FEFF}{\"sequence\": [1]}", to: "mark.json")
    #expect(try Command.run(file, "-f", "values").output == "1\n")
    let broken = try folder.write("\u{FEFF}{\"sequense\": [1]}", to: "broken.json")
    #expect(
      try Command.run(broken).errors.hasPrefix("\(broken):1:2: error: unknown key 'sequense'"))
  }

  @Test func `values without an order are reported with the name of the operator`() throws {
    for name in ["min", "max"] {
      let file = try folder.write(
        #"{"sequence": [1, "a"], "operators": [{"\#(name)": {}}]}"#, to: "order.json")
      let values = name == "min" ? "a string and an int" : "an int and a string"
      #expect(
        try Command.run(file).errors.hasPrefix(
          "\(file):1:46: '\(name)' cannot be applied to \(values), expected only numbers, only strings or only bools; put "
            + "'map' or 'filter' before it\n"))
    }
  }

  @Test func `an unreadable file ends with 66`() throws {
    let missing = folder.path + "/missing.json"
    #expect(
      try Command.run(missing)
        == Outcome(
          output: "", errors: "stream-run: cannot read '\(missing)': No such file or directory\n",
          code: 66))
    #expect(
      try Command.run(folder.path)
        == Outcome(
          output: "", errors: "stream-run: cannot read '\(folder.path)': Is a directory\n", code: 66
        ))
    #expect(try Command.run("").code == 66)
    #expect(try Command.run("a\nb").errors.split(separator: "\n").count == 1)
    #expect(try Command.shell(#""$0" - <&-"#).code == 66)
  }

  @Test(arguments: [true, false])
  func `a reader that disappears is not an error`(isDelayed: Bool) throws {
    let file = try folder.write(Example.long(50_000, isDelayed: isDelayed), to: "long.json")
    for reader in ["head -1", "true"] {
      let outcome = try Command.shell(
        #""$0" '\#(file)' 2> '\#(folder.path)/errors' | \#(reader); echo "${PIPESTATUS[0]}""#)
      #expect(outcome.lines.last == "0")
      #expect(try folder.read("errors") == "")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk ends with 74`() throws {
    for arguments in ["'\(serial)'", "--help", "--version"] {
      #expect(
        try Command.shell(#""$0" \#(arguments) > /dev/full"#)
          == Outcome(
            output: "",
            errors: "stream-run: the output cannot be written: No space left on device\n", code: 74)
      )
    }
    #expect(try Command.shell(#""$0" '\#(serial)' >&-"#).code == 74)
    // If nobody can read a message, the exit code still reports it.
    #expect(try Command.shell(#""$0" nothing 2> /dev/full"#).code == 66)
    #expect(try Command.shell(#""$0" nothing 2>&-"#).code == 66)
  }

  @Test func `a long stream is printed completely`() throws {
    let file = try folder.write(Example.long(20_000, isDelayed: true), to: "long.json")
    let outcome = try Command.run(file)
    #expect(outcome.lines.count == 20_001)
    #expect(outcome.lines.last == #"{"time":20,"completion":"finished"}"#)
    #expect(outcome.lines[12_344] == #"{"time":12.345,"value":"0123456789"}"#)
  }
}
