import Console
import Foundation
import Testing

@testable import stream_run

@Suite struct DebugCommandTests {
  private static let document = #"""
    { "marbles": "1-2---3-4-5|", "operators": [
      { "filter": { "expression": "$0 != 3" } },
      { "debounce": { "seconds": 1.5 } } ] }
    """#

  private func run(
    _ script: String, options: String = "", _ document: String = Self.document
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    return try Command.shell(
      "cd '\(folder.path)'; printf '\(script)' | \"$0\" debug a.json \(options)")
  }

  @Test func `steps go forward and back`() throws {
    #expect(
      try run("step 3\\nback\\n\\n").lines == [
        "marbles 1-2---3-4-5|: 1 at 0 s (event 0, a.json:1:3)",
        "filter $0 != 3: 1 at 0 s (event 1, a.json:2:5)",
        "debounce 1.5 s: 1 at 1.5 s (event 2, a.json:3:5)",
        "filter $0 != 3: 1 at 0 s (event 1, a.json:2:5)",
        "debounce 1.5 s: 1 at 1.5 s (event 2, a.json:3:5)",
      ])
  }

  @Test func `a look inside is exact, even after going back`() throws {
    let forward = try run("goto 2\\nbuffers\\ntimers\\n").lines
    #expect(try run("goto 9\\ngoto 2\\nbuffers\\ntimers\\n").lines.dropFirst() == forward[...])
    let kept = try run("goto 3\\nbuffers\\ntimers\\n").lines
    #expect(
      kept == [
        "filter $0 != 3: 2 at 2 s (event 5, a.json:2:5)",
        "debounce 1.5 s (a.json:3:5) keeps filter $0 != 3: 2 at 2 s (event 5, a.json:2:5)",
        "3.5 s  debounce 1.5 s (a.json:3:5)", "6 s  a source",
      ])
  }

  @Test func `a schedule without inputs starts at the origin`() throws {
    let lines = try run("step\\n", options: "--origin 2026-03-01", #"{"cron": "@daily"}"#).lines
    #expect(lines.count == 1)
    #expect(lines[0].contains(#""2026-03-02T00:00:00Z""#), "\(lines)")
  }

  @Test func `a break stops where its expression is true`() throws {
    let lines = try run("break debounce when $0 == 4\\ncontinue\\nwhy\\n").lines
    #expect(
      lines.prefix(2) == [
        "breaks at debounce when $0 == 4",
        "break debounce when $0 == 4: debounce 1.5 s: 4 at 9.5 s (event 11, a.json:3:5)",
      ])
    #expect(lines.count == 5)
  }

  @Test(arguments: [
    ("stpe", "unknown command 'stpe'; did you mean 'step'?"),
    ("st", "'st' can mean 'step' or 'stages'"),
    ("break flter", "there is no stage 'flter'; 'stages' lists them"),
    ("step x", "'step x'; expected a number, such as 10"),
    ("goto soon", "'soon' is not a time; write 'goto 6.9' or 'goto 1h30m'"),
  ])
  func `a mistake ends a script`(line: String, answer: String) throws {
    #expect(
      try run("\(line)\\nstep\\n") == Outcome(output: answer + "\n", errors: "", code: 64))
  }

  @Test(arguments: ["goto 9", "continue", "step 1000000"])
  func `a command stops in a stream that does not end`(command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "sequence": [1], "operators": [{ "repeat": {} }] }"#, to: "a.json")
    let outcome = try Command.shell(
      "cd '\(folder.path)'; printf '\(command)\n' | \"$0\" debug a.json | tail -1")
    let way = command.hasPrefix("goto") ? command : "continue"
    #expect(outcome.output == "stopped after 100000 events; '\(way)' continues\n")
  }

  @Test func `a line is edited, completed, and found again`() {
    var line = EditedLine(history: ["step", "buffers"]) { beginning in
      ["break", "buffers", "back"].filter { $0.hasPrefix(beginning) }
    }
    func type(_ text: String) -> EditedLine.Outcome {
      text.utf8.map { line.receive($0) }.last ?? .edited
    }
    #expect(type("bx\u{7F}u\t") == .edited)
    #expect(String(line.text) == "buffers ")
    #expect(type("\u{15}b\t") == .choices(["break", "buffers", "back"]))
    _ = type("\u{1B}[A\u{1B}[A")
    #expect(String(line.text) == "step")
    _ = type("\u{1B}[B\u{1B}[B")
    #expect(String(line.text) == "b")
    _ = type("é\u{1B}[D\u{1B}[Da")
    #expect(String(line.text) == "abé")
    #expect(type("\r") == .line("abé"))
    #expect(type("\u{3}\u{4}") == .end)
  }
}
