import Composable
import Foundation
import Marbles
import Pipelines
import Reactive
import StreamTesting
import TestSupport
import Testing
import Values

@Suite struct GeneratorTests {
  @Test func `the same seed produces the same values`() {
    for seed in UInt64(0)..<50 {
      var (one, other) = (
        StreamTesting.SplitMix64(seed: seed), StreamTesting.SplitMix64(seed: seed)
      )
      #expect(Timeline.random(using: &one) == Timeline.random(using: &other))
      #expect(Value.random(using: &one) == Value.random(using: &other))
      #expect(StreamModel.random(using: &one) == StreamModel.random(using: &other))
    }
  }

  @Test func `timelines are in order, and are encoded and recorded without loss`() {
    forAll(
      of: { Timeline.random(using: &$0) },
      holds: { timeline in
        let data = try JSONEncoder().encode(timeline)
        let file = try timeline.streamFile()
        let model = try StreamModel<Int>(SourceText(name: "a.json", file))
        return try JSONDecoder().decode(Timeline<Int>.self, from: data) == timeline
          && model.play() == timeline
      })
  }

  @Test func `values are written and read back`() {
    forAll(
      cases: 500, of: { Value.random(using: &$0) },
      holds: { value in
        try JSONReader.value(of: SourceText(name: "a.json", "\(value)")).value == value
      })
  }

  @Test func `pipelines of all operators play`() throws {
    var random = StreamTesting.SplitMix64(seed: 3)
    var used: Set<String> = []
    var (schedules, texts) = (0, 0)
    for _ in 0..<500 {
      let model = StreamModel<Value>.random(using: &random)
      let playback = Playback(until: Instant.zero.advanced(by: .seconds(60)), limit: 200)
      #expect(try model.play(playback) == model.play(playback))
      if case .cron = model.source { schedules += 1 }
      for step in model.operators {
        guard case .object(let object) = try ValueEncoder().encode(step) else { continue }
        used.formUnion(object.members.map(\.key.string))
        if case .object(let parameters)? = object.members.first?.value,
          case .string(let text)? = parameters["seconds"], text.string.hasSuffix("s")
        {
          texts += 1
        }
      }
    }
    #expect(schedules > 10 && texts > 10)
    #expect(used.count > Operator.specs.count / 2)
  }

  @Test func `a violated property is reduced, and reported with its seed`() async throws {
    let line = #line + 2
    let reported = try await issues {
      forAll(
        seed: 40, of: { Timeline.random(upTo: 30, using: &$0) },
        holds: { timeline in
          timeline.values.filter { $0 > 6 }.count < 2
        })
    }
    #expect(reported.map(\.line) == [line])
    let text = try #require(reported.first?.text)
    #expect(text.hasPrefix("does not hold, with 'seed: 4"), "\(text)")
    let rest = text.split(separator: "\n").dropFirst()
    #expect(rest.count == 4 && rest.allSatisfy { !$0.contains("value") || $0.contains(".zero") })
  }

  @Test func `an error counts as a failure`() async throws {
    struct Broken: Error {}
    let reported = try await issues {
      forAll(
        of: { Value.random(using: &$0) },
        holds: { value in
          if case .array = value { throw Broken() }
          return true
        })
    }
    let text = try #require(reported.first?.text)
    #expect(text.hasPrefix("fails with Broken(), with 'seed: "), "\(text)")
    #expect(text.hasSuffix("for\n[]"), "\(text)")
  }

  @Test func `shrinking ends, even when everything fails`() {
    var random = StreamTesting.SplitMix64(seed: 1)
    for _ in 0..<100 {
      let value = Value.random(using: &random).shrunk { _ in true }
      #expect(value.smaller.isEmpty)
      let timeline = Timeline.random(using: &random).shrunk { _ in true }
      #expect(timeline.events.isEmpty)
    }
  }
}
