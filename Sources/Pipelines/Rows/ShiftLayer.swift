import Reactive
import Values

/// Rows come later by a fixed time, and so does their end.
///
/// Only for a stream that has the clock for itself: for anybody else a delayed value has taken its
/// place in line when it arrived.
final class ShiftLayer: RowLayer {
  private let nanoseconds: Int64
  /// When the last event arrived, and when the last one was given.
  private var arrival: Int64
  private var last: Int64
  /// What comes later as everything else, if it has arrived.
  private var end: RowBatch.End?

  init(by nanoseconds: Int64, start: Int64) {
    self.nanoseconds = nanoseconds
    (arrival, last) = (start, start)
  }

  override var isPending: Bool { end != nil }

  override func give(into batch: RowBatch) {
    batch.restart()
    giveEnd(into: batch)
  }

  private func giveEnd(into batch: RowBatch) {
    batch.append(at: arrival.addingSaturated(nanoseconds), .event)
    unsafe batch.end = end.take()
  }

  override func work(on batch: RowBatch) {
    for row in unsafe batch.head..<batch.count {
      guard unsafe shift(row, batch.columns) else { return leaveTime(at: row, batch) }
    }
    switch unsafe batch.end {
    case .finished, .failure:
      end = unsafe batch.end.take()
      if batch.isEmpty {
        give(into: batch)
      } else if !batch.isFull {
        giveEnd(into: batch)
      }
    case .never, nil: break
    }
  }

  /// Moves a row; false if it comes when no clock gets to.
  @inline(__always)
  private func shift(_ row: Int, _ columns: RowBatch.Columns) -> Bool {
    arrival = unsafe columns.times[row]
    if unsafe columns.kinds[row].contains(.value) {
      last = arrival.addingSaturated(nanoseconds)
      unsafe columns.kinds[row].insert(.event)
      unsafe columns.times[row] = last
      return last < .max || arrival == .max
    }
    // What was dropped is not delayed, but the clock gets to where it was.
    last = max(arrival, last)
    unsafe columns.times[row] = last
    return true
  }

  /// The clock still gets to where the row would have been put in line.
  private func leaveTime(at row: Int, _ batch: RowBatch) {
    let columns = unsafe batch.columns
    unsafe columns.times[row] = unsafe max(
      arrival, row > batch.head ? columns.times[row - 1] : arrival)
    unsafe columns.kinds[row] = .event
    unsafe batch.count = row + 1
    unsafe batch.end = nil
    (arrival, end) = (.max, .never)
  }
}
