import Platform
import Reactive
import TestSupport
import Testing
import Values

@testable import Checkpoints
@testable import Pipelines
@testable import Playing
@testable import Records

/// Playbacks of records that are saved while they run: each checkpoint continues with the events
/// that a playback without interruption has after it.
@Suite struct SavedPlaybackTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  /// Streams whose state matters: prepared results of a batch, keys, timers, windows.
  static let streams = [
    #"{"input": "a", "time": "$0.t"}"#,
    #"{"input": "a", "time": "$0.t", "operators": [{"map": {"expression": "$0.v / 3"}}, {"distinct": {}}]}"#,
    #"{"input": "a", "every": 0.5, "operators": [{"scan": {"initialValue": 0, "expression": "$0 + $1.v"}}]}"#,
    #"{"input": "a", "every": 0.5, "operators": [{"filter": {"expression": "$0.v % 7 == 0"}}]}"#,
    #"""
    {"input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "operators": \#
    [{"debounce": {"seconds": 2}}, {"scan": {"initialValue": 0, "expression": "$0 + $1.v"}}]}}]}
    """#,
    #"{"input": "a", "time": "$0.t", "operators": [{"collect": {"seconds": 10}}, {"map": {"expression": "size($0)"}}]}"#,
    #"""
    {"merge": [{"input": "a", "time": "$0.t", "operators": [{"delay": {"seconds": 3}}]}, \#
    {"input": "a", "time": "$0.t", "operators": [{"throttle": {"seconds": 4}}]}]}
    """#,
    #"{"input": "a", "time": "$0.t", "late": {"reorder": 5}, "operators": [{"map": {"expression": "$0.v"}}]}"#,
    #"{"input": "a", "time": "$0.t", "operators": [{"map": {"expression": "1 / ($0.v - 60)"}}]}"#,
  ]

  enum Form: CaseIterable {
    case ndjson, csv, json, text, folder
  }

  @Test(arguments: streams, Form.allCases)
  func `a checkpoint between any two pieces of work continues with the same events`(
    stream: String, form: Form
  ) throws {
    let binding = try binding(form)
    let whole = try play(stream, binding)
    #expect(whole.events.count > 10)
    for steps in [1, 16] {
      let saved = try play(stream, binding, steps: steps)
      #expect(saved.events == whole.events)
      let chosen = stride(from: 0, to: saved.checkpoints.count, by: steps == 1 ? 37 : 4)
      for number in chosen {
        let (checkpoint, count) = saved.checkpoints[number]
        let rest = try play(stream, binding, resuming: try roundTrip(checkpoint))
        #expect(
          rest.events == Array(whole.events[count...]), "\(steps) steps, checkpoint \(number)")
      }
    }
  }

  /// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
  @Test func `random pipelines after an input continue with the same events`() throws {
    let (cases, seed) = (RandomCampaign.cases ?? 10, RandomCampaign.seed ?? 11)
    var random = SplitMix64(seed: seed)
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    let binding = try binding(.ndjson)
    for number in 0..<cases {
      let operators = pipelines.document().description
      let stream = """
        {"definitions": {"x": \(operators)}, "input": "a", "time": "$0.t", "operators": \
        [{"map": {"expression": "$0.v % 9"}}, {"switchMap": {"stream": {"from": "x"}}}]}
        """
      guard (try? program(stream)) != nil else { continue }
      let whole = try play(stream, binding)
      let saved = try play(stream, binding, steps: 1 + random.below(100))
      guard !saved.checkpoints.isEmpty else { continue }
      let (checkpoint, count) = saved.checkpoints[random.below(saved.checkpoints.count)]
      let rest = try play(stream, binding, resuming: try roundTrip(checkpoint))
      #expect(
        rest.events == Array(whole.events[count...]), "seed \(seed), pipeline \(number)\n\(stream)")
    }
  }

  /// Version 1 saved the states of several transforms in one stage as one, and did not say so.
  @Test(arguments: [
    (#"{"scan": {"initialValue": [0], "expression": "[$0[0] + 1]"}}"#, false),
    (
      #"{"scan": {"initialValue": [0], "expression": "[$0[0] + 1]"}}, {"map": {"expression": "$0"}}"#,
      true
    ),
    (#"{"scan": {"initialValue": 0, "expression": "$0 + 1"}}, {"dropFirst": {"count": 4}}"#, true),
  ])
  func `a stage of transforms continues from version 1`(operators: String, isOne: Bool) throws {
    let text = #"{"marbles": "abcdefgh|", "operators": [{"delay": {"seconds": 1}}, \#(operators)]}"#
    let whole = try HaltedPlaying().events { try program(text) }
    let old = HaltedPlaying { bytes in
      let text = String(decoding: bytes, as: UTF8.self).replacing(
        /\{"each":(\[.*\])\},"next"/
      ) { match in isOne ? "[\(match.1)],\"next\"" : "\(match.1),\"next\"" }
      #expect(!text.contains("each"))
      return Array(text.utf8)
    }
    let halts = [3, 6].map { Instant(nanoseconds: $0 * 1_000_000_000) }
    #expect(try old.events(of: { try program(text) }, halts: halts) == whole)
  }

  @Test func `a copy of the process writes a great state, and the last checkpoint stays meanwhile`()
    throws
  {
    let saved = try play(Self.streams[4], try binding(.ndjson), steps: 50).checkpoints
    let path = folder / "checkpoint"
    let file = try CheckpointFile(at: path)
    defer { file.close() }
    func description(_ tool: String) -> RunDescription {
      let source = SourceText(name: "", String(repeating: "1234567 ", count: 50_000))
      return RunDescription(
        tool: tool, options: [], countsFrom1970: false, documents: [.init(source)],
        outputs: SavedOutputs(files: []))
    }
    try file.write(description("first"), saved[0].checkpoint)
    #expect(!file.isBeingWritten)
    try file.write(description("second"), saved[1].checkpoint, patience: 0)
    #expect(file.isBeingWritten)
    #expect(try CheckpointFile.checkpoint(at: path)?.run.tool == "first")
    while file.isBeingWritten {
      CurrentThread.sleep(nanoseconds: 1_000_000)
      try file.finish()
    }
    let read = try #require(try CheckpointFile.checkpoint(at: path))
    #expect(read.run.tool == "second" && read.playback?.runs == saved[1].checkpoint.runs)
    // A later checkpoint replaces one that is still being written.
    try file.write(description("third"), saved[2].checkpoint, patience: 0)
    try file.write(description("fourth"), saved[0].checkpoint)
    #expect(try CheckpointFile.checkpoint(at: path)?.run.tool == "fourth")
  }

  @Test func `an input whose records have changed is refused`() throws {
    let binding = try binding(.ndjson)
    let saved = try play(Self.streams[0], binding, steps: 50)
    let checkpoint = try roundTrip(saved.checkpoints[0].checkpoint)
    for text in ["", Self.lines(3).replacing("k1", with: "k9"), Self.lines(3)] {
      try folder.write(text, to: "a.ndjson")
      #expect {
        _ = try play(Self.streams[0], binding, resuming: checkpoint)
      } throws: { error in
        (error as? InputError)?.kind == .changed
      }
    }
  }

  // MARK: Playing

  private typealias Playing = (
    events: [String], checkpoints: [(checkpoint: PlaybackCheckpoint, count: Int)]
  )

  /// Plays a stream, and saves it after each number of pieces of work, if that is given.
  private func play(
    _ stream: String, _ binding: InputBinding, steps: Int? = nil,
    resuming checkpoint: PlaybackCheckpoint? = nil
  ) throws -> Playing {
    let program = try program(stream)
    var bindings = InputBindings(["a": binding])
    bindings.resumed = checkpoint?.head.inputs
    let session = try InputSession(program, bindings)
    let scheduler = VirtualScheduler(
      checkpoint?.head.clock ?? VirtualScheduler.State(now: session.start))
    var playing: Playing = ([], [])
    var saving = PlaybackSaving(
      isDue: { steps != nil }, isWoken: { false }, isInterrupted: { false },
      save: { saved in
        playing.checkpoints.append((try saved.encoded(), playing.events.count))
        return true
      })
    saving.steps = steps ?? 4096
    let playback = Playback(until: Instant(nanoseconds: 400_000_000_000))
    _ = try playback.play(
      program.publisher(on: scheduler, inputs: session), on: scheduler, reading: session,
      resuming: checkpoint, saving, pausedBy: nil,
      receiveCompletion: { playing.events.append("\($0)@\($1.nanoseconds)") },
      receiveValue: {
        playing.events.append("\($0)@\($1.nanoseconds)")
        return true
      })
    return playing
  }

  private func program(_ text: String) throws -> Program {
    try Program(SourceText(name: "", bytes: Array(text.utf8)))
  }

  /// Writes a checkpoint to a file, and reads it.
  private func roundTrip(_ checkpoint: PlaybackCheckpoint) throws -> PlaybackCheckpoint {
    let path = folder / "checkpoint"
    let file = try CheckpointFile(at: path)
    defer { file.close() }
    try file.write(
      RunDescription(
        tool: "", options: [], countsFrom1970: false, documents: [],
        outputs: SavedOutputs(files: [])), checkpoint)
    let read = try #require(try CheckpointFile.checkpoint(at: path))
    return try #require(read.playback)
  }

  // MARK: Records

  private func binding(_ form: Form) throws -> InputBinding {
    switch form {
    case .ndjson:
      try folder.write(Self.lines(120), to: "a.ndjson")
      return .file(folder / "a.ndjson")
    case .text: return .text(Self.lines(120))
    case .csv:
      let rows = Self.records(120).map { "\($0.time),k\($0.key),\($0.value)\n" }
      try folder.write("t,k,v\n" + rows.joined(), to: "a.csv")
      return .file(folder / "a.csv")
    case .json:
      let elements = Self.lines(120).split(separator: "\n").joined(separator: ",\n")
      try folder.write("[\(elements)]", to: "a.json")
      return .file(folder / "a.json", format: .json)
    case .folder:
      let lines = Self.lines(120).split(separator: "\n")
      for (name, range) in [("1", 0..<40), ("2", 40..<40), ("3", 40..<120)] {
        try folder.write(
          lines[range].map { $0 + "\n" }.joined(), to: "logs/\(name).ndjson")
      }
      return .file(folder / "logs")
    }
  }

  private static func records(_ count: Int) -> [(time: Double, key: Int, value: Int)] {
    var random = SplitMix64(seed: 5)
    var time = 10.0
    return (0..<count).map { value in
      time += [0, 0.25, 0.5, 1, 3][random.below(5)]
      return (time, random.below(5), value)
    }
  }

  private static func lines(_ count: Int) -> String {
    records(count).map { #"{"t": \#($0.time), "k": "k\#($0.key)", "v": \#($0.value)}"# + "\n" }
      .joined()
  }
}
