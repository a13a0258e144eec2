import Foundation
import Reactive
import TestSupport
import Testing
import Values

@testable import Checkpoints
@testable import Pipelines
@testable import Playing
@testable import Records

/// Saved playbacks that continue with a changed document.
@Suite struct CarriedPlaybackTests {
  // MARK: - Laws

  /// A document that has not changed continues as a checkpoint does, and so does one with stages
  /// that change nothing.
  /// The source fails at zero, and would end at once if it began later.
  private static let failed = #"""
    {"input": "a", "time": "$0.t", "operators": [{"merge": {"streams": [{"sequence": \#
    "[6 / int($time)]", "operators": [{"catch": {"stream": {"stream": [{"value": 1, "operators": \#
    [{"delay": {"seconds": 90}}]}]}}}]}]}}]}
    """#

  @Test(arguments: SavedPlaybackTests.streams + [failed], [false, true])
  func `a document with the same meaning has the same events`(
    stream: String, isChanged: Bool
  ) throws {
    let records = Self.records(120)
    let whole = try play(stream, records)
    let changed = isChanged ? Self.padded(stream) : stream
    for cut in [1, 17, 60, 200, 350] {
      guard let saved = try save(stream, records, afterSteps: cut) else { continue }
      let carried = try carry(saved.checkpoint, from: stream, to: changed)
      #expect(carried.report.allSatisfy { $0.contains("continues") }, "\(carried.report)")
      let rest = try play(changed, records, resuming: carried.checkpoint)
      #expect(rest == Array(whole[saved.eventCount...]), "\(cut) steps\n\(carried.report)")
    }
  }

  /// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
  @Test func `random pipelines have the same events`() throws {
    let (cases, seed) = (RandomCampaign.cases ?? 20, RandomCampaign.seed ?? 3)
    var random = SplitMix64(seed: seed)
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    let records = Self.records(60)
    for number in 0..<cases {
      let operators = pipelines.document().description
      let stream = """
        {"definitions": {"x": \(operators)}, "input": "a", "time": "$0.t", "operators": \
        [{"map": {"expression": "$0.v % 9"}}, {"\(number % 2 == 0 ? "switchMap" : "merge")": \
        {\(number % 2 == 0 ? #""stream": {"from": "x"}"# : #""streams": ["x"]"#)}}]}
        """
      guard (try? program(stream)) != nil else { continue }
      let whole = try play(stream, records)
      guard let saved = try save(stream, records, afterSteps: 1 + random.below(150)) else {
        continue
      }
      let changed = random.below(2) == 0 ? stream : Self.padded(stream)
      let carried: CarriedPlayback
      do {
        carried = try carry(saved.checkpoint, from: stream, to: changed)
      } catch {
        Issue.record("seed \(seed), pipeline \(number): \(error)\n\(changed)")
        continue
      }
      let rest = try play(changed, records, resuming: carried.checkpoint)
      #expect(
        rest == Array(whole[saved.eventCount...]),
        "seed \(seed), pipeline \(number)\n\(changed)\n\(carried.report)")
    }
  }

  /// Adds operators that change nothing to the stream of a document.
  private static func padded(_ stream: String) -> String {
    let first = #"{"filter": {"expression": "true"}}"#
    let last = #"{"map": {"expression": "$0"}}"#
    let operators = #""operators": ["#
    guard !stream.hasPrefix(#"{"merge""#),
      let start = stream.range(of: operators)
    else { return stream.dropLast() + #", \#(operators)\#(first), \#(last)]}"# }
    return stream[..<start.upperBound] + "\(first), " + stream[start.upperBound...].dropLast(2)
      + ", \(last)]}"
  }

  // MARK: - Edits

  /// An edit of a document, with what becomes of its state.
  struct Edit: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let report: [String]
    /// The events after the tenth record.
    let events: [String]

    var testDescription: String { report.joined(separator: "; ") }
  }

  static let edits = [
    Edit(
      old: #"{"scan": {"initialValue": 0, "expression": "$0 + $1"}}"#,
      new: #"{"scan": {"initialValue": 7, "expression": "$0 + 10 * $1"}}"#,
      report: ["'scan' continues with its new parameters"], events: ["145@10", "255@11"]),
    Edit(
      old: #"{"scan": {"initialValue": 0, "expression": "$0 + $1"}}"#,
      new: #"""
        {"filter": {"expression": "true"}}, {"scan": {"initialValue": 0, "expression": "$0 + $1"}}, \#
        {"map": {"expression": "-$0"}}, {"removeDuplicates": {}}
        """#,
      report: ["'scan' continues", "'removeDuplicates' begins anew: it is new"],
      events: ["-55@10", "-66@11"]),
    Edit(
      old: #"""
        {"scan": {"initialValue": 0, "expression": "$0 + $1"}}, {"removeDuplicates": {}}, \#
        {"count": {}}
        """#,
      new: #"{"scan": {"initialValue": 0, "expression": "$0 + $1"}}"#,
      report: [
        "'scan' continues",
        "'removeDuplicates' of the saved document is gone, and its state with it",
        "'count' of the saved document is gone, and its state with it",
      ], events: ["55@10", "66@11"]),
    Edit(
      old: #"{"delay": {"seconds": 1.5}}"#, new: #"{"delay": {"seconds": 0.25}}"#,
      report: ["'delay' continues with its new parameters"],
      events: ["8@9.5", "9@10.5", "10@10.5", "11@11.25"]),
    Edit(
      old: #"{"debounce": {"seconds": 0.5}}"#,
      new: #"{"debounce": {"seconds": 0.5}}, {"delay": {"seconds": 0.1}}"#,
      report: ["'debounce' continues", "'delay' begins anew: it is new"],
      events: ["9@9.6", "10@10.6"]),
    Edit(
      old: #"{"groupBy": {"key": "$0 % 2", "operators": [{"count": {}}]}}"#,
      new: #"{"groupBy": {"key": "$0 % 3", "operators": [{"count": {}}]}}"#,
      report: ["'groupBy' begins anew: its 'key' is another one"], events: ["1@11", "1@11"]),
    Edit(
      old: #"{"groupBy": {"key": "$0 % 2", "operators": [{"dropFirst": {"count": 5}}]}}"#,
      new: #"{"groupBy": {"key": "$0 % 2", "operators": [{"dropFirst": {"count": 7}}]}}"#,
      report: ["'groupBy' continues with its new parameters"], events: ["10@10", "11@11"]),
    Edit(
      old: #"{"groupBy": {"key": "$0 % 2", "operators": [{"prefix": {"count": 5}}]}}"#,
      new: #"""
        {"groupBy": {"key": "$0 % 2", "operators": [{"prefix": {"count": 5}}, \#
        {"filter": {"expression": "true"}}]}}
        """#,
      report: ["'groupBy' begins anew: it has other parameters"], events: ["10@10", "11@11"]),
    Edit(
      old: #"{"collect": {"count": 4}}"#, new: #"{"collect": {"seconds": 4}}"#,
      report: ["'collect' begins anew: it has other parameters"], events: ["[10,11]@11"]),
    Edit(
      old: #"{"combineLatest": {"streams": [{"stream": [{"value": 5}]}]}}"#,
      new: #"{"combineLatest": {"streams": [{"stream": [{"value": 6}]}]}}"#,
      report: [
        "the source begins anew: it had no state",
        "'combineLatest' begins anew: its upstreams are others",
      ], events: ["[10,6]@10", "[11,6]@11"]),
    Edit(
      old: #"{"withLatestFrom": {"stream": {"stream": [{"value": 5}]}}}"#,
      new: #"{"withLatestFrom": {"stream": {"input": "b"}}}"#,
      report: ["'withLatestFrom' begins anew: its upstreams are others", "the input 'b' is new"],
      events: []),
  ]

  @Test(arguments: edits) func `an edit has the stated effect`(edit: Edit) throws {
    let records = (0..<12).map { #"{"t": \#($0), "v": \#($0)}"# + "\n" }.joined()
    func document(_ operators: String) -> String {
      #"{"input": "a", "time": "$0.t", "operators": [{"map": {"expression": "$0.v"}}, \#(operators)]}"#
    }
    let (old, new) = (document(edit.old), document(edit.new))
    let saved = try #require(try save(old, records, until: 9))
    let carried = try carry(saved.checkpoint, from: old, to: new)
    #expect(Set(carried.report.map(\.withoutPlace)) == Set(edit.report))
    let rest = try play(new, records, resuming: carried.checkpoint)
    #expect(rest.filter { !$0.hasPrefix("finished") } == edit.events)
  }

  @Test func `a new input begins, and one that has ended completes its new subscribers`() throws {
    let records = (0..<4).map { #"{"t": \#($0), "v": \#($0)}"# + "\n" }.joined()
    func document(_ rest: String) -> String {
      #"{"input": "a", "time": "$0.t", "operators": [\#(rest)]}"#
    }
    let delayed = document(#"{"delay": {"seconds": 9}}"#)
    let saved = try #require(try save(delayed, records, until: 7))
    // The delay is gone, and what takes its place sees the end of the input.
    let collected = document(#"{"collect": {"seconds": 60}}"#)
    let ended = try carry(saved.checkpoint, from: delayed, to: collected).checkpoint
    #expect(try play(collected, records, resuming: ended) == ["finished@3"])

    let early = try #require(try save(delayed, records, until: 1))
    let merged = document(
      #"{"delay": {"seconds": 9}}, {"merge": {"streams": [{"input": "b", "time": "$0.t"}]}}"#)
    let carried = try carry(early.checkpoint, from: delayed, to: merged).checkpoint
    let events = try play(merged, records, resuming: carried, b: #"{"t": 5}"# + "\n")
    #expect(
      events == [
        #"{"t":5}@5"#, #"{"t":0,"v":0}@9"#, #"{"t":1,"v":1}@10"#, #"{"t":2,"v":2}@11"#,
        #"{"t":3,"v":3}@12"#, "finished@12",
      ])

    let literal = #"{"stream": [{"value": 1}], "operators": [{"delay": {"seconds": 9}}]}"#
    let waiting = try #require(try save(literal, "", until: 3))
    let read = #"{"merge": [\#(literal), {"input": "a", "time": "$0.t"}]}"#
    let begun = try carry(waiting.checkpoint, from: literal, to: read).checkpoint
    #expect(try play(read, records, resuming: begun).last == "finished@9")
  }

  @Test func `a document that ends at once, or is another one, has no state to continue with`()
    throws
  {
    let stream = SavedPlaybackTests.streams[4]
    let saved = try #require(try save(stream, Self.records(50), afterSteps: 40))
    #expect(throws: Program.CarryingTrouble.self) {
      try carry(
        saved.checkpoint, from: stream, to: #"{"stream": [], "operators": [{"count": {}}]}"#)
    }
    let other = #"{"input": "a", "time": "$0.t", "operators": [{"collect": {"count": 3}}]}"#
    let carried = try carry(saved.checkpoint, from: stream, to: other)
    #expect(
      Set(carried.report.map(\.withoutPlace)) == [
        "'collect' begins anew: it is new",
        "'groupBy' of the saved document is gone, and its state with it",
      ])
  }

  // MARK: - Playing

  private func program(_ text: String) throws -> Program {
    try Program(SourceText(name: "a.json", bytes: Array(text.utf8)))
  }

  private func carry(
    _ checkpoint: PlaybackCheckpoint, from old: String, to new: String
  ) throws -> CarriedPlayback {
    let run = RunDescription(
      tool: "", options: [], countsFrom1970: false,
      documents: [.init(SourceText(name: "a.json", old))], outputs: SavedOutputs(files: []))
    return try program(new).carry(checkpoint, of: run)
  }

  /// Saves a playback after a number of pieces of work, or at an instant.
  private func save(
    _ stream: String, _ records: String, afterSteps steps: Int = .max, until seconds: Int64 = 400
  ) throws -> (checkpoint: PlaybackCheckpoint, eventCount: Int)? {
    var saved: (PlaybackCheckpoint, Int)?
    var count = 0
    _ = try play(stream, records, until: seconds, steps: steps) { snapshot in
      saved = (try snapshot.encoded(), count)
      return steps == .max
    } note: {
      count += 1
    }
    return saved
  }

  private func play(
    _ stream: String, _ records: String, resuming checkpoint: PlaybackCheckpoint? = nil,
    b: String = ""
  ) throws -> [String] {
    try play(stream, records, resuming: checkpoint, until: 400, b: b, save: nil) {}
  }

  private func play(
    _ stream: String, _ records: String, resuming checkpoint: PlaybackCheckpoint? = nil,
    until seconds: Int64, steps: Int = .max, b: String = "",
    save: ((PlaybackSnapshot) throws -> Bool)?,
    note: @escaping () -> Void
  ) throws -> [String] {
    let program = try program(stream)
    var bindings = InputBindings(["a": .text(records), "b": .text(b)])
    bindings.resumed = checkpoint?.head.inputs
    let session = program.inputs.used.isEmpty ? nil : try InputSession(program, bindings)
    let scheduler = VirtualScheduler(
      checkpoint?.head.clock ?? VirtualScheduler.State(now: session?.start ?? .zero))
    var events: [String] = []
    var saving = PlaybackSaving(
      isDue: { steps != .max }, isWoken: { false }, isInterrupted: { false }, save: save)
    saving.steps = steps == .max ? 4096 : steps
    _ = try Playback(until: Instant(nanoseconds: seconds * 1_000_000_000), limit: 10_000).play(
      program.publisher(on: scheduler, inputs: session), on: scheduler, reading: session,
      resuming: checkpoint, saving, pausedBy: nil,
      receiveCompletion: {
        events.append("\($0)@\(Seconds(nanoseconds: $1.nanoseconds).text)")
        note()
      },
      receiveValue: {
        events.append("\($0)@\(Seconds(nanoseconds: $1.nanoseconds).text)")
        note()
        return true
      })
    return events
  }

  private static func records(_ count: Int) -> String {
    var random = SplitMix64(seed: 6)
    var time = 0.0
    return (0..<count).map { value in
      defer { time += [0, 0.25, 0.5, 1, 3][random.below(5)] }
      return #"{"t": \#(time), "k": "k\#(random.below(5))", "v": \#(value)}"# + "\n"
    }.joined()
  }
}

extension String {
  /// A line of a report without the place of the operator.
  fileprivate var withoutPlace: String {
    guard let start = range(of: " at a.json:")?.lowerBound else { return self }
    return String(self[..<start])
      + String(self[start...].dropFirst(" at ".count).drop { $0 != " " })
  }
}
