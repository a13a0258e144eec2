import Expressions
import Values

/// Applies transforms to the values of rows. A row whose value is dropped stays, because it takes
/// time.
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
