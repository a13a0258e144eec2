public import Marbles
import Reactive
public import Values

extension TraceIndex {
  /// The maximum number of missing values that are explained.
  private static let explainedLimit = 3

  /// Returns why values did not arrive, as lines for people. For each of the first values, the
  /// lines describe its absence.
  ///
  /// - Parameters:
  ///   - missing: The values that were expected, with their instants.
  ///   - isVerbose: Whether values that no stage emitted are also explained, and for each value
  ///     what would have to be different.
  public func reasons(
    missing: [Timeline<Value>.Event], style: LineageStyle = LineageStyle(), isVerbose: Bool = false
  ) -> [String] {
    missing.prefix(Self.explainedLimit).flatMap { event -> [String] in
      guard case .value(let value) = event.kind,
        let absence = absence(of: value, at: event.instant, style: style),
        absence.isKnown || isVerbose
      else { return [] }
      let lines =
        absence.evidence.flatMap { $0.lines(of: trace.stages, style: style) }
        + (isVerbose ? absence.lines(of: trace.stages, style: style) : [])
      return [
        "why \(value.description.cut(to: style.valueWidth)) did not come at "
          + "\(style.time(event.instant)):"
      ] + lines.map { "  \($0)" }
    }
  }
}
