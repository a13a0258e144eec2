import Marbles
import Reactive
import TestSupport
import Testing
import Tracing
import Values

@testable import Diagrams

@Suite struct DiagramLayoutTests {
  @Test func `an output that repeats a row has no row`() {
    let layout = DiagramLayout(
      RunRows(SampleTraces.orders), options: DiagramOptions(), metrics: .terminal(room: 60))
    #expect(layout.rows.map(\.title.name) == ["input", "filter"])
    #expect(
      layout.rows.map(\.title.note) == ["each {id, customer, total: 12.5}", "to alarms"])
  }

  @Test func `an operator names its inputs if they differ from the row above it`() {
    let layout = DiagramLayout(
      RunRows(SampleTraces.sensors), options: DiagramOptions(), metrics: .terminal(room: 60))
    #expect(
      layout.rows.map(\.title.origins) == [
        [], [], [], ["filter", "outside"], [], ["inside", "map"],
      ])
  }

  @Test func `names that belong to no stage are recognized`() {
    let stages = SampleTraces.sensors.stages
    let (unknown, known) = DiagramOptions.Stages.named(["zip", "inside", "zap"])
      .unknownNames(in: stages)
    #expect(unknown == ["zap"])
    #expect(known == ["marbles", "inside", "filter", "outside", "zip", "map", "merge"])
    #expect(DiagramOptions.Stages.all.unknownNames(in: stages).unknown.isEmpty)
  }

  @Test func `events of the same origin have the same color`() {
    let layout = DiagramLayout(
      RunRows(SampleTraces.search), options: DiagramOptions(), metrics: .terminal(room: 60))
    #expect(layout.rows.map { $0.content.marks.map(\.color) } == [[0, 1, 2, 3], [2, 3]])
  }

  @Test func `a trace with invalid numbers still has a diagram`() {
    var random = SplitMix64(seed: 11)
    func number() -> Int {
      Int.random(in: 0..<20, using: &random) == 0
        ? [Int.min, -1, .max].randomElement(using: &random) ?? 0
        : Int.random(in: -2..<12, using: &random)
    }
    func instant() -> Instant {
      Instant(
        nanoseconds: Int.random(in: 0..<30, using: &random) == 0
          ? .max : Int64.random(in: -5..<1_000_000_000_000, using: &random))
    }
    for _ in 0..<200 {
      let trace = Trace(
        stages: (0..<6).map { index in
          Trace.Stage(
            number: index, role: [.source, .operator, .output][index % 3], name: "s\(index)",
            inputs: [number(), number()], inner: [number()])
        },
        events: (0..<20).map { index in
          Trace.Event(
            number: index, instant: instant(), stage: number(), run: number(),
            kind: index % 7 == 6 ? .failure("no") : .value(.int(Int64(index))),
            causes: [number(), number()])
        },
        ends: (0..<5).map { _ in
          Trace.End(
            event: number(), stage: number(), instant: instant(), reason: .dropped, text: "gone")
        })
      #expect(!TerminalDiagram().text(of: trace).isEmpty)
      #expect(!SVGDiagram().text(of: trace).isEmpty)
    }
  }

  @Test(
    arguments: [
      ("abc", "abc"), ("12", "\"12\""), ("", "\"\""), ("true", "\"true\""), ("[x", "\"[x"),
      (["a", 1, .null], "[a, 1, null]"), (["k": "v", "n": 1.5], "{k: v, n: 1…"),
      (["a,b"], "[\"a,b\"]"), ("a\nb", "a\\nb"), (.string("abcdefghijklmnop"), "abcdefghijk…"),
    ] as [(Value, String)])
  func `values have short texts`(value: Value, text: String) {
    #expect(ValueLabel.text(of: value, limit: 12).hasPrefix(text))
  }

  @Test func `the text of a deep or long value is found quickly`() {
    var deep = Value.array([])
    for _ in 0..<1000 { deep = [deep] }
    #expect(ValueLabel.text(of: deep) == String(repeating: "[", count: 23) + "…")
    let long = Value.array(Array(repeating: 7, count: 1_000_000))
    #expect(ValueLabel.text(of: long) == "[7, 7, 7, 7, 7, 7, 7, 7…")
  }

  @Test func `rates are in the unit in which they are at least 1`() {
    #expect(
      RateText.summary(count: 1000, nanoseconds: 80e9, most: 31, inEach: 1e8)
        == "1000 values, 12.5/s, at most 310/s")
    #expect(
      RateText.summary(count: 24, nanoseconds: 86_400e9, most: 3, inEach: 3600e9)
        == "24 values, 1/h, at most 3/h")
    #expect(RateText.summary(count: 24, nanoseconds: 0, most: 24, inEach: 0) == "24 values")
  }
}
