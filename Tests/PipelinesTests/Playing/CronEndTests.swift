import Expressions
import Foundation
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// Schedules together with inputs, schedules with parameters, and times that a clock shows twice.
@Suite struct CronEndTests {
  private static let log = "{\"t\":30}\n{\"t\":150}\n{\"t\":180}\n"
  private static let timed = #"{"input": "log", "time": "$0.t", "origin": "epoch"}"#
  /// A merge that emits 1 for each tick and each record.
  private static let both =
    #"{"merge": [{"cron": "* * * * *"}, \#(timed)], "operators": [{"map": {"expression": "1"}}]}"#

  private static func until(_ second: Int64) -> Playback {
    Playback(until: Instant(nanoseconds: second * 1_000_000_000))
  }

  @Test(arguments: [
    // The tick at the instant of the last record is emitted, followed by the end.
    (both, "1@30 1@60 1@120 1@150 1@180 1@180 |@180"),
    (
      #"{"merge": [\#(timed), {"cron": "* * * * *"}], "operators": [{"count": {}}]}"#,
      "6@180 |@180"
    ),
    // An input that nothing reads any more has ended.
    (
      #"""
      {"merge": [{"cron": "* * * * *"},
        {"input": "log", "time": "$0.t", "origin": "epoch", "operators": [{"prefix": {"count": 1}}]}],
       "operators": [{"count": {}}]}
      """#, "1@30 |@30"
    ),
    // An input that is read after another one continues.
    (
      #"""
      {"merge": [{"cron": "* * * * *"}, {"append": [\#(timed), {"input": "more", "every": "1m"}]}],
       "operators": [{"count": {}}]}
      """#, "9@240 |@240"
    ),
  ])
  func `continues to the end of the inputs, including that instant`(
    _ text: String, _ result: String
  ) throws {
    #expect(try played(text, reading: ["log": Self.log, "more": "0\n1\n"]) == result)
  }

  @Test(arguments: [
    (60, "1@30 1@60"), (200, "1@30 1@60 1@120 1@150 1@180 1@180 |@200"),
    (240, "1@30 1@60 1@120 1@150 1@180 1@180 1@240 |@240"),
  ])
  func `continues to the end of the playback, if that is later`(
    _ second: Int64, _ result: String
  ) throws {
    #expect(try played(Self.both, reading: ["log": Self.log], Self.until(second)) == result)
  }

  @Test func `continues to the end of the inputs, if that is stated`() throws {
    var bindings = InputBindings(["log": .text(Self.log)])
    bindings.window.end = Instant(nanoseconds: 300_000_000_000)
    #expect(
      try program(Self.both).play(inputs: bindings).brief
        == "1@30 1@60 1@120 1@150 1@180 1@180 1@240 1@300 |@300")
  }

  @Test func `never completes if the other streams are diagrams`() throws {
    #expect(
      try played(
        #"""
        {"merge": [{"cron": "* * * * *"}, {"marbles": "a|"}],
         "operators": [{"map": {"expression": "1"}}]}
        """#, Self.until(150)) == "1@0 1@60 1@120")
  }

  @Test(arguments: [0, 30, 100, 179, 180, 181] as [Int64])
  func `continues to its end from a saved state`(_ second: Int64) throws {
    let playing = HaltedPlaying(open: { try InputSession($0, ["log": .text(Self.log)]) })
    let expected = try playing.events(of: { try program(Self.both) })
    let halts = [Instant(nanoseconds: second * 1_000_000_000)]
    #expect(try playing.events(of: { try program(Self.both) }, halts: halts) == expected)
    #expect(expected.count > 6)
  }

  @Test(arguments: [
    (#""cron": "30 $hour * * *", "zone": "$zone""#, #""1970-01-01T05:30:00Z"@19800 |@19800"#),
    (#""cron": "$all""#, #""1970-01-01T12:00:00Z"@43200 |@43200"#),
    (#""cron": "0 $hours * * *", "twice": "$twice""#, #""1970-01-01T06:00:00Z"@21600 |@21600"#),
  ])
  func `parameters can replace single fields, or all of them`(
    _ source: String, _ result: String
  ) throws {
    #expect(
      try played(
        #"""
        {"parameters": {"hour": 6, "hours": "6,8", "all": "0 12 * * *", "zone": "+01:00", "twice": "once"},
         \#(source), "operators": [{"prefix": {"count": 1}}]}
        """#) == result)
  }

  @Test(arguments: [
    (
      #"{"parameters": {"hour": 30}, "cron": "0 $hour * * *"}"#,
      "test.json:1:38: error: '30' is not an hour, expected 0 to 23, a range such as '0-3', '*', or "
        + "steps such as '*/2'"
    ),
    (
      #"{"parameters": {"hour": 3}, "cron": "0 $huor * * *"}"#,
      "test.json:1:37: error: unknown parameter '$huor'; did you mean '$hour'?"
    ),
    (
      #"{"parameters": {"hour": [3]}, "cron": "0 $hour * * *"}"#,
      "test.json:1:39: error: [3] in a schedule, expected a string or a whole number\n"
        + "test.json:1:25: note: '$hour' is set here"
    ),
    (
      #"{"cron": "@daily", "twice": "never"}"#,
      "test.json:1:29: error: found 'never' for 'twice', expected 'both' or 'once'"
    ),
    (
      #"{"sequence": [], "twice": "once"}"#,
      "test.json:1:18: error: 'twice' needs 'cron' beside it; remove it, or add a stream"
    ),
  ])
  func `an invalid schedule is a mistake at its place`(
    _ text: String, _ message: String
  ) {
    #expect(outcome { try played(text) } == message)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
  func `a time that the clock shows twice can be emitted once`() throws {
    func next(_ schedule: String, after time: Int64) throws -> Int64? {
      let schedule = try CronSchedule(Text(schedule), zone: "Europe/Berlin", once: true)
      return schedule.next(after: time * 1_000_000_000).map { $0 / 1_000_000_000 }
    }
    // At 2026-10-25T01:00:00Z 03:00 becomes 02:00: 02:30 is at 00:30Z, and again at 01:30Z.
    #expect(try next("30 2 * * *", after: 1_792_882_800) == 1_792_888_200)
    #expect(try next("30 2 * * *", after: 1_792_888_200) == 1_792_978_200)
    // 02:00 and 02:30 are skipped the second time, but 03:00 is not.
    #expect(try next("*/30 * * * *", after: 1_792_888_200) == 1_792_893_600)
    // In spring, no time is shown twice.
    #expect(try next("30 2 * * *", after: 1_774_738_800) == 1_774_830_600)
  }

  @Test func `is written as it was read`() throws {
    let text = #"{"cron":"0 6 * * *","zone":"UTC","twice":"once"}"#
    let model = try StreamModel<Value>(SourceText(name: "", text))
    #expect(
      String(decoding: JSONWriter.text(of: try ValueEncoder().encode(model)), as: UTF8.self) == text
    )
  }
}
