import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records

/// Inputs begin and end at stated times, regardless of their records.
struct InputWindowTests {
  private let cases = RandomCampaign.cases ?? 20
  private let seed = RandomCampaign.seed ?? 1

  private func played(
    _ document: String, _ text: String, origin: Int64? = nil, end: Int64? = nil
  ) throws -> String {
    var bindings: InputBindings = ["a": .text(text)]
    bindings.window = InputWindow(seconds: origin, end)
    return try program(document).play(inputs: bindings).brief
  }

  @Test func `an input completes at its end, and earlier timers fire in time`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "operators": [
        {"map": {"expression": "$0.t"}}, {"debounce": {"seconds": 5}}]}
      """#
    let text = "{\"t\": 0}\n{\"t\": 10}\n"
    #expect(try played(document, text) == "0@5 |@10")
    #expect(try played(document, text, end: 20) == "0@5 10@15 |@20")
    #expect(try played(document, text, end: 12) == "0@5 |@12")
    #expect(try played(document, text, end: 10) == "0@5 |@10")
    #expect(try played(document, text, end: 3) == "|@3")
    #expect(try played(document, text, end: 0) == "|@0")
    #expect(try played(document, "", end: 7) == "|@7")
  }

  @Test func `records without times also end`() throws {
    #expect(try played(#"{"input": "a", "every": 2}"#, "1\n2\n3\n", end: 3) == "1@0 2@2 |@3")
    #expect(try played(#"{"input": "a"}"#, "1\n2\n", end: 3) == "1@0 2@0 |@3")
    #expect(try played(#"{"input": "a"}"#, "1\n2\n", end: 0) == "|@0")
  }

  @Test func `windows begin at the origin and not at the first record`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "operators": [
        {"map": {"expression": "$0.t"}}, {"collect": {"seconds": 10}}]}
      """#
    let text = "{\"t\": 107}\n{\"t\": 112}\n{\"t\": 118}\n"
    #expect(try played(document, text) == "[107,112]@10 [118]@11 |@11")
    #expect(try played(document, text, origin: 100) == "[107]@10 [112,118]@18 |@18")
    #expect(
      try played(document, text, origin: 100, end: 30) == "[107]@10 [112,118]@20 |@30")
    #expect(try played(document, text, origin: 110) == "[112,118]@8 |@8")
  }

  @Test func `times since 1970 start at the origin`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "origin": "epoch", "operators": [{"sample": {"seconds": 10}}]}
      """#
    let text = "{\"t\": 107}\n{\"t\": 112}\n"
    #expect(try played(document, text) == #"|@112"#)
    #expect(
      try played(document, text, origin: 100, end: 125)
        == #"{"t":107}@110 {"t":112}@120 |@125"#)
  }

  @Test func `records before the origin are dropped and counted`() throws {
    var bindings: InputBindings = ["a": .text("{\"t\":1}\n{\"t\":5}\n{\"t\":2}\n{\"t\":6}\n")]
    bindings.window = InputWindow(seconds: 3, 3)
    let session = try InputSession(
      program(#"{"input": "a", "time": "$0.t"}"#), bindings)
    let scheduler = VirtualScheduler(now: session.start)
    var values: [Value] = []
    let program = try program(#"{"input": "a", "time": "$0.t"}"#)
    Playback().play(
      program.publisher(on: scheduler, inputs: session), on: scheduler,
      receiveCompletion: { _, _ in },
      receiveValue: { value, _ in
        values.append(value)
        return true
      })
    #expect(values == [["t": 5]])
    let report = try #require(session.reports.first)
    #expect(report.earlyCount == 2)
    #expect(report.lateCount == 0)
    #expect(report.isCutOff)
  }

  /// The law of the end: everything before it is the same as in a longer log.
  @Test(arguments: [nil, 64, 1, 7] as [Int?])
  func `events before the end are the same as in a longer log`(batchSize: Int?) throws {
    try sweep(batchSize) { random, program, log in
      let end = Int64(random.below(40)) * 500_000_000
      let part = Self.lines(of: log) { $0 < end }
      let longer = log + "\n{\"t\": 1000, \"v\": 1}"
      let window = InputWindow(end: Instant(nanoseconds: end))
      return [(window, part), (window, log), (window, longer), (InputWindow(), longer)].map {
        ($0.0, $0.1, "end \(end)", end)
      }
    }
  }

  @Test(arguments: [nil, 64, 1, 7] as [Int?])
  func `records before the origin have no effect`(batchSize: Int?) throws {
    try sweep(batchSize) { random, program, log in
      let origin = Int64(random.below(20)) * 500_000_000
      let window = InputWindow(origin: Instant(nanoseconds: origin))
      let part = Self.lines(of: log) { $0 >= origin }
      return [log, part].map { (window, $0, "origin \(origin)", .max) }
    }
  }

  /// Plays random pipelines with random logs in several ways. Their events before a given time must
  /// be the same.
  private func sweep(
    _ batchSize: Int?,
    ways: (inout SplitMix64, Program, String) -> [(
      window: InputWindow, log: String, label: String, before: Int64
    )]
  ) throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var (played, events) = (0, 0)
    for number in 0..<cases {
      let log = RandomLog.sorted(&pipelines.random)
      let reading = RandomLog.reading(&pipelines.random)
      let text = RandomLog.withInputs(pipelines.document(), reading, &pipelines.random).description
      guard let program = try? Program(SourceText(name: "test.json", text)),
        program.hasTimedInputs
      else { continue }
      played += 1
      let ways = ways(&pipelines.random, program, log)
      let found = try RowBatch.$greatestSize.withValue(batchSize ?? 1) {
        try ways.map { way in
          var bindings: InputBindings = ["log": .text(way.log)]
          bindings.badRecords = .skip
          bindings.window = way.window
          let timeline = try program.play(
            Playback(until: Instant(nanoseconds: 60_000_000_000), limit: 2000), inputs: bindings)
          return timeline.events.filter { $0.instant.nanoseconds < way.before }.map(\.brief)
        }
      }
      events += found[0].count
      guard found.allSatisfy({ $0 == found[0] }) else {
        Issue.record(
          "seed \(seed), pipeline \(number), \(ways[0].label)\n\(found)\n\(text)\n\(log)")
        return
      }
    }
    #expect(played > cases / 5, "seed \(seed): \(played) of \(cases) pipelines can be played")
    #expect(events > played, "seed \(seed): \(events) events say little")
  }

  /// Returns the lines whose times meet a condition. The others are empty, so that places stay the
  /// same.
  private static func lines(of log: String, where isIncluded: (Int64) -> Bool) -> String {
    log.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let match = line.firstMatch(of: /"t": (\d+)/), let time = Int64(match.1) else {
        return String(line)
      }
      return isIncluded(time * 1_000_000_000) ? String(line) : ""
    }.joined(separator: "\n")
  }
}

extension InputWindow {
  init(seconds origin: Int64?, _ end: Int64?) {
    self.init(
      origin: origin.map { Instant(nanoseconds: $0 * 1_000_000_000) },
      end: end.map { Instant(nanoseconds: $0 * 1_000_000_000) })
  }

  static func random(_ random: inout SplitMix64) -> InputWindow {
    InputWindow(
      seconds: random.oneIn(3) ? Int64(random.below(4)) : nil,
      random.oneIn(2) ? Int64(random.below(20)) : nil)
  }
}

extension RandomLog {
  /// Returns lines sorted by time, from time 0 on, with no bad ones.
  static func sorted(_ random: inout SplitMix64) -> String {
    var time = 0
    return (0..<[1, 5, 12, 30, 100][random.below(5)]).map { _ -> String in
      defer { time += [0, 0, 0, 1, 1, 2][random.below(6)] }
      let value = ["1", "2", "3", "0", "\"a\"", "\"b\""][random.below(6)]
      return "{\"t\": \(time), \"v\": \(value)}"
    }.joined(separator: "\n")
  }
}
