import Expressions
import StreamModels

/// A source whose events the file states: they are known before the playback.
enum StatedSource {
  /// A range of the items of a `stream`, none of which has further streams as inputs.
  case items(ItemsPlan, Range<Int>)
  case list(ListedValues)
  case diagram(MarblePlan)

  /// Whether all events count as scheduled at the subscription. Otherwise each is scheduled when the
  /// previous one is over.
  var isScheduledAtOnce: Bool {
    if case .diagram = self { true } else { false }
  }

  /// Returns the rows of a run that begins at a time, in nanoseconds.
  ///
  /// - Parameter clockStandsStill: Whether delays take no time, because the clock does not move.
  func rows(from start: Int64, in frame: Frame, clockStandsStill: Bool) -> StatedRows {
    switch self {
    case .items(let plan, let range):
      ItemRows(plan, range, frame: frame, start: start, clockStandsStill: clockStandsStill)
    case .list(let values): ListRows(values, start: start)
    case .diagram(let plan): DiagramRows(plan, start: start, clockStandsStill: clockStandsStill)
    }
  }
}

extension Plan.Node {
  /// The source, if the file states its events and nothing else subscribes to it.
  var stated: StatedSource? {
    switch self {
    case .items(let items) where items.isOneSource: .items(items, items.values.indices)
    case .sequence(let values): .list(values)
    case .marbles(let diagram) where !diagram.isHot: .diagram(diagram)
    default: nil
    }
  }
}

/// The rows of a stated source, batch by batch.
class StatedRows {
  final let batch = RowBatch()

  /// Puts the next rows into the batch, whose rows have all been processed and which has no end.
  /// Leaves it empty only with an end.
  func fill() {
    preconditionFailure("a source without rows")
  }
}

extension Int64 {
  /// Returns the sum, or the greatest integer if the sum is larger: a time that a clock never
  /// reaches.
  @inline(__always)
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
