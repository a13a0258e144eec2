import Checkpoints
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records

/// Playbacks that begin with the state that records of the past leave.
@Suite struct WarmStartTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test(arguments: SavedPlaybackTests.streams)
  func `the rest of a log has the events that the whole log has there`(stream: String) throws {
    let lines = Self.lines(120)
    let whole = try play(stream, .text(lines.joined()))
    for cut in [0, 1, 17, 60, 119, 120] {
      // A stream that has ended in the past has nothing to continue.
      guard let (muted, past) = try? past(stream, .text(lines[..<cut].joined())) else { continue }
      let rest = try play(stream, .text(lines[cut...].joined()), after: past)
      #expect(muted + rest.count == whole.count, "\(cut) records")
      #expect(rest == Array(whole[min(muted, whole.count)...]), "\(cut) records")
    }
  }

  /// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
  @Test func `random pipelines have the same events after a warm start`() throws {
    let (cases, seed) = (RandomCampaign.cases ?? 20, RandomCampaign.seed ?? 7)
    var random = SplitMix64(seed: seed)
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    let lines = Self.lines(60)
    for number in 0..<cases {
      let operators = pipelines.document().description
      let stream = """
        {"definitions": {"x": \(operators)}, "input": "a", "time": "$0.t", "operators": \
        [{"map": {"expression": "$0.v % 9"}}, {"switchMap": {"stream": {"from": "x"}}}]}
        """
      guard (try? program(stream)) != nil else { continue }
      let whole = try play(stream, .text(lines.joined()))
      let cut = random.below(lines.count + 1)
      guard let (muted, past) = try? past(stream, .text(lines[..<cut].joined())) else {
        // The stream ended in the past.
        continue
      }
      let rest = try play(stream, .text(lines[cut...].joined()), after: past)
      #expect(
        rest == Array(whole[min(muted, whole.count)...]),
        "seed \(seed), pipeline \(number), \(cut) records\n\(stream)")
    }
  }

  @Test(arguments: SavedPlaybackTests.streams.filter { $0.contains("time") })
  func `an instant ends the past, and earlier records of the run are skipped`(
    stream: String
  ) throws {
    let text = Self.lines(120).joined()
    let whole = try play(stream, .text(text))
    for seconds in [0, 20, 40, 77, 119] {
      let end = Instant(nanoseconds: Int64(seconds) * 1_000_000_000)
      guard let (_, past) = try? past(stream, .text(text), until: end) else { continue }
      let rest = try play(stream, .text(text), after: past)
      #expect(rest == whole.filter { $0.instant >= end }, "until \(seconds) s")
    }
  }

  @Test func `a record in the log and in the file that grows from it counts once`() throws {
    let lines = Self.lines(120)
    let stream = SavedPlaybackTests.streams[4]
    try folder.write(lines[..<70].joined(), to: "a.ndjson")
    let (muted, past) = try past(stream, .file(folder / "a.ndjson"))
    try folder.write(lines.joined(), to: "a.ndjson")
    let whole = try play(stream, .file(folder / "a.ndjson"))
    let rest = try play(stream, .file(folder / "a.ndjson"), after: past)
    #expect(rest == Array(whole[muted...]))
  }

  @Test func `a run begins with files that are not the past`() throws {
    let lines = Self.lines(120)
    let stream = SavedPlaybackTests.streams[4]
    try folder.write(lines[..<70].joined(), to: "old.ndjson")
    try folder.write(lines[70...].joined(), to: "new.ndjson")
    let (muted, past) = try past(stream, .file(folder / "old.ndjson"))
    let rest = try play(stream, .file(folder / "new.ndjson"), after: past)
    #expect(rest == Array(try play(stream, .text(lines.joined()))[muted...]))
  }

  @Test func `a past in which the stream ends has no state`() throws {
    let stream = #"{"input": "a", "time": "$0.t", "operators": [{"prefix": {"count": 2}}]}"#
    guard case .completion(.finished, _) = try end(stream, .text(Self.lines(9).joined())) else {
      Issue.record("the stream has not ended")
      return
    }
  }

  // MARK: Playing

  private struct Event: Equatable, CustomStringConvertible {
    let text: String
    let instant: Instant

    var description: String { "\(text)@\(instant.nanoseconds)" }
  }

  private func program(_ text: String) throws -> Program {
    try Program(SourceText(name: "", bytes: Array(text.utf8)))
  }

  private func end(
    _ stream: String, _ binding: InputBinding, until end: Instant? = nil
  ) throws -> PastEnd {
    try program(stream).playPast(InputBindings(["a": binding]), until: end)
  }

  /// Returns the number of values of a past, and the state at its end. Throws if the stream ends in
  /// it.
  private func past(
    _ stream: String, _ binding: InputBinding, until instant: Instant? = nil
  ) throws -> (muted: Int, state: PlaybackCheckpoint) {
    guard case .state(let state) = try end(stream, binding, until: instant) else {
      throw EndedInPast()
    }
    return (state.head.valueCount, state)
  }

  private struct EndedInPast: Error {}

  private func play(
    _ stream: String, _ binding: InputBinding, after past: PlaybackCheckpoint? = nil
  ) throws -> [Event] {
    let program = try program(stream)
    var bindings = InputBindings(["a": binding])
    bindings.resumed = past?.head.inputs
    let session = try InputSession(program, bindings)
    let scheduler = VirtualScheduler(past?.head.clock ?? VirtualScheduler.State(now: session.start))
    var events: [Event] = []
    _ = try Playback(until: Instant(nanoseconds: 400_000_000_000), limit: 10_000).play(
      program.publisher(on: scheduler, inputs: session), on: scheduler, reading: session,
      resuming: past,
      PlaybackSaving(isDue: { false }, isWoken: { false }, isInterrupted: { false }, save: nil),
      pausedBy: nil,
      receiveCompletion: { events.append(Event(text: "\($0)", instant: $1)) },
      receiveValue: {
        events.append(Event(text: "\($0)", instant: $1))
        return true
      })
    return events
  }

  private static func lines(_ count: Int) -> [String] {
    var random = SplitMix64(seed: 6)
    var time = 0.0
    return (0..<count).map { value in
      defer { time += [0, 0.25, 0.5, 1, 3][random.below(5)] }
      return #"{"t": \#(time), "k": "k\#(random.below(5))", "v": \#(value)}"# + "\n"
    }
  }
}
