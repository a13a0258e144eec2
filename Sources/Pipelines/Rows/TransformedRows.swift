import Expressions
import Values

/// Rows on whose values transforms have worked. A row whose value is dropped stays: it takes its time.
final class TransformedRows: RowSource {
  private let upstream: RowSource
  private let run: TransformRun

  init(_ upstream: RowSource, _ run: TransformRun) {
    self.upstream = upstream
    self.run = run
    super.init(batch: upstream.batch)
  }

  override func fill() {
    upstream.fill()
    batch = upstream.batch
    let columns = batch.columns
    var rows = Rows(
      values: columns.values, times: columns.times, places: columns.places, count: takeValues())
    run.work(on: &rows)
    for index in 0..<rows.count { columns.kinds[Int(rows.places[index])].insert(.value) }
    if let failure = rows.failure {
      // The row stays, as the event at which the stream fails.
      batch.count = Int(failure.place) + 1
      batch.end = .failure(StreamFailure(failure.error.message))
    }
  }

  /// Notes which rows have a value, takes it from them for now, and tells how many they are.
  private func takeValues() -> Int {
    let columns = batch.columns
    var count = 0
    for place in batch.head..<batch.count {
      columns.places[count] = Int32(truncatingIfNeeded: place)
      count &+= columns.kinds[place].contains(.value) ? 1 : 0
      columns.kinds[place].remove(.value)
    }
    return count
  }
}
