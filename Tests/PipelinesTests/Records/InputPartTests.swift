import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records

/// The records of some keys, played as a part of a whole log.
struct InputPartTests {
  private let cases = RandomCampaign.cases ?? 8
  private let seed = RandomCampaign.seed ?? 1

  /// The law of parts: together they have the events of the whole.
  @Test(arguments: [
    #""time": "$0.t""#, #""time": "$0.t", "origin": "epoch""#,
    #""time": "$0.t", "late": {"reorder": 2}"#,
    #""time": "$0.t", "origin": "epoch", "late": {"reorder": 2, "then": "drop"}"#,
  ])
  func `parts have the events of the whole`(reading: String) throws {
    var random = SplitMix64(seed: seed)
    var (played, events, parts) = (0, 0, 0)
    for number in 0..<cases {
      let shards = RandomShards(&random, isShuffled: reading.contains("reorder"))
      let (text, inputs) = KeyedDocument.random(reading, &random)
      let divided = shards.parts(&random)
      let batchSize = [1024, 64, 1, 7][random.below(4)]
      guard
        let window = shards.window(reading: inputs, countsFrom1970: reading.contains("epoch"))
      else { continue }
      let program = try program(text)
      try RowBatch.$greatestSize.withValue(batchSize) {
        let whole = try Self.events(
          of: program, shards.bindings(isSorted: false) { _ in true })
        var found: [String] = []
        for keys in divided {
          let isIncluded = { (record: RandomShards.Record) in keys.contains(record.key) }
          guard shards.records.contains(where: { inputs.contains($0.input) && isIncluded($0) })
          else { continue }
          var bindings = shards.bindings(isSorted: true, where: isIncluded)
          bindings.window = window
          found += try Self.events(of: program, bindings)
          parts += 1
        }
        if found.sorted() != whole.sorted() {
          Issue.record(
            """
            seed \(seed), document \(number), parts \(divided)
            \(text)
            \(shards.label)
            whole: \(whole.filter { !found.contains($0) })
            parts: \(found.filter { !whole.contains($0) })
            """)
        }
        events += whole.count
      }
      played += 1
    }
    #expect(
      played > cases / 2 && events > 3 * played && parts > played, "\(played) \(events) \(parts)")
  }

  // MARK: - Records that do not belong to a part

  private static let document = #"{"input": "a", "time": "$0.t", "late": "drop"}"#

  /// Plays a part of the document above. The whole log has records from 10 to 20 seconds.
  private func played(_ text: String, _ document: String = Self.document) throws -> (
    events: String, report: InputReport
  ) {
    var bindings: InputBindings = ["a": .text(text)]
    bindings.window = InputWindow(
      ofKeysFrom: Instant(nanoseconds: 10_000_000_000),
      ends: ["a": Instant(nanoseconds: 10_000_000_000)])
    let program = try program(document)
    let session = try InputSession(program, bindings)
    let scheduler = VirtualScheduler(now: session.start)
    var events: [Timeline<Value>.Event] = []
    Playback().play(program.publisher(on: scheduler, inputs: session), on: scheduler) {
      events.append($0)
    }
    return (events.map(\.brief).joined(separator: " "), try #require(session.reports.first))
  }

  private static func records(_ times: Int...) -> String {
    times.map { "{\"t\":\($0)}\n" }.joined()
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `an input completes after the last record of the whole`(batchSize: Int?) throws {
    try RowBatch.$greatestSize.withValue(batchSize ?? 1024) {
      for (text, events) in [
        ("", "|@10"), (Self.records(12), "{\"t\":12}@2 |@10"),
        (Self.records(20), "{\"t\":20}@10 |@10"),
      ] {
        let found = try played(text).events
        #expect(found == events)
      }
    }
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `a record outside the whole or out of order is a failure`(batchSize: Int?) throws {
    try RowBatch.$greatestSize.withValue(batchSize ?? 1024) {
      for (times, events, reason) in [
        (
          Self.records(12, 21), "{\"t\":12}@2 #",
          "2: the record is 1 s after the last record of its"
        ),
        (Self.records(9, 12), "#", "1: the record is 1 s before the first record of the whole"),
        (Self.records(14, 11), "{\"t\":14}@4 #", "2: the record is 3 s earlier than the"),
      ] {
        let (found, report) = try played(times)
        #expect(found.hasPrefix(events), "\(found)")
        #expect(report.misplaced?.contains(reason) == true, "\(report)")
        #expect(report.earlyCount + report.lateCount == 0)
      }
    }
  }

  @Test func `a failure that the stream catches is still reported`() throws {
    let (events, report) = try played(
      Self.records(14, 11),
      #"{"input": "a", "time": "$0.t", "operators": [{"replaceError": {"with": 0}}]}"#)
    #expect(events == "{\"t\":14}@4 0@4 |@4")
    #expect(report.misplaced != nil)
  }

  @Test func `bad records obey their policy`() throws {
    var bindings: InputBindings = ["a": .text("{\"t\":12}\nx\n{\"u\":1}\n")]
    bindings.window = InputWindow(
      ofKeysFrom: .zero, ends: ["a": Instant(nanoseconds: 12_000_000_000)])
    bindings.badRecords = .skip
    let found = try program(Self.document).play(inputs: bindings).brief
    #expect(found == "{\"t\":12}@12 |@12")
  }

  @Test func `a part needs times of records and of the whole`() throws {
    var bindings: InputBindings = ["a": .text("1")]
    bindings.window = InputWindow(ofKeysFrom: .zero, ends: ["a": .zero])
    #expect(throws: InputError.self) { try program(#"{"input": "a"}"#).play(inputs: bindings) }
    bindings.window = InputWindow(ofKeysFrom: .zero, ends: ["b": .zero])
    #expect(throws: InputError.self) { try program(Self.document).play(inputs: bindings) }
  }

  /// Returns the values and their times. A failure is not a value, and no part could show it.
  private static func events(of program: Program, _ bindings: InputBindings) throws -> [String] {
    let timeline = try program.play(inputs: bindings)
    if case .failure(let message)? = timeline.events.last?.kind {
      return ["failure: \(message)"]
    }
    return timeline.events.filter { if case .value = $0.kind { true } else { false } }.map(\.brief)
  }
}
