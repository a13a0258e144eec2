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
    batch.restart()
    let (columns, start) = (batch.columns, next)
    let room = min(batch.capacity, values.count - start)
    for row in 0..<room {
      columns.values[row] = values[start &+ row]
      columns.times[row] = time
      columns.kinds[row] = .value
      columns.leaves[row] = 0
    }
    batch.count = room
    next = start + room
    if next == values.count { batch.end = .finished }
  }
}
