public import Marbles
import Reactive
public import Values

extension TraceIndex {
  /// The maximum number of missing values that are explained.
  private static let explainedLimit = 3

  /// Returns why values did not come, as lines for people: for each of the first ones, what became of
  /// the event with that value that is nearest to its instant, at the first stage that emitted it.
  ///
  /// - Parameters:
  ///   - missing: The values that were expected, with their instants.
  ///   - isVerbose: Whether values that no stage emitted are named, too.
  public func reasons(
    missing: [Timeline<Value>.Event], style: LineageStyle = LineageStyle(), isVerbose: Bool = false
  ) -> [String] {
    missing.prefix(Self.explainedLimit).flatMap { event -> [String] in
      guard case .value(let value) = event.kind else { return [] }
      let heading =
        "why \(value.description.cut(to: style.valueWidth)) did not come at "
        + "\(style.time(event.instant)):"
      let candidates = trace.events.filter { candidate in
        candidate.kind == event.kind && trace.stages[candidate.stage].role != .output
      }
      guard let first = candidates.min(by: { $0.isBetter(than: $1, for: event.instant) }) else {
        return isVerbose ? ["\(heading) no stage emitted it"] : []
      }
      return [heading]
        + fate(of: first.number).lines(of: trace.stages, style: style).map { "  \($0)" }
    }
  }
}

extension Trace.Event {
  /// Whether it is nearer to an instant than another event, or as near and earlier in the trace.
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
