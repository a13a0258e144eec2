import Foundation
import Marbles
import Reactive
import TestSupport
import Testing
import Tracing
import Values

@testable import Pipelines
@testable import Playing

/// Laws of every trace, regardless of the pipeline. `STREAMS_RANDOM_CASES` is the number of
/// pipelines, `STREAMS_RANDOM_SEED` their seed.
@Suite struct TraceLaws {
  private let cases = RandomCampaign.cases ?? 100
  private let seed = RandomCampaign.seed ?? 1

  @Test func `a trace changes nothing, and accounts for every event`() throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed))
    var played = 0
    var shortest: (text: String, report: String)?
    for number in 0..<cases {
      let text = pipelines.document().description
      let stop = pipelines.random.below(12)
      guard let report = try report(on: text, stop: stop) else { continue }
      played += 1
      if !report.isEmpty, text.utf8.count < shortest?.text.utf8.count ?? .max {
        shortest = (text, "pipeline \(number), stop \(stop): \(report)")
      }
    }
    #expect(played > cases / 2, "seed \(seed): \(played) of \(cases) pipelines can be played")
    if let shortest { Issue.record("seed \(seed), \(shortest.report)\n\(shortest.text)") }
  }

  @Test(arguments: OperatorUnderTest.quiet)
  func `the laws hold for each operator's examples`(operator under: OperatorUnderTest) throws {
    let text =
      #"{"marbles": "-1-2-2-3---4-|", "operators": [{"\#(under.name)": \#(under.parameters)}]}"#
    let report = try report(on: text, stop: 100) ?? ""
    #expect(report.isEmpty, "\(report)")
  }

  /// Returns the mistake in the trace of a pipeline; nil if there is none, or if the pipeline
  /// cannot be played.
  private func report(on text: String, stop: Int) throws -> String? {
    let source = SourceText(name: "test.json", text)
    let plain: Program
    do { plain = try Program(source) } catch { return nil }
    let traced = try Program(source, isTraced: true)
    let playback = Playback(until: Instant(nanoseconds: 40_000_000_000), limit: stop)
    let expected = plain.play(playback)
    let trace = try #require(traced.trace(playback))
    let output = try #require(trace.stages.last { $0.role == .output })
    let events = trace.events.filter { $0.stage == output.number }
      .map { Timeline<Value>.Event(instant: $0.instant, kind: $0.kind) }
    if Timeline(events) != expected {
      return "traced:   \(Timeline(events).brief)\nexpected: \(expected.brief)"
    }
    return trace.mistake ?? ""
  }
}

extension Trace {
  /// A violation of a law; nil if there is none.
  fileprivate var mistake: String? {
    for (number, stage) in stages.enumerated() {
      if stage.number != number { return "stage \(number) has another number" }
      if stage.inputs.contains(where: { $0 >= number }) { return "stage \(number) is too early" }
    }
    for (number, event) in events.enumerated() {
      if event.number != number { return "event \(number) has another number" }
      if event.causes.contains(where: { $0 >= number }) { return "event \(number) is too early" }
      if number > 0, event.instant < events[number - 1].instant { return "event \(number)'s time" }
      if case .value(let value) = event.kind, value.hasTraces { return "event \(number): \(value)" }
    }
    struct Place: Hashable { let event, stage, run: Int }
    var ended: Set<Place> = []
    for end in ends {
      let place = Place(event: end.event, stage: end.stage, run: end.run)
      if !ended.insert(place).inserted {
        return "event \(end.event) ended twice at '\(stages[end.stage].name)': \(end.text)"
      }
      if end.instant < events[end.event].instant { return "event \(end.event) ended too early" }
    }
    return unaccounted
  }

  /// For each stage, the stages that play it for their events, directly or as a part of a stream
  /// that they play.
  private var players: [Set<Int>] {
    var players: [Set<Int>] = stages.map { _ in [] }
    for stage in stages.reversed() {
      for input in stage.inputs { players[input].formUnion(players[stage.number]) }
      for inner in stage.inner {
        players[inner].formUnion(players[stage.number].union([stage.number]))
      }
    }
    return players
  }

  /// An event that a stage must have received, but which the trace does not mention there; nil if
  /// there is none.
  private var unaccounted: String? {
    var known: Set<[Int]> = []
    let players = players
    for end in ends {
      known.insert([end.event, end.stage])
      // In a group, a stage receives the events of the group's operator.
      for player in players[end.stage] { known.insert([end.event, player]) }
    }
    for event in events {
      for cause in event.causes {
        known.insert([cause, event.stage])
        // The events of a stream that a stage plays for an event are caused by that event.
        for player in players[event.stage] { known.insert([cause, player]) }
      }
    }
    for event in events {
      guard case .value(let value) = event.kind else { continue }
      // If there are several receivers, some of them may not be subscribed.
      let receivers = stages.filter { ($0.inputs + $0.inner).contains(event.stage) }
      for stage in receivers
      where receivers.count == 1 && !known.contains([event.number, stage.number]) {
        return "event \(event.number), \(value), of stage \(event.stage) is lost at '\(stage.name)'"
      }
    }
    return nil
  }
}

extension Value {
  fileprivate var hasTraces: Bool {
    switch self {
    case .object(let object):
      object.objectExtension != nil || object.members.contains { $0.value.hasTraces }
    case .array(let elements): elements.contains { $0.hasTraces }
    default: false
    }
  }
}
