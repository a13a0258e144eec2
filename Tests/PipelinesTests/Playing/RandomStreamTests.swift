import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// Random streams, compared with the slow model.
@Suite struct RandomStreamTests {
  @Test func `any stream plays as predicted by lists`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<(RandomCampaign.rounds ?? 600) {
      let model = random.slowModel()
      let text = model.text
      #expect(try played(text) == model.course.brief, "\(text), seed \(seed)")
    }
  }

  @Test func `any part of a stream plays as predicted by a part of the lists`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<(RandomCampaign.rounds ?? 400) {
      let model = random.slowModel()
      let text = model.text
      let until = Int64(random.below(8)) * 500_000_000
      let limit = random.oneIn(2) ? random.below(6) : Int.max
      #expect(
        try played(text, Playback(until: Instant(nanoseconds: until), limit: limit))
          == model.course.brief(until: until, limit: limit),
        "\(text) until \(until), limit \(limit), seed \(seed)")
    }
  }

  @Test func `the same values are emitted in the same order without waiting`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<(RandomCampaign.rounds ?? 400) {
      var model = random.slowModel()
      model.steps.removeAll { $0 == .halfSeconds }
      for index in model.items.indices {
        model.items[index].steps.removeAll { $0 == .halfSeconds }
      }
      let scheduler = ImmediateScheduler()
      var heard: [String] = []
      try program(model.text).publisher(on: scheduler).receive(
        subscriber: Recorder<Value>(on: scheduler) { heard.append($0) })
      var course = model.course
      course.values = course.values.map { ($0.value, 0) }
      course.end = 0
      #expect(heard.joined(separator: " ") == course.brief, "\(model.text), seed \(seed)")
    }
  }

  @Test func `a model that was written and read again plays the same`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let model = random.slowModel()
      let read = try StreamModel<Value>(SourceText(name: "test.json", model.text))
      let again = try JSONDecoder().decode(
        StreamModel<Value>.self, from: JSONEncoder().encode(read))
      #expect(again == read, "\(model.text), seed \(seed)")
      #expect(try again.play().brief == model.course.brief, "\(model.text), seed \(seed)")
    }
  }

  @Test func `an item does not depend on the values of other items`() throws {
    // The same items, together in one stream and each in a separate one.
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let model = random.slowModel()
      var values: [Value] = []
      for item in model.items {
        let alone = SlowModel(items: [item], steps: [])
        guard alone.course.failure == nil, !item.steps.contains(.halfSeconds) else { break }
        values += try program(alone.text).play().values
      }
      let together = try program(SlowModel(items: model.items, steps: []).text).play().values
      #expect(together.prefix(values.count).elementsEqual(values), "\(model.text), seed \(seed)")
    }
  }
}
