import Expressions
import Foundation
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import StreamModels

/// Streams that follow the calendar.
@Suite struct CronTests {
  private func instants(_ model: String, _ count: Int = 3) throws -> String {
    try played(
      #"{\#(model), "operators": [{"prefix": {"count": \#(count)}}]}"#.replacing("  ", with: ""))
  }

  @Test func `a schedule emits its instants`() throws {
    #expect(
      try instants(#""cron": "@hourly""#, 2)
        == #""1970-01-01T01:00:00Z"@3600 "1970-01-01T02:00:00Z"@7200 |@7200"#)
    // The 1st of January 1970 was a Thursday.
    #expect(
      try instants(#""cron": "30 6 * * 1-5", "zone": "+01:00""#)
        == #""1970-01-01T05:30:00Z"@19800 "1970-01-02T05:30:00Z"@106200 "#
        + #""1970-01-05T05:30:00Z"@365400 |@365400"#)
    // If both kinds of days are stated, either of them is enough. A Sunday has two numbers.
    #expect(
      try instants(#""cron": "0 0 3 * 7""#, 2)
        == #""1970-01-03T00:00:00Z"@172800 "1970-01-04T00:00:00Z"@259200 |@259200"#)
    #expect(
      try instants(#""cron": "0 12 29 feb *""#, 1)
        == #""1972-02-29T12:00:00Z"@68212800 |@68212800"#)
  }

  @Test(arguments: [
    // The start is a tick itself, or the last tick was before 1970.
    (
      #""cron": "@hourly", "initial": true"#,
      #""1970-01-01T00:00:00Z"@0 "1970-01-01T01:00:00Z"@3600 |@3600"#
    ),
    (
      #""cron": "0 6 * * *", "initial": true"#,
      #""1969-12-31T06:00:00Z"@0 "1970-01-01T06:00:00Z"@21600 |@21600"#
    ),
    (
      #""cron": "0 12 29 feb *", "initial": true"#,
      #""1968-02-29T12:00:00Z"@0 "1972-02-29T12:00:00Z"@68212800 |@68212800"#
    ),
    (
      #""cron": "@hourly", "initial": false"#,
      #""1970-01-01T01:00:00Z"@3600 "1970-01-01T02:00:00Z"@7200 |@7200"#
    ),
  ])
  func `a schedule may begin with the last instant before it`(
    _ model: String, _ events: String
  ) throws {
    #expect(try instants(model, 2) == events)
  }

  @Test func `the last instant is that before the first record`() throws {
    let document = #"""
      {"merge": [{"cron": "0 6 * * *", "initial": true}, {"input": "a", "time": "$0", "origin": "epoch"}]}
      """#
    #expect(
      try played(document, reading: ["a": "90000 108000"].mapValues(\.lines))
        == #""1970-01-01T06:00:00Z"@90000 90000@90000 "1970-01-02T06:00:00Z"@108000 108000@108000 |@108000"#
    )
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
  func `a clock change skips some times, and shows others twice`() throws {
    let last = { (schedule: String, time: Int64) in
      let schedule = try CronSchedule(Text(schedule), zone: "Europe/Berlin")
      return schedule.next(after: time * 1_000_000_000).map { $0 / 1_000_000_000 }
    }
    // At 2026-03-29T01:00:00Z, 02:00 becomes 03:00: 02:30 is emitted a day later.
    #expect(try last("30 2 * * *", 1_774_738_800) == 1_774_830_600)
    // At 2026-10-25T01:00:00Z, 03:00 becomes 02:00: 02:30 is emitted twice.
    #expect(try last("30 2 * * *", 1_792_882_800) == 1_792_888_200)
    #expect(try last("30 2 * * *", 1_792_888_200) == 1_792_891_800)
  }

  @Test func `random schedules emit the instants that a walk over all minutes finds`() throws {
    var random = SplitMix64(seed: 5)
    func field(_ range: ClosedRange<Int>) -> (text: String, numbers: Set<Int>) {
      let (a, b) = (Int.random(in: range, using: &random), Int.random(in: range, using: &random))
      let (low, high) = (min(a, b), max(a, b))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return ("*", Set(range))
      case 1: return ("\(low)", [low])
      case 2: return ("\(low)-\(high)", Set(low...high))
      default:
        return ("\(low)-\(high)/2,\(a)", Set(stride(from: low, through: high, by: 2)).union([a]))
      }
    }
    for _ in 0..<40 {
      let (minute, hour) = (field(0...59), field(0...23))
      let (day, month, weekday) = (field(1...28), field(1...12), field(0...6))
      let offset = [-9 * 60 - 30, 0, 5 * 60 + 45][Int.random(in: 0..<3, using: &random)]
      let zone = offset == 0 ? "UTC" : offset < 0 ? "-09:30" : "+05:45"
      let text = [minute, hour, day, month, weekday].map(\.text).joined(separator: " ")
      let schedule = try CronSchedule(Text(text), zone: Text(zone))
      var time = Int64.random(in: 0..<2_000_000_000, using: &random) * 1_000_000_000
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(secondsFromGMT: offset * 60))
      for _ in 0..<3 {
        let next = schedule.next(after: time)
        let found = try #require(next, "\(text)")
        // No minute in between matches, up to the limit of a day, and the next instant does.
        var minutes = Array(
          stride(from: time / 60_000_000_000 + 1, to: found / 60_000_000_000, by: 1))
        if minutes.count > 1440 { minutes = minutes.suffix(720) + minutes.prefix(720) }
        for candidate in minutes + [found / 60_000_000_000] {
          let date = Date(timeIntervalSince1970: Double(candidate) * 60)
          let parts = calendar.dateComponents([.minute, .hour, .day, .month, .weekday], from: date)
          let isDay = day.numbers.contains(parts.day ?? 0)
          let isWeekday = weekday.numbers.contains((parts.weekday ?? 0) - 1)
          let days =
            day.text != "*" && weekday.text != "*" ? isDay || isWeekday : isDay && isWeekday
          let matches =
            minute.numbers.contains(parts.minute ?? -1) && hour.numbers.contains(parts.hour ?? -1)
            && month.numbers.contains(parts.month ?? 0) && days
          #expect(matches == (candidate == found / 60_000_000_000), "\(text) \(zone) \(candidate)")
        }
        time = found
      }
    }
  }

  @Test func `continues from its state`() throws {
    let text = #"{"merge": [{"cron": "*/5 * * * *"}, {"cron": "*/3 * * * *", "zone": "+00:01"}]}"#
    let playing = HaltedPlaying()
    let expected = try playing.events(of: { try program(text) })
    let halts = [100, 300, 301, 899].map { Instant(nanoseconds: $0 * 1_000_000_000) }
    #expect(try playing.events(of: { try program(text) }, halts: halts) == expected)
    #expect(expected.count > 8)
  }

  @Test func `is written as it was read`() throws {
    let text = #"{"cron":"0 6 * * *","zone":"UTC"}"#
    let model = try StreamModel<Value>(SourceText(name: "", text))
    #expect(
      String(decoding: JSONWriter.text(of: try ValueEncoder().encode(model)), as: UTF8.self) == text
    )
  }
}
