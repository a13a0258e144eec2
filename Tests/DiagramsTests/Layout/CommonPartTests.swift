import Marbles
import Reactive
import Testing
import Tracing
import Values

@testable import Diagrams

/// The parts that the labels of a row leave out.
@Suite struct CommonPartTests {
  private func row(_ values: [Value]) -> DiagramRow {
    let trace = Trace(
      stages: [Trace.Stage(number: 0, role: .source, name: "input")],
      events: values.enumerated().map { index, value in
        Trace.Event(
          number: index, instant: Instant(nanoseconds: Int64(index) * 1_000_000_000), stage: 0,
          kind: .value(value))
      })
    return DiagramLayout(
      RunRows(trace), options: DiagramOptions(), metrics: .terminal(room: 2000)
    ).rows[0]
  }

  @Test func `keys and equal values are shown once beside the name`() {
    let row = row((0..<40).map { ["host": "web-1", "path": "/index", "n": .int($0)] })
    #expect(row.title.note == "each {host: web-1, path: /index, n}")
    #expect(row.content.marks.map(\.text) == (0..<40).map { "\($0)" })
  }

  @Test func `several members that differ are all named`() {
    let row = row((0..<4).map { ["host": .string(Text("host\($0)")), "n": .int($0)] })
    #expect(row.title.note == "each {host, n}")
    #expect(row.content.marks.map(\.text) == (0..<4).map { "host\($0), \($0)" })
  }

  @Test func `a common beginning of strings is shown once, up to a word`() {
    let row = row((10..<50).map { .string(Text("/var/log/nginx/access-\($0).log")) })
    #expect(row.title.note == "each /var/log/nginx/access-….log")
    #expect(row.content.marks[0].text == "…10…")
  }

  @Test(
    arguments: [
      // Few values, short values, and values with nothing in common.
      [["host": "web-1 of many", "n": 1], ["host": "web-1 of many", "n": 2]],
      [["n": 1], ["n": 2], ["n": 3], ["n": 4]],
      [["host": "web-1 of many"], ["name": "web-1 of many"], ["host": "a"], ["host": "b"]],
      [["host": "web-1 of many"], 2, 3, 4],
      ["a longer sentence", "another word", "some words", "a sentence"],
    ] as [[Value]])
  func `other values are unchanged`(values: [Value]) {
    let row = row(values)
    #expect(row.title.note == "")
  }
}
