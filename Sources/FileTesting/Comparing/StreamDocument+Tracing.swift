import Marbles
import Pipelines
import Reactive
public import Tracing

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
  /// Returns why expected values did not come, as lines for people: for each of the first missing
  /// ones, what became of the events with that value. Empty if a trace knows nothing about them.
  ///
  /// - Parameter isVerbose: Whether values that no stage emitted are named, too.
  public func reasons(
    in trace: Trace, style: LineageStyle = LineageStyle(), isVerbose: Bool = false
  ) -> [String] {
    TraceIndex(trace).reasons(
      missing: expected.values(missingIn: actual), style: style, isVerbose: isVerbose)
  }
}
