import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Checkpoints
@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Live playbacks that continue after a time in which no process played them.
@Suite struct DowntimeTests {
  /// A row of the table on the page "Running for months".
  struct Row: CustomTestStringConvertible {
    let title: String
    let document: String
    /// The number of seconds of a unit. A playback is saved after 5 units, and continues after 15.
    var unit = 1.0

    var testDescription: String { title }
  }

  static let rows = [
    Row(
      title: "`debounce` of 3 s, after a at 4 s",
      document:
        #"{"marbles": "----a---------------b|", "operators": [{"debounce": {"seconds": 3}}]}"#),
    Row(
      title: "`delay` of 4 s, after a at 2 s and b at 4 s",
      document: #"{"marbles": "--a-b---------------|", "operators": [{"delay": {"seconds": 4}}]}"#),
    Row(
      title: "`timeout` of 4 s, after a at 4 s",
      document:
        #"{"marbles": "----a---------------b|", "operators": [{"timeout": {"seconds": 4}}]}"#),
    Row(
      title: "`throttle` of 4 s, after a at 2 s and b at 4 s",
      document:
        #"{"marbles": "--a-b---------------c|", "operators": [{"throttle": {"seconds": 4}}]}"#),
    Row(
      title: "`collect` of 8 s, after a at 1 s and b at 3 s",
      document:
        #"{"marbles": "-a-b----------------c|", "operators": [{"collect": {"seconds": 8}}]}"#),
    Row(
      title: "`cron` every four minutes",
      document: #"{"cron": "*/4 * * * *", "operators": [{"map": {"expression": "'tick'"}}]}"#,
      unit: 60),
  ]

  @Test(arguments: rows) func `missed events are emitted, dropped, or moved, as the page says`(
    row: Row
  ) throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../Sources/Pipelines/Pipelines.docc/RunningForMonths.md")
    let choices: [Downtime.Choice] = [
      .fire, .drop, .now, .fireIfYounger(than: .seconds(8 * row.unit)),
    ]
    let cells = try choices.map { choice in
      let events = try events(of: row, choice)
      return events.isEmpty ? "nothing" : events.joined(separator: ", ")
    }
    let line = "| " + ([row.title] + cells).joined(separator: " | ") + " |"
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0 == line }, "\(line)")
  }

  @Test func `the events of a record are not missed`() throws {
    let saved = PlaybackCheckpoint.Head(
      valueCount: 0, inputs: nil, instant: .zero, calendar: 0,
      clock: VirtualScheduler.State(now: .zero))
    var isDelivering = true
    let downtime = try #require(
      Downtime(since: saved, until: 10_000_000_000, .drop, isDelivering: { isDelivering }))
    let instant = Instant(nanoseconds: 1)
    #expect(downtime.time(ofValueAt: instant) == instant)
    isDelivering = false
    #expect(downtime.time(ofValueAt: instant) == nil)
    #expect(downtime.loss == "1 value was dropped because it came due while no process played")
  }

  @Test func `a calendar that was set back makes no timer fire twice`() throws {
    let document = #"{"marbles": "--a-b-----c|", "operators": [{"delay": {"seconds": 2}}]}"#
    let time = ScriptedTime()
    let checkpoint = try #require(try beginning(of: document, in: time, cut: 5))
    time.setCalendar(by: -100)
    let events = try rest(of: document, in: time, after: checkpoint, .fire, cut: 100)
    #expect(events == ["b at 6 s", "c at 12 s", "end at 13 s"])
    let downtime = try #require(
      Downtime(since: checkpoint.head, until: time.calendar, .fire, isDelivering: { false }))
    #expect(downtime.note?.hasPrefix("the clock of this machine is ") == true)
  }

  /// Returns the events of a playback after it was saved after 5 units and continued after 15.
  private func events(of row: Row, _ choice: Downtime.Choice) throws -> [String] {
    let time = ScriptedTime()
    let checkpoint = try #require(try beginning(of: row.document, in: time, cut: 5 * row.unit))
    time.setCalendar(by: 10 * row.unit)
    return try rest(
      of: row.document, in: time, after: checkpoint, choice, cut: 5.5 * row.unit, unit: row.unit)
  }

  /// Plays a document until a number of seconds after its beginning.
  private func beginning(
    of document: String, in time: ScriptedTime, cut: Double
  ) throws -> PlaybackCheckpoint? {
    let scheduler = WallClockScheduler(VirtualScheduler.State(now: .zero), time)
    let remote = scheduler.remote
    time.after(cut) { remote.stop() }
    var checkpoint: PlaybackCheckpoint?
    _ = try Playback(limit: 100).play(
      try program(document).publisher(on: scheduler), on: scheduler, reading: nil, resuming: nil,
      PlaybackSaving(
        isDue: { false }, isWoken: { false },
        isInterrupted: { time.monotonic >= Int64(cut * 1e9) },
        save: { saved in
          checkpoint = try saved.encoded()
          checkpoint?.head.calendar = time.calendar
          return true
        }),
      pausedBy: nil, receiveCompletion: { _, _ in }, receiveValue: { _, _ in true })
    return checkpoint
  }

  /// Continues a playback until a number of seconds after the beginning.
  private func rest(
    of document: String, in time: ScriptedTime, after checkpoint: PlaybackCheckpoint,
    _ choice: Downtime.Choice, cut: Double, unit: Double = 1
  ) throws -> [String] {
    let clock = checkpoint.head.clock
    let downtime = try #require(
      Downtime(since: checkpoint.head, until: time.calendar, choice, isDelivering: { false }))
    let scheduler = WallClockScheduler(clock, after: max(0, downtime.nanoseconds), time)
    let remote = scheduler.remote
    time.after(cut) { remote.stop() }
    var events: [String] = []
    let note = { (instant: Instant, event: String) in
      let place = Instant(nanoseconds: instant.nanoseconds / Int64(unit)).secondsText
      events.append("\(event) at \(place) \(unit == 60 ? "min" : "s")")
    }
    _ = try Playback(limit: 100).play(
      try program(document).publisher(on: scheduler), on: scheduler, reading: nil,
      resuming: checkpoint,
      PlaybackSaving(
        isDue: { false }, isWoken: { false },
        isInterrupted: { time.monotonic >= Int64(cut * 1e9) }, save: { _ in true }),
      pausedBy: nil,
      receiveCompletion: { completion, instant in
        let instant = downtime.time(ofEndAt: instant)
        if case .finished = completion { note(instant, "end") } else { note(instant, "failure") }
      },
      receiveValue: { value, instant in
        guard let instant = downtime.time(ofValueAt: instant) else { return true }
        note(instant, "\(value)".replacing("\"", with: "").replacing(",", with: ", "))
        return true
      })
    return events
  }
}
