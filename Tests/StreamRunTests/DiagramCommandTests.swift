import Foundation
import Testing

@Suite struct DiagramCommandTests {
  private static let document = #"""
    {"marbles": "a-b-c---d---|", "values": {"a": "h", "b": "he", "c": "hel", "d": "hello"},
     "operators": [{"debounce": {"seconds": 2}}]}
    """#
  private static let usage =
    "usage: stream-run diagram FILE [OPTIONS]; see 'stream-run help diagram'\n"

  private func run(_ options: String, _ document: String = Self.document) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    try folder.write("{\"n\": 1}\n{\"n\": 2}\n", to: "log.ndjson")
    return try Command.shell("cd '\(folder.path)'; \"$0\" diagram a.json \(options)")
  }

  @Test func `each stage has a row`() throws {
    #expect(
      try run("--width 80")
        == Outcome(
          output: """
                                   0s      2s      4s      6s      8s      10s     12s
                                   ┬───────┬───────┬───────┬───────┬───────┬───────┬
            marbles a-b-c---d---|  h───────he──────hel─────────────hello───────────|
            debounce 2 s           ────────────────────────hel─────────────hello───|

            """, errors: "", code: 0))
  }

  @Test func `a picture has only the named stages`() throws {
    let rows = try run("--stages debounce --width 60").lines.dropFirst(2)
    #expect(rows.map { $0.prefix { $0 != " " } } == ["debounce"])
    let none = try run("--stages none --width 60").lines.dropFirst(2)
    #expect(none.map { $0.prefix { $0 != " " } } == ["marbles", "output"])
    #expect(try run("--stages all") == run(""))
  }

  @Test func `a picture has the time between two instants`() throws {
    let lines = try run("--from 5 --to 9 --format ascii --width 60").lines
    #expect(lines.first.map { $0.split(separator: " ") } == ["5s", "6s", "7s", "8s", "9s"])
    #expect(lines.count == 4)
    #expect(lines[2].contains("hello") && lines[2].hasSuffix(">"))
    #expect(lines[3].contains("hel-") && !lines[3].contains("hello"))
  }

  @Test(arguments: ["--svg -o out", "-o out.svg; mv out.svg out", "--svg >out"])
  func `a picture is written to a file`(options: String) throws {
    let outcome = try run("\(options); cat out")
    #expect(outcome.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(outcome.output.contains("<title>a.json</title>"))
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(try outcome == run("\(options); cat out"))
  }

  @Test(arguments: ["--format html -o out", "-o out.HTML; mv out.HTML out", "-f html >out"])
  func `a page plays the file, and shows it`(options: String) throws {
    let outcome = try run("\(options); cat out")
    #expect(outcome.output.hasPrefix("<!DOCTYPE html>"))
    #expect(outcome.output.contains("<title>a.json</title>"))
    #expect(outcome.output.contains(#""files":[{"name":"a.json","text":"{\"marbles\""#))
    #expect(outcome.output.contains("'debounce' ("))
    #expect(outcome.output.contains(#""zone":null"#))
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(try outcome == run("\(options); cat out"))
  }

  @Test func `a page shows dates where times are dates`() throws {
    let document = #"{"input": "log", "time": "$0.n", "origin": "epoch"}"#
    let dated = try run("--format html --input log=log.ndjson", document)
    #expect(dated.output.contains(#""zone":"0""#))
  }

  @Test func `inputs are read, and their records are named`() throws {
    let document = #"""
      {"input": "log", "operators": [{"filter": {"expression": "$0.n > 1"}}]}
      """#
    let outcome = try run("--svg --input log=log.ndjson", document)
    #expect(outcome.output.contains("log.ndjson:2"))
    #expect(outcome.code == 0)
    let unbound = try run("", document)
    #expect(unbound.code == 64)
    #expect(unbound.errors.contains("the input 'log' is not bound to a file"))
    #expect(unbound.errors.hasSuffix(Self.usage))
  }

  @Test func `a stream that fails has a picture`() throws {
    let outcome = try run("--width 60 -f ascii", #"{"marbles": "a-#"}"#)
    #expect(outcome.lines.dropFirst(2).contains { $0.contains("X") })
    #expect(outcome.code == 0)
  }

  @Test func `a stream without an end is stopped by a limit`() throws {
    let endless = #"{"stream": [{"value": 1, "operators": [{"repeat": {}}]}]}"#
    let outcome = try run("--limit 5 --width 60", endless)
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(outcome.lines.last == "stream  ×5>")
  }

  @Test(arguments: [
    ("--stages debonce", "the stream has no stage 'debonce'; did you mean 'debounce'?"),
    (
      "--stages xyzzy",
      "the stream has no stage 'xyzzy'; there are 'marbles' and 'debounce'; 'all' and 'none' are "
        + "choices, too"
    ),
    (
      "--stages filter,",
      "option '--stages' is 'filter,'; expected all, none, or names, such as "
        + "filter,debounce"
    ),
    ("--from 3 --to 2", "'--to' is before '--from'; expected a later time"),
    (
      "--from 2026-01-02",
      "option '--from' is the date 2026-01-02, but the times count from the "
        + "start of the playback; write seconds"
    ),
    (
      "--svg --ascii",
      "option '--format' is given twice; '--ascii' is an old form of '--format'; give it once"
    ),
    ("--format html -f svg", "option '--format' is given twice; give it once"),
    ("-f png", "unknown format 'png'; expected 'text', 'ascii', 'svg' or 'html'"),
    (
      "--format html --from 2",
      "option '--from' does not apply to a page; leave it out: a page shows all stages from the start, "
        + "as wide as its window"
    ),
    ("--width 600", "option '--width' is 600; expected columns from 40 to 400, or '--format svg'"),
    (
      "--width 7",
      "option '--width' is 7; expected columns from 40 to 400, or pixels from 320 to "
        + "10000"
    ),
    ("-o a.json", "'-o a.json' would overwrite the stream file 'a.json'; name another file"),
    ("--realtime", "'diagram' has no option '--realtime'; it belongs to 'play'"),
  ])
  func `a mistake is reported with a hint`(options: String, message: String) throws {
    #expect(
      try run(options)
        == Outcome(output: "", errors: "stream-run: \(message)\n\(Self.usage)", code: 64))
  }

  @Test func `mistakes of a file are reported as by 'play'`() throws {
    let outcome = try run("", #"{"marbles": "a", "operators": [{"fliter": {}}]}"#)
    #expect(outcome.errors.contains("unknown operator 'fliter'"))
    #expect(outcome.code == 65)
  }
}
