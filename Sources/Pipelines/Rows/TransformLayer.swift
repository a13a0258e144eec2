import Expressions
import Values

/// Transforms work on the values of rows. A row whose value is dropped stays: it takes its time.
final class TransformLayer: RowLayer {
  private let run: TransformRun

  init(_ run: TransformRun) {
    self.run = run
  }

  override func work(on batch: RowBatch) {
    var rows = batch.takeValues()
    run.work(on: &rows)
    let kinds = batch.columns.kinds
    for index in 0..<rows.count { kinds[Int(rows.places[index])].insert(.value) }
    if let failure = rows.failure { batch.fail(at: failure) }
  }
}

extension RowBatch {
  /// Notes which rows have a value, and takes it from them for now.
  func takeValues() -> Rows {
    var count = 0
    for place in head..<self.count {
      columns.places[count] = Int32(truncatingIfNeeded: place)
      count &+= columns.kinds[place].contains(.value) ? 1 : 0
      columns.kinds[place].remove(.value)
    }
    return Rows(
      values: columns.values, times: columns.times, places: columns.places, count: count)
  }

  /// Ends with the row at which an expression failed, which stays: it takes its time.
  func fail(at failure: (place: Int32, error: EvaluationError)) {
    count = Int(failure.place) + 1
    end = .failure(StreamFailure(failure.error))
  }
}
