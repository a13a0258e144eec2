import Marbles
import Reactive
import Testing
import Tracing
import Values

@Suite struct LineageTests {
  /// A chain of events, each of which was caused by the previous one. The last one was also caused
  /// by the first.
  private func chain(_ count: Int) -> TraceIndex {
    let events = (0..<count).map { number in
      Trace.Event(
        number: number, instant: Instant(nanoseconds: Int64(number)), stage: 0,
        kind: .value(.int(Int64(number))),
        causes: number == 0 ? [] : number == count - 1 ? [0, number - 1] : [number - 1])
    }
    return TraceIndex(
      Trace(stages: [Trace.Stage(number: 0, role: .source, name: "s")], events: events))
  }

  @Test func `an event that several others share has its branches only once`() {
    let lineage = chain(3).causes(of: 2)
    #expect(lineage.branches.map(\.event.number) == [0, 1])
    #expect(lineage.branches[1].branches.map(\.isRepeated) == [true])
  }

  @Test func `a long chain of causes does not use the stack`() {
    let index = chain(200_000)
    #expect(index.fate(of: 0).lines(of: index.trace.stages).count < 300)
    #expect(index.causes(of: 199_999).value(of: index.trace.stages, branches: "causes") != .null)
  }

  @Test func `only some of many branches are shown`() {
    let events = (0..<50).map { number in
      Trace.Event(
        number: number, instant: .zero, stage: 0, kind: .value(1), causes: number == 0 ? [] : [0])
    }
    let stages = [Trace.Stage(number: 0, role: .source, name: "s")]
    let lines = TraceIndex(Trace(stages: stages, events: events)).fate(of: 0).lines(of: stages)
    #expect(lines.count == 12)
    #expect(lines.last == "└ and 39 more")
  }
}
