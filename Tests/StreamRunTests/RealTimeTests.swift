import Foundation
import Testing

/// `--realtime` and `--speed`: the same lines, each printed at its time.
struct RealTimeTests {
  static let files: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Streams")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }()

  @Test(arguments: files)
  func `prints the same bytes as in virtual time`(file: String) throws {
    // Some files last for days.
    let options = ["--format", "json", "--until", "2000"]
    let virtual = try Command.run([file] + options)
    #expect(try Command.run([file, "--realtime", "--speed", "1000"] + options) == virtual)
  }

  @Test func `a speed alone is enough, and takes its time`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Example.serial, to: "serial.json")
    let clock = ContinuousClock()
    var outcome: Outcome?
    let duration = try clock.measure { outcome = try Command.run(file, "--speed", "10") }
    #expect(outcome == Outcome(output: Example.serialLines, errors: "", code: 0))
    #expect(duration >= .milliseconds(250))
  }

  @Test func `each line is printed before the next is due`() throws {
    let folder = try TemporaryFolder()
    let late = #"""
      {"stream": [{"value": 1}, {"value": 2, "operators": [{"delay": {"seconds": 100000}}]}]}
      """#
    let file = try folder.write(late, to: "late.json")
    // The second line is due tomorrow, so the first is printed at once or never.
    let outcome = try Command.shell(
      "exec 3< <(\"$0\" '\(file)' --realtime & echo $!); read id <&3; head -1 <&3; kill $id")
    #expect(outcome.output == "{\"time\":0,\"value\":1}\n")
  }

  @Test func `failures, limits and stop times are the same as in virtual time`() throws {
    let folder = try TemporaryFolder()
    let failing = try folder.write(Example.failing, to: "failing.json")
    for options in [
      [], ["--limit", "1"], ["--until", "1.5"], ["--until", "0"], ["--limit", "0"],
    ] {
      let virtual = try Command.run([failing] + options)
      #expect(try Command.run([failing, "--speed", "100"] + options) == virtual, "\(options)")
    }
  }

  @Test func `the end of the playback is waited for`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"stream": [{"value": 1}], "append": []}"#, to: "two.json")
    #expect(try Command.run(file, "--speed", "5").code == 65)
    let open = try folder.write(
      #"{"merge": [{"marbles": "a"}, {"marbles": "-----------b"}]}"#, to: "open.json")
    let outcome = try Command.run(open, "--speed", "20", "--until", "4")
    #expect(outcome.output == "{\"time\":0,\"value\":\"a\"}\n")
    #expect(outcome.errors == "stream-run: still waiting at 4 s\n")
  }

  @Test(arguments: [
    ("0", "option '--speed' is not above 0; leave it out for real speed"),
    ("-2", "option '--speed' is not above 0; leave it out for real speed"),
    ("fast", "option '--speed' is 'fast'; expected a number above 0, such as 60 or 0.5"),
    ("0x10", "option '--speed' is '0x10'; expected a number above 0, such as 60 or 0.5"),
    ("inf", "option '--speed' is 'inf'; expected a number above 0, such as 60 or 0.5"),
    (
      "1e999",
      "option '--speed' is too large or too small; leave it and '--realtime' out to play at once"
    ),
  ])
  func `an invalid speed is rejected`(speed: String, message: String) throws {
    let outcome = try Command.run("x.json", "--speed=\(speed)")
    #expect(outcome.errors.hasPrefix("stream-run: \(message)\n"))
    #expect(outcome.code == 64)
  }
}
