import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Records

/// Playbacks that follow the calendar, with scripted time.
@Suite struct LiveTests {
  static let plain = document("")

  static func document(_ operators: String, late: String = "") -> String {
    #"""
    {"input": "a", "time": "$0.t", "origin": "epoch"\#(late),
     "operators": [{"map": {"expression": "$0.v"}}\#(operators)]}
    """#
  }

  @Test func `past records are emitted at once, with their own times`() throws {
    let run = LiveRun()
    run.pipe("a", line(-7200, "a") + line(-3600, "b") + line(-60, "c")).finish()
    try run.play(Self.plain)
    #expect(
      run.brief
        == #""a"@-7200(0.0) "b"@-3600(0.0) "c"@-60(0.0) |@-60(0.0)"#)
  }

  @Test func `a timer that is due in the past fires there, in order`() throws {
    let run = LiveRun()
    run.pipe("a", line(-7200, "a") + line(-7190, "b") + line(-60, "c")).finish()
    try run.play(Self.document(#", {"throttle": {"seconds": 600}}"#))
    #expect(run.brief == #""a"@-7200(0.0) "b"@-6600(0.0) "c"@-60(0.0) |@-60(0.0)"#)
  }

  @Test func `a pipe has caught up after a second of silence`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(-7200, "a") + line(-7190, "b"))
    run.time.after(0.9) { pipe.write(line(-7000, "c")) }
    run.time.after(1.8) { pipe.write(#"{"t": 1"#) }
    // A record that is older than the clock is emitted at the clock's time.
    run.time.after(4) { pipe.write(#"7,"v":"d"}"# + "\n" + line(-6990, "e")) }
    run.time.after(5) { pipe.finish() }
    try run.play(Self.document(#", {"throttle": {"seconds": 600}}"#, late: #", "late": "now""#))
    // The timers of "b" and "c" fire at their instants, once time passes.
    #expect(
      run.brief
        == #""a"@-7200(0.0) "c"@-6600(2.8) "d"@4 "e"@604 |@604"#)
  }

  @Test func `a record of the present catches up, and then time passes on its own`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(-60, "a") + line(-0.9, "b"))
    run.time.after(0.5) { pipe.write(line(0.4, "c")) }
    run.time.after(1) { pipe.finish() }
    try run.play(Self.document(#", {"debounce": {"seconds": 0.2}}"#))
    #expect(run.brief == #""a"@-59.8(0.0) "b"@-0.7(0.0) "c"@0.7 |@1"#)
  }

  @Test func `a record is emitted at its time or when it is read, whichever is later`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(0, "a"))
    run.time.after(10) { pipe.write(line(9, "b") + line(10.5, "c") + line(10.6, "d")) }
    run.time.after(20) { pipe.finish() }
    try run.play(Self.plain)
    #expect(run.brief == #""a"@0 "b"@10 "c"@10.5 "d"@10.6 |@20"#)
  }

  @Test func `a record from the future waits, and is reported once`() throws {
    let run = LiveRun()
    run.pipe("a", line(30, "a") + line(60, "b")).finish()
    try run.play(Self.plain)
    #expect(run.brief == #""a"@30 "b"@60 |@60"#)
    #expect(
      run.reports == [
        "input 'a': a:1, 2026-03-01T08:00:30Z, is 30 s in the future and waits until then"
      ])
  }

  @Test func `times that count from the first record also follow the calendar`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(-60, "a") + line(-50, "b"))
    run.time.after(5) { pipe.write(line(4.5, "c")) }
    run.time.after(6) { pipe.finish() }
    try run.play(
      #"{"input": "a", "time": "$0.t", "operators": [{"map": {"expression": "$0.v"}}]}"#)
    #expect(run.timeline.brief == #""a"@0 "b"@10 "c"@65 |@66"#)
  }

  @Test func `times that do not count from 1970 are replayed, which is reported`() throws {
    let run = LiveRun()
    run.pipe("a", #"{"t":10,"v":"a"}"# + "\n").finish()
    try run.play(#"{"input": "a", "time": "$0.t", "operators": [{"map": {"expression": "$0.v"}}]}"#)
    #expect(run.timeline.brief == #""a"@0 |@0"#)
    #expect(
      run.reports == [
        "the times of the records, which start at 10 s, do not count from 1970; they are replayed "
          + "from the first record, as with '--speed 1'"
      ])
  }

  @Test func `without a first record the playback begins now`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a")
    run.time.after(3) { pipe.write(line(-5, "a")) }
    run.time.after(10) { pipe.finish() }
    try run.play(Self.document(#", {"timeout": {"seconds": 4}}"#))
    #expect(run.brief == #""a"@3 #timeout@7"#)
  }

  @Test func `a followed file has caught up at its end`() throws {
    let run = LiveRun()
    let file = run.pipe("a", line(-60, "a"))
    file.isFollowed = true
    run.time.after(0.5) { file.write(line(-1, "b")) }
    run.time.after(0.6) { run.interrupt() }
    try run.play(Self.document(#", {"delay": {"seconds": 60.1}}"#))
    #expect(run.brief == #""a"@0.1 |@0.5(0.6)"#)
  }

  @Test func `records are held for sorting while their input is behind`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(-60, "a") + line(-58, "c"))
    run.time.after(0.9) { pipe.write(line(-59, "b") + line(-50, "d")) }
    // Held by the calendar from here on.
    run.time.after(3) { pipe.write(line(2.9, "f") + line(2.8, "e")) }
    run.time.after(9) { pipe.finish() }
    try run.play(Self.document("", late: #", "late": {"reorder": 5}"#))
    #expect(
      run.brief
        == #""a"@-60(0.9) "b"@-59(0.9) "c"@-58(0.9) "d"@-50(1.9) "e"@8 "f"@8 |@9"#)
  }

  @Test func `a time limit stops a live run`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(-60, "a") + line(-10, "b"))
    run.time.after(4) { pipe.write(line(4, "c")) }
    run.playback.until = Instant(nanoseconds: ScriptedTime.start + 3_000_000_000)
    try run.play(Self.plain)
    #expect(run.brief == #""a"@-60(0.0) "b"@-10(0.0)"#)
    #expect(run.time.seconds == 3)
  }
}

// MARK: - The calendar

extension LiveTests {
  @Test func `after a suspension, timers fire at their instants, and the clock is right`()
    throws
  {
    let run = LiveRun()
    let pipe = run.pipe("a", line(0, "a"))
    run.time.after(1) { run.time.setCalendar(by: 3600) }
    run.time.after(2) { pipe.write(line(3601.5, "b")) }
    run.time.after(3) { pipe.finish() }
    try run.play(Self.document(#", {"throttle": {"seconds": 600}}"#, late: #", "late": "now""#))
    #expect(run.brief == #""a"@0 "b"@3602 |@3603"#)
  }

  @Test func `setting the calendar back does not move time back`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(0, "a"))
    run.time.after(10) { pipe.write(line(9.5, "b")) }
    run.time.after(11) { run.time.setCalendar(by: -5) }
    run.time.after(12) { pipe.write(line(7, "c") + line(11, "d")) }
    run.time.after(30) { pipe.finish() }
    try run.play(Self.document("", late: #", "late": "now""#))
    #expect(run.timeline.events.map(\.instant) == run.timeline.events.map(\.instant).sorted())
    #expect(run.brief == #""a"@0 "b"@10 "c"@10(7.0) "d"@11 |@25"#)
  }
}

// MARK: - Several inputs

extension LiveTests {
  static let two = #"""
    {"merge": [{"input": "a", "time": "$0.t", "origin": "epoch"},
               {"input": "b", "time": "$0.t", "origin": "epoch"}],
     "operators": [{"map": {"expression": "$0.v"}}]}
    """#

  @Test func `the clock stays at the earliest input, and the others keep their times`() throws {
    let run = LiveRun()
    let old = run.pipe("a", line(-60, "a1"))
    let new = run.pipe("b", line(0, "b1"))
    for number in 1...5 {
      run.time.after(Double(number) * 0.9) {
        old.write(line(-60 + Double(number), "a\(number + 1)"))
      }
    }
    run.time.after(2) { new.write(line(2, "b2")) }
    run.time.after(4) { old.finish() }
    run.time.after(8) { new.finish() }
    try run.play(Self.two)
    #expect(
      run.brief
        == #""a1"@-60(0.0) "a2"@-59(0.9) "a3"@-58(1.8) "a4"@-57(2.7) "a5"@-56(3.6) "#
        + #""b1"@0(4.0) "b2"@2(4.0) |@8"#)
    #expect(run.reports.isEmpty)
  }

  @Test func `an input that lags for ten seconds is left behind, which is reported`() throws {
    let run = LiveRun()
    let old = run.pipe("a", line(-60, "a0"))
    let new = run.pipe("b", line(0, "b0"))
    for number in 1...14 {
      run.time.after(Double(number) * 0.9) { old.write(line(-60 + Double(number), "a\(number)")) }
    }
    run.time.after(8) { new.write(line(8, "b1")) }
    run.time.after(13) { old.finish() }
    run.time.after(13) { new.finish() }
    try run.play(Self.two)
    #expect(
      run.brief.hasSuffix(
        #""a11"@-49(9.9) "b0"@0(10.0) "b1"@8(10.0) "a12"@10.8 "a13"@11.7 "a14"@12.6 |@13"#),
      "\(run.brief)")
    #expect(
      run.reports == [
        "input 'a' has not caught up with the present in 10 s; the clock continues, and the missed "
          + "records are late"
      ])
  }

  @Test func `an input that is silent from the start does not delay the others`() throws {
    let run = LiveRun()
    _ = run.pipe("a")
    let new = run.pipe("b", line(-60, "b1"))
    run.time.after(1.5) { new.write(line(-50, "b2")) }
    run.time.after(1.6) { new.finish() }
    run.time.after(2.7) { run.interrupt() }
    try run.play(Self.two)
    #expect(run.brief == #""b1"@-60(1.0) "b2"@-50(1.5) |@-50(2.7)"#)
  }

  @Test func `records without times are emitted when they are read, even in the past`() throws {
    let run = LiveRun()
    let old = run.pipe("a", line(-60, "a1"))
    let untimed = run.pipe("b")
    run.time.after(0.5) { untimed.write(#"{"v": "b1"}"# + "\n") }
    run.time.after(0.8) { old.write(line(-50, "a2")) }
    run.time.after(3) { old.finish() }
    run.time.after(3) { untimed.finish() }
    try run.play(
      #"""
      {"merge": [{"input": "a", "time": "$0.t", "origin": "epoch"}, {"input": "b"}],
       "operators": [{"map": {"expression": "$0.v"}}]}
      """#)
    #expect(run.brief == #""a1"@-60(0.0) "a2"@-50(0.8) "b1"@0.5(1.8) |@3"#)
  }

  @Test func `an input that is subscribed to later does not go back in time`() throws {
    let run = LiveRun()
    let first = run.pipe("a", line(-60, "a1"))
    let second = run.pipe("b", line(-50, "b1") + line(-40, "b2"))
    run.time.after(3) { first.finish() }
    run.time.after(5) { second.write(line(4.9, "b3")) }
    run.time.after(6) { second.finish() }
    try run.play(
      #"""
      {"input": "a", "time": "$0.t", "origin": "epoch", "operators": [
        {"append": {"streams": [{"input": "b", "time": "$0.t", "origin": "epoch"}]}},
        {"map": {"expression": "$0.v"}}]}
      """#)
    #expect(run.brief == #""a1"@-60(0.0) "b1"@3 "b2"@3 "b3"@5 |@6"#)
  }
}

// MARK: - The end

extension LiveTests {
  @Test func `a stop delivers due records, and counts and names the rest`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(-60, "a") + line(1, "b"))
    run.time.after(2.5) {
      pipe.write(line(2, "c") + line(3, "d") + line(4, "e") + #"{"t": 1"#)
      run.interrupt()
    }
    try run.play(Self.document(#", {"throttle": {"seconds": 0.1}}"#))
    #expect(run.brief == #""a"@-60(0.0) "b"@1 "c"@2.5 |@2.5"#)
    #expect(run.inputs.map(\.recordCount) == [5])
    #expect(run.inputs.map(\.unplayedCount) == [2])
    #expect(run.inputs.map(\.firstUnplayed) == [RecordPlace(source: "a", line: 4)])
  }

  @Test func `timers that are due later do not fire after a stop, which completes the stream`()
    throws
  {
    let run = LiveRun()
    _ = run.pipe("a", line(-60, "a") + line(-59, "b"))
    run.time.after(0.5) { run.interrupt() }
    try run.play(Self.document(#", {"throttle": {"seconds": 3600}}"#))
    #expect(run.brief == #""a"@-60(0.0) |@-59(0.5)"#)
    #expect(run.inputs.map(\.unplayedCount) == [0])
  }

  @Test(arguments: [
    (#""delay": {"seconds": 100}"#, ["delay 2: b@40 c@41"]),
    (#""delay": {"expression": "$0 == 'b' ? 200 : 100"}"#, ["delay 2: c@41 b@140"]),
    (#""throttle": {"seconds": 100}"#, ["throttle 1: c@40"]),
    (#""throttle": {"seconds": 100, "trailing": false}"#, []),
    // The end of the input drops this one, as in a file.
    (#""debounce": {"seconds": 100}"#, []),
    // These are emitted when the input ends.
    (#""debounce": {"seconds": 100, "atEnd": "emit"}"#, []),
    (#""collect": {"seconds": 100}"#, []),
    (#""audit": {"seconds": 100}"#, ["audit 1: c@41"]),
    (
      #""groupBy": {"key": "$0", "operators": [{"delay": {"seconds": 100}}]}"#,
      ["groupBy 2: b@40 c@41"]
    ),
  ])
  func `a stop counts and names the values that are not due`(
    text: String, expected: [String]
  ) throws {
    let run = LiveRun()
    _ = run.pipe("a", line(-160, "a") + line(-60, "b") + line(-59, "c"))
    run.time.after(1.5) { run.interrupt() }
    try run.play(Self.document(", {\(text)}"))
    let brief = run.dropped.map { report in
      report.firstValues.reduce("\(report.operatorName) \(report.count):") { text, entry in
        let seconds = (entry.time.nanoseconds - ScriptedTime.start) / 1_000_000_000
        return "\(text) \(entry.value.description.filter { $0 != "\"" })@\(seconds)"
      }
    }
    #expect(brief == expected)
    #expect(run.dropped.allSatisfy { $0.reason == .notDue && $0.location != nil })
    #expect(run.timeline.events.last?.kind == .finished)
  }

  @Test func `a stop in the past ends there, with the records read so far`() throws {
    let run = LiveRun()
    let pipe = run.pipe("a", line(-60, "a"))
    run.time.after(0.5) {
      pipe.write(line(-50, "b") + #"{"t": 1772351995, "v": "cut off"#)
      run.interrupt()
    }
    try run.play(Self.plain)
    #expect(run.brief == #""a"@-60(0.0) "b"@-50(0.5) |@-50(0.5)"#)
  }
}
