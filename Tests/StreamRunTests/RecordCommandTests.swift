import Foundation
import Testing

@Suite struct RecordCommandTests {
  private static let quiet =
    #"{ "input": "log", "operators": [ { "debounce": { "seconds": 0.2 } } ] }"#
  private static let lines = "(echo 1; sleep 0.05; echo 2; sleep 0.4; echo 3; sleep 0.3)"

  private func run(_ script: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(Self.quiet, to: "quiet.json")
    return try Command.shell("cd '\(folder.path)'; \(script)")
  }

  @Test func `lines with their times are a test that passes`() throws {
    let outcome = try run("\(Self.lines) | \"$0\" record -i n=- -o a.json; \"$0\" test a.json")
    #expect(outcome.errors == "stream-run: recorded 3 records and 4 events\n")
    #expect(outcome.output.hasPrefix("1 test in 1 file: 1 passed"))
  }

  @Test func `what a stream made of them is what it makes again`() throws {
    let outcome = try run(
      "\(Self.lines) | \"$0\" record quiet.json -i log=- --name 'two bursts' -o a.json; "
        + "\"$0\" test a.json --list; grep -c value a.json"
    )
    #expect(outcome.errors == "stream-run: recorded 3 records and 3 events\n")
    #expect(outcome.output.contains(": two bursts\n"))
    // Three records, and the two that nothing follows.
    #expect(outcome.lines.last == "5")
  }

  @Test func `a recording that is ended goes as far as it came`() throws {
    let outcome = try run(
      "(echo 1; sleep 5) | \"$0\" record quiet.json -i log=- --for 0.5s -o a.json; "
        + "\"$0\" test a.json; grep until a.json")
    #expect(outcome.output.contains("1 passed"))
    #expect(outcome.output.contains("\"until\": 0.5"))
  }

  @Test func `times of the calendar are exact`() throws {
    let outcome = try run(
      #"""
      echo '{ "input": "log", "time": "$0.at", "origin": "epoch" }' >a.json
      printf '{"at": 1795965432.213702818}\n{"at": 1795965433.5}\n' \
        | "$0" record a.json -i log=- -o b.json; "$0" test b.json; grep -c 1795965432.213702 b.json
      """#)
    #expect(outcome.output.contains("1 passed"), "\(outcome)")
  }

  @Test func `a live playback whose events are recorded keeps the time`() throws {
    let outcome = try run(
      "(echo 1; sleep 0.4; echo 2; sleep 0.4; echo 3) | \"$0\" quiet.json --realtime -i log=- "
        + "--on-bad-record skip --trace a.ndjson -f json")
    let times = outcome.lines.compactMap { line in
      line.split(separator: ":").dropFirst().first?.split(separator: ",").first.flatMap {
        Double($0)
      }
    }
    #expect(times.count == 3)
    #expect(times.last.map { $0 > 0.75 } == true, "\(outcome.output)")
  }

  @Test(arguments: [
    ("record", "no input is named"),
    ("record -i a=- -i b=-", "without a stream file, one input is recorded"),
    ("record quiet.json -i lg=-", "the file has no input 'lg'; did you mean 'log'?"),
  ])
  func `refuses a command line with a hint`(_ arguments: String, _ message: String) throws {
    let outcome = try run("\"$0\" \(arguments) </dev/null")
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
