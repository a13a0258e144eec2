import Foundation
import Testing

/// Options for unattended runs: where inputs begin and end, how many records may be bad, and the
/// report at the end.
struct NightlyOptionTests {
  private func run(
    _ line: String, _ document: String = #"{"input": "a", "time": "$0.t"}"#,
    records: String = "{\"t\":3600}\n{\"t\":7200}\nx\n{\"t\":10800}\n"
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    try folder.write(records, to: "a.ndjson")
    return try Command.shell(
      "cd '\(folder.path)'; run() { \"$0\" a.json -i a=a.ndjson -f text \"$@\"; }; \(line)")
  }

  private static let dated = #"{"input": "a", "time": "$0.t", "origin": "epoch"}"#

  private static let good = "{\"t\":3600}\n{\"t\":7200}\n{\"t\":10800}\n"

  // MARK: - Times

  @Test(arguments: [
    "1970-01-01T02:00Z", "1970-01-01T02:00:00Z", "1970-01-01T03:00+01:00",
    "1970-01-01T03:00:00+01:00",
    "2h", "7200", "1970-01-01T02:00:00.000Z",
  ])
  func `a playback ends at a date`(date: String) throws {
    #expect(
      try run("run --until \(date)", Self.dated, records: Self.good)
        == Outcome(
          output:
            "1970-01-01T01:00:00Z      {\"t\":3600}\n1970-01-01T02:00:00Z      {\"t\":7200}\n",
          errors: "stream-run: still waiting at 1970-01-01T02:00:00Z\n", code: 0))
  }

  @Test func `a date is the beginning of a day`() throws {
    #expect(
      try run("run --until 1970-01-02", Self.dated, records: "{\"t\":86399}\n{\"t\":86400.5}\n")
        .lines
        .count == 1)
  }

  @Test func `a playback on the real clock ends at a date, too`() throws {
    #expect(
      try run(
        "run --speed 100000 --until 1970-01-01T02:30Z", Self.dated, records: Self.good
      ).errors == "stream-run: still waiting at 1970-01-01T02:30:00Z\n")
  }

  @Test(arguments: [
    (
      "--until 2026-01-02",
      "option '--until' is the date 2026-01-02, but the times count from the first record; write "
        + "seconds, name the date from which they count with '--origin', or give the inputs "
        + #""origin": "epoch""#
    ),
    (
      "--input-end 2026-01-02T03:04Z --origin 2027-01-02",
      "option '--input-end' is the date 2026-01-02T03:04Z, which is before that of '--origin'; "
        + "expected a later one"
    ),
    (
      "--until 2026-13-02",
      "option '--until': '2026-13-02T00:00:00Z' is not a timestamp, at character 6: "
        + "found the month '13', expected 01 to 12; expected seconds, a duration or a date, such as 0.5, 1h30m or "
        + "2026-01-02T03:04Z"
    ),
    (
      "--max-bad 3 --on-bad-record fail",
      "'--max-bad' and '--on-bad-record fail' cannot be combined; leave one out; '--max-bad' alone "
        + "skips bad records"
    ),
    ("--max-bad 101%", "option '--max-bad' is not a share of all records; expected 0% to 100%"),
    ("--max-bad -1%", "option '--max-bad' is not a share of all records; expected 0% to 100%"),
    (
      "--max-bad 0.00001%",
      "option '--max-bad' has too many digits; expected at most four after the point"
    ),
    (
      "--max-bad x%", "option '--max-bad' is 'x%'; expected a number or a share, such as 10 or 0.5%"
    ),
    ("--max-bad x", "option '--max-bad' is 'x'; expected a whole number, such as 10"),
  ])
  func `contradictory options are rejected`(options: String, message: String) throws {
    let outcome = try run("run \(options)")
    #expect(outcome.errors.hasPrefix("stream-run: \(message)\n"), "\(outcome.errors)")
    #expect(outcome.code == 64)
  }

  @Test func `times of inputs require inputs with times`() throws {
    #expect(
      try run("run --origin 5", #"{"input": "a"}"#).errors.hasPrefix(
        "stream-run: option '--origin' does not apply: the stream has no input whose records have times"
      ))
    #expect(
      try run("\"$0\" a.json --input-end 5", #"{"sequence": []}"#).errors.hasPrefix(
        "stream-run: option '--input-end' does not apply: the stream has no inputs; use '--until'"))
    #expect(
      try run("\"$0\" a.json --until 2026-01-02", #"{"sequence": []}"#).errors.hasPrefix(
        "stream-run: option '--until' is the date 2026-01-02, but the times count from the start of "
          + "the playback; write seconds\n"))
  }

  @Test func `inputs begin and end at the given times`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "operators": [{"collect": {"seconds": "1h"}}, {"map": {"expression":
      "$0.size()"}}]}
      """#
    let records = "{\"t\":3500}\n{\"t\":3700}\n{\"t\":7100}\n"
    #expect(
      try run("run", document, records: records).lines == [
        "      3600  2", "      3600  1", "      3600  | finished",
      ])
    #expect(
      try run("run --origin 1h --input-end 2h", document, records: records)
        == Outcome(
          output: "      3600  2\n      7200  | finished\n",
          errors: "stream-run: input 'a': dropped 1 of 3 records before '--origin'\n", code: 0))
    #expect(
      try run(
        "run --origin 1970-01-01 --input-end 1970-01-01T01:00Z --until 1970-01-01T02:00Z",
        document, records: records
      ).lines == ["      3600  1", "      3600  | finished"])
  }

  @Test func `an input that is waited for ends on the real clock`() throws {
    let outcome = try run(
      "(cat a.ndjson; sleep 5) | { \"$0\" a.json -i a=- -f values --speed 100 --input-end 20 "
        + "--on-bad-record skip; echo $?; }",
      #"{"input": "a"}"#, records: "1\n2\n")
    #expect(outcome == Outcome(output: "1\n2\n0\n", errors: "", code: 0))
  }

  // MARK: - Bad records

  @Test func `records are skipped up to a limit`() throws {
    #expect(
      try run("run --max-bad 1").errors == """
        stream-run: input 'a': skipped 1 of 4 records as bad:
          a.ndjson:3: not JSON at byte 1: unknown word 'x', expected a value

        """)
    let outcome = try run("run --max-bad 0")
    #expect(outcome.code == 2)
    #expect(
      outcome.lines.last
        == "      3600  # input 'a': 1 of 3 records are bad; the limit is 0")
    #expect(
      outcome.errors.hasSuffix(
        """
        a.ndjson:3: input 'a': 1 of 3 records are bad; the limit is 0
        stream-run: the stream failed at 3600 s

        """))
  }

  @Test func `the share of bad records is known only at the end`() throws {
    #expect(try run("run --max-bad 25%").code == 0)
    let outcome = try run(
      "run --max-bad 24.9% --on-bad-record dead-letter=dead; wc -l <dead.partial")
    #expect(outcome.lines.last == "1")
    #expect(outcome.errors.contains("1 of 4 records are bad; the limit is 24.9 %"))
  }

  // MARK: - The summary

  @Test func `a summary counts records that were read and lost`() throws {
    let document = #"{"input": "a", "time": "$0.t", "late": "drop"}"#
    let records = (1...9).map { "{\"t\":\($0 % 2 == 0 ? $0 : 10 - $0)}\n" }.joined()
    let outcome = try run("run --summary --max-bad 50%", document, records: records + "x\n")
    #expect(
      outcome.errors == #"""
        stream-run: input 'a': dropped 8 of 10 records as late, by up to 8 s, the first:
          a.ndjson:2: 7 s late
          a.ndjson:3: 2 s late
          a.ndjson:4: 5 s late
        stream-run: input 'a': skipped 1 of 10 records as bad:
          a.ndjson:10: not JSON at byte 1: unknown word 'x', expected a value
        {"end":"finished","exitCode":0,"time":0,"events":2,"values":1,"inputs":{"a":{"records":10,\#
        "bytes":74,"early":0,"repeated":0,"late":8,"tooLate":0,"lateBy":8,"firstLate":[{"place":"a.ndjson:2","lateBy":7},\#
        {"place":"a.ndjson:3","lateBy":2},{"place":"a.ndjson:4","lateBy":5}],"bad":1,\#
        "firstBad":[{"place":"a.ndjson:10","reason":"not JSON at byte 1: unknown word 'x', \#
        expected a value"}],"cutOff":false,"unplayed":0,"firstUnplayed":[]}},"dropped":[]}

        """#)
  }

  @Test func `values lost by operators are reported, and do not change the exit code`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "operators": [
        {"rateLimit": {"count": 1, "seconds": 2}},
        {"groupBy": {"key": "$0.t", "operators": [], "forgetAfter": 1}},
        {"join": {"stream": {"marbles": "---------|"}, "within": 1}}]}
      """#
    let records = (0..<9).map { "{\"t\":\($0)}\n" }.joined()
    let outcome = try run("run --summary", document, records: records)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.hasPrefix(
        #"""
        a.json:2:17: 'rateLimit' dropped 4 values above the limit, the first:
          at 1 s: {"t":1}
          at 3 s: {"t":3}
          at 5 s: {"t":5}
        a.json:3:15: 'groupBy' forgot 4 groups, the first:
          at 1 s: 0
          at 3 s: 2
          at 5 s: 4
        a.json:4:12: 'join' dropped 5 values without a partner, the first:
          at 0 s: {"t":0}
          at 2 s: {"t":2}
          at 4 s: {"t":4}
        {"end":"finished","exitCode":0,
        """#))
    #expect(
      outcome.errors.contains(
        #"{"operator":"groupBy","place":"a.json:3:15","reason":"forgotten","output":null,"count":4,"#
          + #""first":[{"time":1,"key":0},{"time":3,"key":2},{"time":5,"key":4}]}"#))
  }

  @Test func `a summary has the times of the events, to the nanosecond`() throws {
    let outcome = try run(
      "\"$0\" a.json --summary",
      #"{"sequence": [1e2], "operators": [{"delay": {"seconds": "1700000000.123456789s"}}]}"#)
    #expect(outcome.output.hasPrefix(#"{"time":1700000000.123456789,"value":100.0}"#), "\(outcome)")
    #expect(outcome.errors.contains(#""exitCode":0,"time":1700000000.123456789,"#), "\(outcome)")
  }

  @Test func `a summary is printed even if nothing was lost, or the run failed`() throws {
    let good = try run("run --summary --limit 1 >/dev/null", records: "{\"t\":1}\n{\"t\":2}\n")
    #expect(
      good.errors.hasSuffix(
        #"""
        {"end":"limited","exitCode":0,"time":0,"events":1,"values":1,"inputs":{"a":{"records":1,\#
        "bytes":16,"early":0,"repeated":0,"late":0,"tooLate":0,"lateBy":0,"firstLate":[],"bad":0,"firstBad":[],"cutOff":false,"unplayed":0,"firstUnplayed":[]}},"dropped":[]}

        """#))
    let bad = try run("run --summary --input-end 1.5s", records: "{\"t\":0}\nx\n{\"t\":2}\n")
    #expect(bad.errors.contains(#"{"end":"failed","exitCode":2,"time":0,"events":2,"values":1,"#))
    let none = try run("\"$0\" a.json --summary", #"{"sequence": []}"#)
    #expect(
      none.errors
        == #"{"end":"finished","exitCode":0,"time":0,"events":1,"values":0,"inputs":{},"dropped":[]}"#
        + "\n")
  }

  @Test func `the page of output files has every key of a summary`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "late": "drop", "operators": [
        {"rateLimit": {"count": 1, "seconds": "3h"}}]}
      """#
    let outcome = try run(
      "run --summary --max-bad 50% >/dev/null", document, records: Self.good + "{\"t\":1}\nx\n")
    let line = try #require(outcome.errors.split(separator: "\n").last { $0.hasPrefix("{\"end\"") })
    let keys = Set(line.matches(of: /"([A-Za-z]+)":/).map { String($0.output.1) })
    #expect(keys.isSuperset(of: ["end", "tooLate", "firstLate", "firstBad", "dropped", "first"]))
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Pipelines/Pipelines.docc/OutputFiles.md"),
      encoding: .utf8)
    // The name of the input and the members of its records are keys, too.
    for key in keys.subtracting(["a", "t"]) { #expect(page.contains("`\(key)`"), "\(key)") }
  }
}
