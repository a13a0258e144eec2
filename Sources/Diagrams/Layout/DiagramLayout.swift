import Marbles
import Reactive
import Tracing
import Values

/// A diagram before it is drawn: rows on one time axis, and the links from events to their causes.
///
/// It is the same for a terminal and for a picture, except for the sizes. The same trace always has
/// the same layout. The time is linear in the number of events.
package struct DiagramLayout: Sendable {
  package var metrics: DiagramMetrics
  package var axis: TimeAxis
  package var ticks: [TimeAxis.Tick]
  package var rows: [DiagramRow]
  package var links: [Link]

  /// A mark, and a mark that resulted from it, in a row further down.
  package struct Link: Sendable, Hashable {
    package var fromRow: Int
    package var fromMark: Int
    package var toRow: Int
    package var toMark: Int
  }

  package init(_ runs: RunRows, options: DiagramOptions, metrics: DiagramMetrics) {
    let trace = runs.trace
    let selection = StageSelection(trace, options: options)
    let origins = EventOrigins(trace)
    let emissions = RowEmissions.all(of: trace, in: selection, options: options)
    axis = TimeAxis(
      Self.range(of: emissions, options: options),
      for: emissions.map { $0.demand(metrics, in: trace) }, metrics: metrics, dates: options.dates)
    self.metrics = metrics
    ticks = axis.ticks(metrics)
    rows = []
    for (index, emission) in emissions.enumerated() {
      var title = selection.title(of: index)
      let common = emission.common.description
      // The row above shows a common part that both share.
      let isKnown = selection.inputs[index].contains { emissions[$0].common.description == common }
      title.common = isKnown ? "" : common
      let begin = runs.begins[selection.rows[index]]?.nanoseconds
      let stop = runs.stops[selection.rows[index]]?.nanoseconds
      let end = stop.map { [axis] in axis.position(of: max(axis.start, $0)) }
      let start = begin.map { [axis] in axis.position(of: max(axis.start, $0)) }
      let layout = RowLayout(emission, trace: trace, origins: origins, axis: axis, metrics: metrics)
      rows.append(
        DiagramRow(
          stage: selection.rows[index], title: title,
          role: selection.role(of: index), inputs: selection.inputs[index],
          content: layout.content, completions: layout.completions,
          lineStart: start, lineEnd: layout.lineEnd ?? end,
          labels: layout.labels))
    }
    links = Links(trace, selection: selection, rows: rows).links
  }

  /// Returns the first and the last instant of the axis.
  private static func range(
    of emissions: [RowEmissions], options: DiagramOptions
  ) -> ClosedRange<Int64> {
    let firsts = emissions.compactMap(\.first)
    let lasts = emissions.compactMap(\.last)
    let first = firsts.min() ?? 0
    let start = options.from?.nanoseconds ?? (options.dates == nil ? min(0, first) : first)
    let end = options.to?.nanoseconds ?? lasts.max() ?? start
    return min(start, first)...max(start, end, lasts.max() ?? start)
  }
}

/// The source event that each event comes from, and whether each leads to another one.
struct EventOrigins: Sendable {
  /// The number of colors.
  static let colorCount = 8

  private var colors: [UInt8]
  private var isEnd: [Bool]

  init(_ trace: Trace) {
    colors = Array(repeating: 0, count: trace.events.count)
    var hasEffect = Array(repeating: false, count: trace.events.count)
    isEnd = Array(repeating: false, count: trace.events.count)
    var sourceCount = 0
    for (index, event) in trace.events.enumerated() {
      for cause in event.causes where cause >= 0 && cause < index { hasEffect[cause] = true }
      // The latest cause triggered it.
      if let cause = event.causes.max(), cause >= 0, cause < index {
        colors[index] = colors[cause]
      } else if case .value = event.kind {
        colors[index] = UInt8(sourceCount % Self.colorCount)
        sourceCount += 1
      }
    }
    for end in trace.ends where trace.events.indices.contains(end.event) {
      isEnd[end.event] = !hasEffect[end.event]
    }
  }

  /// Returns the color that all of the given events have; nil if they have several.
  func color(of events: [Int]) -> Int? {
    guard let first = events.first else { return nil }
    let color = colors[first]
    return events.allSatisfy { colors[$0] == color } ? Int(color) : nil
  }

  /// Returns whether none of the given events led to another.
  func isEnd(_ events: [Int]) -> Bool { events.allSatisfy { isEnd[$0] } }
}
