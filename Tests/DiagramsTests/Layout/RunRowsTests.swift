import Diagrams
import Marbles
import Reactive
import Testing
import Tracing
import Values

/// Rows for the runs of inner streams.
@Suite struct RunRowsTests {
  /// Returns a trace of a source, and of an operator that plays a stream for each of its values.
  /// Each run emits its number a second later, and ends after two seconds, or is cancelled then.
  private static func trace(
    keys: [Value], names: [String] = ["map"], cancelling cancelled: Set<Int> = []
  ) -> Trace {
    var trace = Trace()
    trace.stages = [Trace.Stage(number: 0, role: .source, name: "marbles")]
    for name in names {
      let number = trace.stages.count
      trace.stages.append(
        Trace.Stage(
          number: number, role: .operator, name: name, inputs: number == 1 ? [] : [number - 1]))
    }
    trace.stages.append(
      Trace.Stage(
        number: names.count + 1, role: .operator, name: "groupBy", inputs: [0],
        inner: [names.count]))
    func emit(
      _ stage: Int, _ run: Int, at seconds: Int, _ kind: Timeline<Value>.Kind, _ causes: [Int],
      _ owner: Value? = nil
    ) {
      trace.events.append(
        Trace.Event(
          number: trace.events.count, instant: Instant(nanoseconds: Int64(seconds) * 1_000_000_000),
          stage: stage, run: run, kind: kind, causes: causes, owner: owner))
    }
    for (run, key) in keys.enumerated() {
      let cause = trace.events.count
      emit(0, 0, at: 3 * run, .value(key), [])
      for stage in names.indices {
        emit(stage + 1, run, at: 3 * run + 1, .value(.int(Int64(run))), [cause + stage], key)
      }
      let end = 3 * run + 2
      for stage in names.indices where !cancelled.contains(run) {
        emit(stage + 1, run, at: end, .finished, [])
      }
      for stage in names.indices where cancelled.contains(run) {
        let instant = Instant(nanoseconds: Int64(end) * 1_000_000_000)
        trace.cancellations.append(
          Trace.Cancellation(stage: stage + 1, run: run, instant: instant))
      }
    }
    return trace
  }

  @Test func `each key has a row, from its first value to its end`() {
    #expect(
      TerminalDiagram(width: 60).text(of: Self.trace(keys: ["ann", "bob"])) == """
                   0s   1s   2s   3s   4s   5s
                   ┬────┬────┬────┬────┬────┬
        marbles    ann────────────bob────────>
        ann › map  ─────0────|
        bob › map                 ─────1────|
        groupBy (from marbles, map)
                   ──────────────────────────>

        """)
  }

  @Test func `the line of a run that is cancelled ends there`() {
    let trace = Self.trace(keys: ["ann", "bob", "cy"], cancelling: [0, 1])
    #expect(
      TerminalDiagram(width: 60).text(of: trace) == """
                   0s   1s   2s   3s   4s   5s   6s   7s   8s
                   ┬────┬────┬────┬────┬────┬────┬────┬────┬
        marbles    ann────────────bob────────────cy─────────>
        ann › map  ─────0────
        bob › map                 ─────1────
        cy › map                                 ─────2────|
        groupBy (from marbles, map)
                   ─────────────────────────────────────────>

        """)
  }

  @Test func `a cancellation belongs to the row of its key`() {
    let keys = (0..<12).map { Value.int(Int64($0)) }
    let runs = RunRows(Self.trace(keys: keys, names: ["map", "delay"], cancelling: [1, 11]))
    let stops = runs.stops.map { $0.map { $0.nanoseconds / 1_000_000_000 } }
    #expect(stops == (0..<24).map { $0 == 3 || $0 == 4 ? 5 : nil })
    #expect(runs.trace.cancellations.map(\.stage) == [3, 4, 21, 22])
    #expect(runs.trace.cancellations.map(\.run) == [0, 0, 11, 11])
  }

  @Test func `the stages of a run follow each other`() {
    let runs = RunRows(Self.trace(keys: [1, ["host": "a"]], names: ["map", "debounce"]))
    #expect(
      runs.trace.stages.map { "\($0.definition ?? "") \($0.name)" } == [
        " marbles", "1 map", "1 debounce", "{host: a} map", "{host: a} debounce", " groupBy",
      ])
    #expect(runs.trace.stages.map(\.inputs) == [[], [], [1], [], [3], [0]])
    #expect(runs.trace.stages.map(\.inner) == [[], [], [], [], [], [2, 4]])
    #expect(runs.trace.stages.map(\.number) == Array(0..<6))
    #expect(runs.trace.events.allSatisfy { $0.run == 0 })
  }

  @Test func `ten keys have rows, and all others share one`() {
    let ten = RunRows(Self.trace(keys: (0..<10).map { .int($0) }))
    #expect(ten.trace.stages.count == 12)
    let many = RunRows(Self.trace(keys: (0..<25).map { .int($0) }))
    #expect(many.trace.stages.count == 13)
    #expect(many.trace.stages[11].definition == "15 more")
    let values = many.trace.events.filter { event in
      if event.stage == 11, case .value = event.kind { true } else { false }
    }
    #expect(values.count == 15)
  }

  @Test func `a trace without inner streams stays the same`() {
    for (_, trace) in SampleTraces.all { #expect(RunRows(trace).trace == trace) }
  }
}
