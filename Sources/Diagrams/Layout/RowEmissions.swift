import Marbles
import Reactive
import Tracing
import Values

/// The events of one row, in the part of time that is shown.
struct RowEmissions {
  /// The values of one instant.
  struct Group {
    /// The instant, in nanoseconds.
    var instant: Int64
    /// The numbers of the events.
    var events: [Int]
  }

  private(set) var groups: [Group] = []
  private(set) var valueCount = 0
  /// The numbers of the completions.
  private(set) var completions: [Int] = []
  private(set) var first: Int64?
  private(set) var last: Int64?
  /// The number of runs, including those that began or ended at other times.
  private(set) var runCount = 0
  /// The number of runs that have completed by the end of the picture.
  private(set) var completionCount = 0
  /// The part that all values have in common.
  private(set) var common = CommonPart()

  /// The number of values whose texts are measured to lay out the axis.
  private static let sampleSize = 200

  /// Returns the events of each row.
  static func all(
    of trace: Trace, in selection: StageSelection, options: DiagramOptions
  ) -> [RowEmissions] {
    var emissions = Array(repeating: RowEmissions(), count: selection.rows.count)
    for (index, event) in trace.events.enumerated() {
      guard selection.rowOfStage.indices.contains(event.stage),
        let row = selection.rowOfStage[event.stage], selection.rows[row] == event.stage
      else { continue }
      emissions[row].add(event, number: index, options: options)
    }
    for row in emissions.indices {
      emissions[row].common = CommonPart(of: emissions[row].events, in: trace)
    }
    return emissions
  }

  /// The numbers of the events with values, in order.
  var events: some Sequence<Int> { groups.lazy.flatMap(\.events) }

  private mutating func add(_ event: Trace.Event, number: Int, options: DiagramOptions) {
    runCount = max(runCount, event.run < .max ? event.run + 1 : event.run)
    if let to = options.to, event.instant > to { return }
    let isShown = options.from.map { event.instant >= $0 } ?? true
    if isShown {
      first = first ?? event.instant.nanoseconds
      last = event.instant.nanoseconds
    }
    switch event.kind {
    case .value:
      guard isShown else { return }
      valueCount += 1
      if groups.last?.instant == event.instant.nanoseconds {
        groups[groups.count - 1].events.append(number)
      } else {
        groups.append(Group(instant: event.instant.nanoseconds, events: [number]))
      }
    case .finished, .failure:
      completionCount += 1
      if isShown { completions.append(number) }
    }
  }

  /// Whether the stage has ended by the end of the picture, in all of its runs.
  var hasEnded: Bool { runCount > 0 && completionCount >= runCount }

  /// Returns the requirements of the row for the axis.
  func demand(_ metrics: DiagramMetrics, in trace: Trace) -> TimeAxis.Demand {
    var sample = (columns: 0, count: 0)
    for event in events.prefix(Self.sampleSize) {
      guard case .value(let value) = trace.events[event].kind else { continue }
      sample.columns += common.label(of: value).count
      sample.count += 1
    }
    let columns = sample.count > 0 ? (sample.columns + sample.count - 1) / sample.count : 1
    let width = max(metrics.leastMark, columns * metrics.column + metrics.padding)
    return TimeAxis.Demand(instants: groups.map(\.instant), distance: width + metrics.gap)
  }
}
