import Marbles
import Pipelines
import StreamTesting
import TestSupport
import Testing
import Values

@Suite struct ExpectTimelineTests {
  @Test func `a model emits the expected events`() {
    let model = StreamModel<Int>(
      stream: [StreamItem(1), StreamItem(7)], operators: [.filter(expression: "$0 > 2")])
    expectTimeline(of: model, [.value(7, at: .zero), .finished(at: .zero)])
  }

  @Test func `the timeline of a model is compared with marbles`() throws {
    let model = StreamModel<Int>(stream: [StreamItem(42, .delay(seconds: 1))])
    #expect(try model.play() == .marbles("-(a|)", values: ["a": 42]))
  }

  @Test func `a failure describes where a value ended, and draws all stages`() async throws {
    let model = StreamModel<Int>(
      stream: [StreamItem(1), StreamItem(7)], operators: [.filter(expression: "$0 > 2")])
    let texts = try await issues {
      expectTimeline(
        of: model, [.value(1, at: .zero), .value(7, at: .zero), .value(9, at: .seconds(1))])
    }.map(\.text)
    #expect(texts.count == 1)
    for part in [
      "why 1 did not come at 0 s:\n  stream: 1 at 0 s (event 0)\n  └ ✗ 'filter' ($0 > 2) dropped it: its condition is false",
      "why 9 did not come at 1 s:\n  the last stage that could have emitted it: stream\n",
      "filter $0 > 2",
    ] {
      #expect(texts.first?.contains(part) == true, "\(texts)")
    }
  }

  @Test func `a program does what another one does`() async throws {
    func program(_ operators: String) throws -> Program {
      try Program(
        SourceText(
          name: "a.json", #"{ "marbles": "a-b--c|", "operators": [ \#(operators) ] }"#))
    }
    let old = try program(#"{ "delay": { "seconds": 2 } }"#)
    expectNoDifference(
      from: old,
      to: try program(#"{ "delay": { "seconds": 1 } }, { "delay": { "seconds": 1 } }"#))
    let texts = try await issues {
      expectNoDifference(from: old, to: try program(#"{ "delay": { "seconds": 3 } }"#))
    }.map(\.text)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("all 3 events moved, 1 s later") == true, "\(texts)")
  }

  @Test func `a model with mistakes is a failure`() async throws {
    let model = StreamModel<Int>(stream: [], operators: [.filter(expression: "$0 >")])
    let texts = try await issues { expectTimeline(of: model, []) }.map(\.text)
    #expect(texts.first?.contains("the model cannot be played") == true)
  }
}
