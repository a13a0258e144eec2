import Foundation
import Testing

@Suite struct SweepCommandTests {
  private static let document = #"""
    { "parameters": { "quiet": "3s" },
      "definitions": { "log": { "input": "log", "time": "$0.at" } },
      "from": "log", "operators": [
        { "filter": { "expression": "$0.level > 50" } }, { "debounce": { "seconds": "$quiet" } } ] }
    """#

  private static let log = (0..<20).map { "{\"at\": \($0 * $0), \"level\": \(40 + $0 * 3)}\n" }
    .joined()

  private func run(_ arguments: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "a.json")
    try folder.write(Self.log, to: "log.ndjson")
    return try Command.shell("cd '\(folder.path)'; \"$0\" sweep a.json \(arguments)")
  }

  @Test func `prints a table`() throws {
    let outcome = try run(
      "--vary quiet=5s,20s,60s -i log=log.ndjson -m 'worst=max $0.level' -m 'mean=avg $0.level'")
    #expect(
      outcome
        == Outcome(
          output: """
            quiet  events  first  last  worst  mean
            5s         15     21   329     94  73.0
            20s         9    120   344     94  82.0
            60s         0

            """, errors: "", code: 0))
  }

  @Test func `prints CSV and lines of JSON`() throws {
    let csv = try run("--vary quiet=5s,60s -i log=log.ndjson -f csv")
    #expect(csv.output == "quiet,events,first,last\n5s,15,21,329\n60s,0,,\n")
    let json = try run("--vary quiet=5s,60s -f json -i log=- <log.ndjson")
    #expect(
      json.output == """
        {"quiet":"5s","events":15,"first":21.0,"last":329.0}
        {"quiet":"60s","events":0,"first":null,"last":null}

        """)
  }

  @Test func `records that do not fit in memory are read for each point`() throws {
    let outcome = try run("--vary quiet=5s,60s --memory 32MiB -i log=log.ndjson -f csv")
    #expect(outcome.output == "quiet,events,first,last\n5s,15,21,329\n60s,0,,\n")
  }

  @Test func `draws a line or a map`() throws {
    let line = try run("--vary quiet=5s..20s/5s -i log=log.ndjson --plot a.svg >table; cat a.svg")
    #expect(line.output.contains("<polyline points="))
    #expect(line.output.contains("<title>events by quiet</title>"))
  }

  @Test func `searches, and says how near it came`() throws {
    let found = try run(
      "--vary quiet=1s..90s/1s -i log=log.ndjson --points 30 --maximize '$0.first'")
    #expect(found.code == 0)
    #expect(found.output.contains("\nthe greatest '$0.first' is "))
    #expect(found.output.contains("; 30 of 90 points tried\n"))
    let missed = try run(
      "--vary quiet=5s,20s -i log=log.ndjson --minimize '$0.events' --where '$0.events > 20' -f csv"
    )
    #expect(missed.code == 1)
    #expect(
      missed.errors == """
        stream-run: no point meets '$0.events > 20'; the nearest, by 5, is quiet=5s, where '$0.events' is \
        15; 2 of 2 points tried

        """)
  }

  @Test(arguments: [
    ("-i log=log.ndjson", 64, "nothing is varied"),
    ("--vary quiet=1s,2s", 64, "the input 'log' is not bound to a file"),
    ("--vary quit=1s,2s -i log=log.ndjson", 65, "unknown parameter 'quit'; did you mean 'quiet'?"),
    ("--vary quiet=1s..2s -i log=log.ndjson", 64, "is a range without a step"),
    ("--vary quiet=1s --where '$0.events > 1'", 64, "'--where' needs a search"),
    (
      "--vary quiet=1s -m 'n=bad: count' -i log=log.ndjson", 64,
      "which is not an output of the file"
    ),
  ])
  func `refuses a command line with a hint`(
    _ arguments: String, _ code: Int32, _ message: String
  ) throws {
    let outcome = try run(arguments)
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
