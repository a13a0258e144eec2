import Foundation
import Marbles
import Reactive
import Testing
import Tracing
import Values

@Suite struct TraceCodingTests {
  private let trace = Trace(
    stages: [
      Trace.Stage(
        number: 0, role: .source, name: "input", parameters: "log",
        place: Trace.FilePlace(file: "a.json", place: Place(line: 1, column: 2)), path: "input"),
      Trace.Stage(
        number: 1, role: .operator, name: "filter", parameters: "$0 > 2", emission: .received,
        remedies: [.dropped: "more", .held: "longer"], inputs: [0], inner: [],
        definition: "alerts", path: "operators[0].filter"),
      Trace.Stage(number: 2, role: .output, name: "", inputs: [1]),
    ],
    events: [
      Trace.Event(
        number: 0, instant: Instant(nanoseconds: 1_500_000_000), stage: 0, kind: .value(3),
        record: Trace.Record(input: "log", source: "a.log", line: 7)),
      Trace.Event(
        number: 1, instant: Instant(nanoseconds: 1_500_000_001), stage: 1, run: 2,
        kind: .value(["a": [1.5, .null]]), causes: [0], owner: ["key": .null],
        because: "no value fitted"),
      Trace.Event(
        number: 2, instant: Instant(nanoseconds: .max - 1), stage: 2, kind: .failure("no \"luck\""),
        causes: [0, 1], owner: .null),
    ],
    ends: [
      Trace.End(
        event: 0, stage: 1, run: 1, instant: Instant(nanoseconds: 2), reason: .replaced, by: 1,
        due: Instant(nanoseconds: 3),
        text: "gone")
    ],
    cancellations: [
      Trace.Cancellation(stage: 1, run: 2, instant: Instant(nanoseconds: 1_500_000_001)),
      Trace.Cancellation(stage: 0, instant: Instant(nanoseconds: .max - 1)),
    ])

  @Test func `a trace is encoded and decoded`() throws {
    let data = try JSONEncoder().encode(trace)
    #expect(try JSONDecoder().decode(Trace.self, from: data) == trace)
    var older = trace
    older.cancellations = []
    let short = try JSONEncoder().encode(older)
    #expect(!String(decoding: short, as: UTF8.self).contains("cancellations"))
    #expect(try JSONDecoder().decode(Trace.self, from: short) == older)
  }

  @Test func `lines contain the encoded parts, and decode to the same trace`() throws {
    var lines = TraceLines()
    for stage in trace.stages { lines.write(stage) }
    for event in trace.events { lines.write(event) }
    for end in trace.ends { lines.write(end) }
    for cancellation in trace.cancellations { lines.write(cancellation) }
    let text = String(decoding: lines.takeBytes(), as: UTF8.self)
    let read = text.split(separator: "\n").map { Data($0.utf8) }
    let decoder = JSONDecoder()
    #expect(try read[..<3].map { try decoder.decode(Trace.Stage.self, from: $0) } == trace.stages)
    #expect(try read[3..<6].map { try decoder.decode(Trace.Event.self, from: $0) } == trace.events)
    #expect(try read[6..<7].map { try decoder.decode(Trace.End.self, from: $0) } == trace.ends)
    #expect(
      try read[7...].map { try decoder.decode(Trace.Cancellation.self, from: $0) }
        == trace.cancellations)
  }
}
