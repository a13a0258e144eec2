import Reactive
import StreamModels

/// The elements of a list, emitted at once.
final class ListRows: StatedRows {
  private var cursor: ListedValues.Cursor
  private let time: Int64
  /// The number of remaining elements.
  private var left: Int

  init(_ values: ListedValues, start: Int64) {
    cursor = ListedValues.Cursor(values)
    left = values.count
    time = start
  }

  override func fill() {
    batch.restart()
    let columns = unsafe batch.columns
    let values = unsafe cursor.next(upTo: batch.capacity)
    for (row, value) in values.enumerated() {
      unsafe columns.values[row] = value
      unsafe columns.times[row] = time
      unsafe columns.kinds[row] = .value
    }
    unsafe batch.count = values.count
    left -= values.count
    if left == 0 { unsafe batch.end = .finished }
  }
}
