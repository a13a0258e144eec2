public import Marbles
import Pipelines
import Reactive
public import Tracing
public import Values

extension StreamDocument {
  /// Plays the stream of a check once more, and returns what happened in it, stage by stage; nil if
  /// it cannot be played.
  ///
  /// - Parameter steps: The limit of scheduler steps, and of values.
  public func trace(_ check: StreamCheck, steps: Int = defaultSteps) -> Trace? {
    do throws(Diagnostics) {
      let program = try program(for: check, isTraced: true)
      let inputs = try session(of: program, for: check)
      let until = test(of: check)?.until.map { Instant(nanoseconds: $0.nanoseconds) }
      return program.trace(
        Playback(until: until ?? .endOfTime, limit: steps), inputs: inputs, steps: steps)
    } catch {
      // The outcome of the check has reported this.
      return nil
    }
  }
}

extension CheckDifference {
  /// The maximum number of missing values that are explained.
  private static let explainedLimit = 3

  /// The expected values that did not come at their instants, in order.
  public var missing: [Timeline<Value>.Event] {
    var came = actual.events
    return expected.events.filter { event in
      guard case .value = event.kind else { return false }
      guard let index = came.firstIndex(of: event) else { return true }
      came.remove(at: index)
      return false
    }
  }

  /// Returns why values did not come, as lines for people: for each of the first missing ones, what
  /// became of the events with that value. Empty if a trace knows nothing about them.
  ///
  /// - Parameter isVerbose: Whether values that no stage emitted are named, too.
  public func reasons(
    in trace: Trace, style: LineageStyle = LineageStyle(), isVerbose: Bool = false
  ) -> [String] {
    let index = TraceIndex(trace)
    return missing.prefix(Self.explainedLimit).flatMap { event -> [String] in
      guard case .value(let value) = event.kind else { return [] }
      let heading = "why \("\(value)".abbreviated) did not come at \(style.time(event.instant)):"
      let candidates = trace.events.filter { candidate in
        candidate.kind == event.kind && trace.stages[candidate.stage].role != .output
      }
      // The earliest stage that emitted it, at the nearest instant.
      guard let first = candidates.min(by: { $0.isBetter(than: $1, for: event.instant) }) else {
        return isVerbose ? ["\(heading) no stage emitted it"] : []
      }
      let lines = index.fate(of: first.number).lines(of: trace.stages, style: style)
      return [heading] + lines.map { "  \($0)" }
    }
  }
}

extension Trace.Event {
  fileprivate func isBetter(than other: Trace.Event, for wanted: Instant) -> Bool {
    let (own, others) = (distance(to: wanted), other.distance(to: wanted))
    return (own, number) < (others, other.number)
  }

  private func distance(to wanted: Instant) -> UInt64 {
    let (first, second) = (instant.nanoseconds, wanted.nanoseconds)
    return first > second
      ? UInt64(bitPattern: first &- second) : UInt64(bitPattern: second &- first)
  }
}
