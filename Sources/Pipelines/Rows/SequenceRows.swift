import Reactive
import Values

/// The elements of a list, all at once.
final class SequenceRows: RowSource {
  private let values: [Value]
  private let time: Int64
  private var next = 0

  init(_ values: [Value], start: Int64, batch: RowBatch) {
    self.values = values
    time = start
    super.init(batch: batch)
  }

  override func fill() {
    unsafe batch.restart()
    let (columns, start) = unsafe (batch.columns, next)
    let room = unsafe min(batch.capacity, values.count - start)
    for row in 0..<room {
      unsafe columns.values[row] = values[start &+ row]
      unsafe columns.times[row] = time
      unsafe columns.kinds[row] = .value
      unsafe columns.sources[row] = 0
    }
    unsafe batch.count = room
    next = start + room
    if next == values.count { unsafe batch.end = .finished }
  }
}
