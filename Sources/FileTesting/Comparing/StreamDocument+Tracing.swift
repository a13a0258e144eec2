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
  /// Returns the playback of a check, for somebody who looks into it.
  package func traced(_ check: StreamCheck) throws(Diagnostics) -> TracedCheck {
    let test = test(of: check)
    return TracedCheck(
      program: try program(for: check, isTraced: true),
      bindings: bindings(of: test), until: test?.last ?? .endOfTime)
  }

  /// Plays the stream of a check once more, and returns what happened in it, stage by stage; nil if
  /// it cannot be played.
  ///
  /// - Parameter steps: The limit of scheduler steps, and of values.
  public func trace(_ check: StreamCheck, steps: Int = defaultSteps) -> Trace? {
    do throws(Diagnostics) {
      let traced = try traced(check)
      let inputs = try session(of: traced.program, for: check)
      return traced.program.trace(
        Playback(until: traced.until, limit: steps), inputs: inputs, steps: steps)
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
  /// - Parameter isVerbose: Whether values that no stage emitted are explained, too, and for each value
  ///   what would have to differ.
  public func reasons(
    in trace: Trace, style: LineageStyle = LineageStyle(), isVerbose: Bool = false
  ) -> [String] {
    TraceIndex(trace).reasons(
      missing: expected.values(missingIn: actual), style: style, isVerbose: isVerbose)
  }
}

extension StreamTest {
  /// The last instant that it plays; nil if only the streams determine it.
  var last: Instant? { until.map { Instant(nanoseconds: $0.nanoseconds) } }
}
