import Marbles
package import Pipelines
package import Reactive
public import Tracing
import Values

/// The program, inputs and end of a check's playback.
package struct TracedCheck {
  package let program: Program
  package let bindings: InputBindings
  /// The last instant that is played.
  package let until: Instant
}

extension StreamDocument {
  /// Returns the playback of a check, for debugging.
  package func traced(_ check: StreamCheck) throws(Diagnostics) -> TracedCheck {
    let test = test(of: check)
    return TracedCheck(
      program: try program(for: check, isTraced: true),
      bindings: bindings(of: test), until: test?.last ?? .endOfTime)
  }

  /// Plays the stream of a check again, and returns what happened in it, stage by stage; nil if it
  /// cannot be played.
  ///
  /// - Parameter steps: The limit of scheduler steps, and of values.
  public func trace(_ check: StreamCheck, steps: Int = defaultSteps) -> Trace? {
    do throws(Diagnostics) {
      let traced = try traced(check)
      let inputs = try session(of: traced.program, for: check)
      return traced.program.trace(
        Playback(until: traced.until, limit: steps), inputs: inputs, steps: steps)
    } catch {
      // The outcome of the check has already reported this.
      return nil
    }
  }
}

extension CheckDifference {
  /// Returns why expected values did not arrive, as lines for people. For each of the first missing
  /// values, the lines describe what happened to the events with that value. Empty if the trace
  /// does not contain any such events.
  ///
  /// - Parameter isVerbose: Whether values that no stage emitted are also explained, and for each
  ///   value what would have to be different.
  public func reasons(
    in trace: Trace, style: LineageStyle = LineageStyle(), isVerbose: Bool = false
  ) -> [String] {
    TraceIndex(trace).reasons(
      missing: expected.values(missingIn: actual), style: style, isVerbose: isVerbose)
  }
}

extension StreamTest {
  /// The last instant that it plays; nil if it is determined only by the streams.
  var last: Instant? { until.map { Instant(nanoseconds: $0.nanoseconds) } }
}
