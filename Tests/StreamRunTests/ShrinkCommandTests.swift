import Foundation
import Testing

@Suite struct ShrinkCommandTests {
  private static let document = #"""
    { "parameters": { "quiet": "3s" },
      "definitions": { "log": { "input": "log", "time": "$0.at", "origin": "epoch" } },
      "from": "log", "operators": [
        { "filter": { "expression": "$0.level > 50" } }, { "debounce": { "seconds": "$quiet" } } ] }
    """#

  private static let log = (0..<300).map { number in
    "{\"at\": \(1_700_000_000 + number * 5), \"level\": \(number * 7 % 100), \"host\": \"h\(number % 9)\"}\n"
  }.joined()

  private func run(_ arguments: String, then: String = "") throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "a.json")
    try folder.write(Self.document.replacing("> 50", with: "> 90"), to: "b.json")
    try folder.write(Self.log, to: "log.ndjson")
    return try Command.shell("cd '\(folder.path)'; \"$0\" \(arguments); \(then)")
  }

  @Test func `cuts a log to a test that the file passes`() throws {
    let outcome = try run(
      "shrink a.json -i log=log.ndjson --where '$0.exists(e, has(e.value) && e.value.level == 98)' --write "
        + "--name 'a high level'", then: "\"$0\" test a.json --verbose; cat a.json")
    #expect(outcome.code == 0)
    #expect(outcome.errors.hasPrefix("stream-run: cut 300 records to 2, in "))
    #expect(outcome.output.contains(": a high level ("))
    #expect(outcome.output.contains("1 test in 1 file: 1 passed"))
    #expect(outcome.output.contains(#""level": 98"#))
  }

  @Test func `prints the test otherwise, with the parameters`() throws {
    let outcome = try run(
      "shrink a.json --set quiet=4s -i log=log.ndjson --where '$0.size() > 3'")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains(#""name": "$0.size() > 3""#))
    #expect(outcome.output.contains(#""with": { "quiet": "4s" }"#))
  }

  @Test func `cuts a difference to a test that the old version passes`() throws {
    let outcome = try run("diff a.json b.json -i log=log.ndjson --shrink")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains(" records make a difference, found in "))
    #expect(outcome.output.contains(#""name": "as in a.json""#))
  }

  @Test(arguments: [
    ("-i log=log.ndjson", 64, "no condition is named"),
    ("-i log=log.ndjson --where '$0.size() >'", 64, "option '--where' is '$0.size() >'"),
    ("-i log=log.ndjson --where '$0.size() > 999'", 1, "does not hold for all records"),
    ("-i log=log.ndjson --where '$0[0].nope > 1'", 2, "the condition failed"),
    ("--where '$0.size() > 9'", 64, "the input 'log' is not bound"),
  ])
  func `refuses a command line with a hint`(
    _ arguments: String, _ code: Int32, _ message: String
  ) throws {
    let outcome = try run("shrink a.json \(arguments)")
    #expect(outcome.code == code)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
