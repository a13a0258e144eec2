import Marbles
package import Tracing
import Values

/// Why the first change came, in the old and in the new playback.
package struct DifferenceReasons {
  /// The explanation in the old playback, line by line.
  package let old: [String]
  /// The explanation in the new playback.
  package let new: [String]

  /// Finds the reasons for a change in the traces of both playbacks. If one of them has no event,
  /// the answer is the fate of the last record that led to the event of the other.
  package init(
    for change: EventChange, of output: String, old: Trace, new: Trace, style: LineageStyle
  ) {
    let sides = (
      old: Side(old, change.old, output, style), new: Side(new, change.new, output, style)
    )
    self.old = sides.old.reasons(beside: sides.new)
    self.new = sides.new.reasons(beside: sides.old)
  }

  /// A playback, and its event.
  private struct Side {
    let index: TraceIndex
    let event: Timeline<Value>.Event?
    let output: String
    let style: LineageStyle

    var trace: Trace { index.trace }

    init(
      _ trace: Trace, _ event: Timeline<Value>.Event?, _ output: String, _ style: LineageStyle
    ) {
      index = TraceIndex(trace)
      (self.event, self.output, self.style) = (event, output, style)
    }

    /// The number of the event in the trace; nil if it has none.
    private var number: Int? {
      guard let event else { return nil }
      return trace.events.last { other in
        trace.stages[other.stage].role == .output && trace.stages[other.stage].name == output
          && other.instant == event.instant && other.kind == event.kind
      }?.number
    }

    func reasons(beside other: Side) -> [String] {
      if let number { return lines(index.causes(of: number)) }
      if let source = other.lastSource.flatMap(counterpart), index.arrivals(of: source).isEmpty {
        return lines(index.fate(of: source))
      }
      guard let wanted = other.event, case .value(let value) = wanted.kind,
        let absence = index.absence(of: value, at: wanted.instant, from: output, style: style)
      else { return [] }
      return absence.evidence.flatMap(lines) + absence.lines(of: trace.stages, style: style)
    }

    private func lines(_ lineage: Lineage) -> [String] {
      lineage.lines(of: trace.stages, style: style)
    }

    /// The last event of a source that led to the event.
    private var lastSource: Trace.Event? {
      guard let number else { return nil }
      var waiting = [number]
      var seen: Set<Int> = [number]
      var last: Trace.Event?
      while let next = waiting.popLast() {
        let event = trace.events[next]
        if event.causes.isEmpty, event.number >= last?.number ?? 0 { last = event }
        waiting += event.causes.filter { seen.insert($0).inserted }
      }
      return last
    }

    /// Returns the number of the same event of the same source; nil if this playback has none.
    private func counterpart(of source: Trace.Event) -> Int? {
      trace.events.first { event in
        event.causes.isEmpty && event.instant == source.instant && event.kind == source.kind
          && event.record == source.record && trace.stages[event.stage].role == .source
      }?.number
    }
  }
}
