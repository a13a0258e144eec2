import Foundation
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// A playback that is halted at any instants, and whose state is encoded and decoded into a new
/// one, continues as if nothing had happened.
///
/// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
@Suite struct SavedStateTests {
  private let cases = RandomCampaign.cases ?? 30
  private let seed = RandomCampaign.seed ?? 1

  @Test func `random pipelines continue from their states`() throws {
    let playing = HaltedPlaying()
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var played = 0
    for number in 0..<cases {
      let text = pipelines.document().description
      let halts = Self.halts(&pipelines.random)
      guard let program = program(text) else { continue }
      played += 1
      let expected = try playing.events(of: { program })
      let found = outcome { try playing.events(of: { try Program(source(text)) }, halts: halts) }
      guard found == expected else {
        Issue.record("seed \(seed), pipeline \(number), \(halts)\n\(expected)\n\(found)\n\(text)")
        return
      }
    }
    // Documents that do not compile are skipped.
    #expect(played > cases / 2, "seed \(seed): \(played) of \(cases) pipelines can be played")
  }

  @Test(arguments: [nil, 64, 1, 7] as [Int?])
  func `inputs continue where they stopped`(batchSize: Int?) throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var played = 0
    for number in 0..<cases / 3 {
      let log = RandomLog.lines(&pipelines.random)
      let reading = RandomLog.reading(&pipelines.random)
      let text = RandomLog.withInputs(pipelines.document(), reading, &pipelines.random).description
      let halts = Self.halts(&pipelines.random)
      let skipsBad = pipelines.random.oneIn(2)
      let window = InputWindow.random(&pipelines.random)
      let limit = pipelines.random.oneIn(3) ? BadRecordLimit.count(pipelines.random.below(2)) : nil
      guard let program = program(text), !program.plan.usedInputs.isEmpty else { continue }
      played += 1
      let playing = HaltedPlaying(
        open: {
          var bindings = Self.bindings(log, skipsBad, inBatches: batchSize != nil)
          (bindings.window, bindings.badRecordLimit) = (window, limit)
          return try InputSession($0, bindings)
        })
      let (expected, found) = RowBatch.$greatestSize.withValue(batchSize ?? 1) {
        (
          outcome { try playing.events(of: { program }) },
          outcome { try playing.events(of: { try Program(source(text)) }, halts: halts) }
        )
      }
      guard found == expected else {
        Issue.record(
          "seed \(seed), pipeline \(number), \(halts)\n\(window)\n\(expected)\n\(found)\n\(text)\n\(log)"
        )
        return
      }
    }
    #expect(played > cases / 9, "seed \(seed): \(played) of \(cases / 3) pipelines can be played")
  }

  @Test func `side outputs continue from their states`() throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var played = 0
    for number in 0..<cases * 2 {
      let log = RandomLog.lines(&pipelines.random)
      let reading = RandomLog.reading(&pipelines.random)
      let document = RandomLog.withInputs(pipelines.document(), reading, &pipelines.random)
      let text = Value.object(Object([.init("merge", [document, "spare"])])).description
      let halts = Self.halts(&pipelines.random)
      guard let program = program(text) else { continue }
      played += 1
      let playing = HaltedPlaying(
        open: { try InputSession($0, Self.bindings(log, true, inBatches: number % 2 == 0)) })
      let expected = outcome { try playing.events(of: { program }) }
      let found = outcome { try playing.events(of: { try Program(source(text)) }, halts: halts) }
      guard found == expected else {
        Issue.record(
          "seed \(seed), pipeline \(number), \(halts)\n\(expected)\n\(found)\n\(text)\n\(log)")
        return
      }
    }
    #expect(played > cases / 10, "seed \(seed): \(played) of \(cases * 2) pipelines can be played")
  }

  /// This finds every operator whose state cannot be saved and restored, including operators that
  /// random pipelines do not use.
  @Test(arguments: Operator.specs.map(\.name))
  func `each operator continues from its state at each instant of its examples`(name: String) throws
  {
    let spec = try #require(Operator.specs.first { $0.name == name })
    for example in spec.examples {
      let text = Value.object(
        Object([
          .init("marbles", .string(Text(example.source))),
          .init("values", .object(Object(example.values.map { .init(key: Text($0), value: $1) }))),
          .init(
            "operators",
            .array([.object(Object([.init(key: Text(name), value: try json(example.parameters))]))])
          ),
        ])
      ).description
      let playing = HaltedPlaying()
      let expected = try playing.events(of: { try Program(source(text)) })
      for tenths in stride(from: 0, to: 160, by: 5) {
        let halts = [Instant(nanoseconds: Int64(tenths) * 100_000_000)]
        let found = outcome { try playing.events(of: { try Program(source(text)) }, halts: halts) }
        #expect(found == expected, "\(text), \(halts)")
      }
    }
  }

  @Test func `a damaged state is refused or plays, and never ends the process`() {
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var refused = 0
    for number in 0..<cases {
      let text = pipelines.document().description
      let halts = [Instant(nanoseconds: Int64(pipelines.random.below(60)) * 100_000_000)]
      guard program(text) != nil else { continue }
      let seed = seed &+ UInt64(number)
      let playing = HaltedPlaying(damage: { Self.damaged($0, SplitMix64(seed: seed)) })
      do {
        _ = try playing.events(of: { try Program(source(text)) }, halts: halts)
      } catch {
        refused += 1
      }
    }
    #expect(refused > cases / 20, "seed \(seed): \(refused) of \(cases) were refused")
  }

  // MARK: - Support

  /// Replaces a number, a Boolean or a bracket with another one.
  private static func damaged(_ bytes: [UInt8], _ random: SplitMix64) -> [UInt8] {
    var (bytes, random) = (bytes, random)
    for _ in 0...random.below(3) {
      let place = random.below(bytes.count)
      guard let index = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) else {
        continue
      }
      bytes[index] = UInt8(0x30 + random.below(10))
      if random.oneIn(4) { bytes.insert(contentsOf: "99".utf8, at: index) }
      if random.oneIn(8) { bytes.insert(0x2D, at: index) }
    }
    return bytes
  }

  /// Returns up to three instants at which a playback is halted.
  private static func halts(_ random: inout SplitMix64) -> [Instant] {
    (0..<random.below(4)).map { _ in Instant(nanoseconds: Int64(random.below(60)) * 100_000_000) }
      .sorted()
  }

  private static func bindings(
    _ log: String, _ skipsBad: Bool, inBatches: Bool
  ) -> InputBindings {
    let binding = InputBinding { (_) throws(InputError) in
      let records = TextRecords(
        PartedBytes(log, stride: 100), format: .ndjson, nil, name: "log")
      return inBatches ? records : OneByOne(records)
    }
    return InputBindings(["log": binding], badRecords: skipsBad ? .skip : .fail)
  }

  private func source(_ text: String) -> SourceText { SourceText(name: "test.json", text) }

  private func json(_ text: String) throws -> Value {
    try JSONReader.value(of: source(text)).value
  }

  private func program(_ text: String) -> Program? {
    do { return try Program(source(text)) } catch { return nil }
  }

  private func outcome(_ play: () throws -> [String]) -> [String] {
    do { return try play() } catch { return ["\(error)"] }
  }
}
