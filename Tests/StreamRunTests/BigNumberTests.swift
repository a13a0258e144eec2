import Foundation
import Testing

/// Integers beyond 64 bits: two ids that differ in the twentieth digit stay two.
@Suite struct BigNumberTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"input": "a", "operators": [{"distinct": {}}]}"#, to: "play.json")
    try folder.write(
      "{\"id\":12345678901234567890}\n{\"id\":12345678901234567891}\n{\"id\":-9223372036854775808}\n",
      to: "ids.ndjson")
    try folder.write("id,n\n12345678901234567890,1\n\"12345678901234567891\",2.0\n", to: "ids.csv")
  }

  private func run(_ line: String) throws -> Outcome {
    try Command.shell("cd '\(folder.path)' && \"$0\" \(line)")
  }

  @Test(arguments: [("ids.ndjson", "1", ", at byte 7"), ("ids.csv", "2", "")])
  func `such a record is a bad record`(name: String, line: String, byte: String) throws {
    let outcome = try run("play.json --input a=\(name)")
    #expect(
      outcome.errors
        == "\(name):\(line): input 'a': integer 12345678901234567890 does not fit 64 bits\(byte); "
        + "'--big-numbers text' reads it as a string, '--big-numbers double' as a double\n"
        + "stream-run: the stream failed at 0 s\n")
    #expect(outcome.code == 2)
    let skipped = try run("play.json --input a=\(name) --on-bad-record skip -f values")
    #expect(skipped.code == 0 && skipped.errors.contains("skipped 2 of "))
    #expect(skipped.output == (name == "ids.csv" ? "" : "{\"id\":-9223372036854775808}\n"))
  }

  @Test(arguments: [
    (
      "text", "ids.ndjson",
      #"{"id":"12345678901234567890"} {"id":"12345678901234567891"} {"id":-9223372036854775808}"#
    ),
    ("double", "ids.ndjson", #"{"id":1.2345678901234567e+19} {"id":-9223372036854775808}"#),
    (
      "text", "ids.csv",
      #"{"id":"12345678901234567890","n":1} {"id":"12345678901234567891","n":2.0}"#
    ),
    (
      "double", "ids.csv",
      #"{"id":1.2345678901234567e+19,"n":1} {"id":1.2345678901234567e+19,"n":2.0}"#
    ),
  ])
  func `big integers can be read otherwise`(choice: String, name: String, values: String) throws {
    for input in [name, "- <\(name) --input-format \(name.dropFirst(4))"] {
      let outcome = try run("play.json -f values --big-numbers \(choice) --input a=\(input)")
      #expect(outcome.lines.joined(separator: " ") == values && outcome.errors == "")
    }
  }

  @Test func `a document plays with a double, and every command reports it`() throws {
    let file =
      #"{"sequence": [12345678901234567890], "expect": "(a|)", "#
      + #""$comment": 1, "operators": [{"map": {"expression": "'x'"}}]}"#
    try folder.write(file.replacing("(a|)", with: "(x|)"), to: "doc.json")
    let warning = """
      doc.json:1:15: warning: integer 12345678901234567890 does not fit 64 bits; it is read as the \
      double 1.2345678901234567e+19 [large-integer]
      """
    for line in ["doc.json", "test doc.json"] {
      let outcome = try run(line)
      #expect(outcome.errors.hasPrefix("\(warning)\n 1 | {\"sequence\": [12345678901234567890]"))
      #expect(outcome.code == 0)
    }
    try folder.write(#"{"from": "./doc.json"}"#, to: "outer.json")
    #expect(try run("outer.json").errors.hasPrefix("\(warning)\n"))
  }

  @Test func `eval reports it for each value`() throws {
    let told =
      ": warning: integer 12345678901234567890 does not fit 64 bits; it is read as the "
      + "double 1.2345678901234567e+19\n"
    #expect(
      try run("eval '$0' 12345678901234567890").errors
        == "stream-run: value '12345678901234567890'\(told)")
    #expect(
      try run("eval --let 'x=12345678901234567890' x").errors
        == "stream-run: the value of 'x'\(told)")
    let lines = try run("eval '$0.id' - <ids.ndjson")
    #expect(lines.errors.hasPrefix("stream-run: <stdin>:1\(told)"))
    #expect(lines.lines.count == 3 && lines.code == 0)
  }
}
