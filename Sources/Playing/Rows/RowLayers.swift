import Reactive

/// Delays rows, and their end, by a fixed time.
///
/// This is only for a stream that has the clock to itself. Otherwise, a delayed value must take its
/// ticket when it arrives.
final class ShiftLayer: RowLayer {
  private let nanoseconds: Int64
  /// The times of the last event before and after the delay.
  private var arrival: Int64
  private var last: Int64
  /// The end, once it has arrived. It is delayed like everything else.
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

  /// Delays a row. Returns false if its new time is beyond the range of any clock.
  @inline(__always)
  private func shift(_ row: Int, _ columns: RowBatch.Columns) -> Bool {
    arrival = unsafe columns.times[row]
    if unsafe columns.kinds[row].contains(.value) {
      last = arrival.addingSaturated(nanoseconds)
      unsafe columns.kinds[row].insert(.event)
      unsafe columns.times[row] = last
      return last < .max || arrival == .max
    }
    // A dropped value is not delayed, but the clock still reaches its time.
    last = max(arrival, last)
    unsafe columns.times[row] = last
    return true
  }

  /// Replaces a row with an event at the time at which the delayed row would have been scheduled,
  /// and ends the rows.
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

/// Applies transforms to the values of rows. A row whose value is dropped stays, because it still
/// takes time.
final class TransformLayer: RowLayer {
  private let run: TransformRun

  init(_ run: TransformRun) {
    self.run = run
  }

  override func work(on batch: RowBatch) {
    var rows = batch.takeValues()
    run.work(on: &rows)
    batch.putBack(rows)
  }
}
