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
  /// The number of runs, also of those that began or ended at other times.
  private(set) var runCount = 0
  /// The number of runs that have completed by the end of the picture.
  private(set) var completionCount = 0
  /// The number of columns of all texts of the first values, and how many these are.
  private var sample = (columns: 0, count: 0)

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
    return emissions
  }

  private mutating func add(_ event: Trace.Event, number: Int, options: DiagramOptions) {
    runCount = max(runCount, event.run < .max ? event.run + 1 : event.run)
    if let to = options.to, event.instant > to { return }
    let isShown = options.from.map { event.instant >= $0 } ?? true
    if isShown {
      first = first ?? event.instant.nanoseconds
      last = event.instant.nanoseconds
    }
    switch event.kind {
    case .value(let value):
      guard isShown else { return }
      valueCount += 1
      if sample.count < Self.sampleSize {
        sample.columns += ValueLabel.text(of: value).count
        sample.count += 1
      }
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

  /// Returns what the row demands from the axis.
  func demand(_ metrics: DiagramMetrics) -> TimeAxis.Demand {
    let columns = sample.count > 0 ? (sample.columns + sample.count - 1) / sample.count : 1
    let width = max(metrics.leastMark, columns * metrics.column + metrics.padding)
    return TimeAxis.Demand(instants: groups.map(\.instant), distance: width + metrics.gap)
  }
}
