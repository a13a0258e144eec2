import Expressions
import Reactive
import Values

/// Gives at the end what an expression makes of all values. The rows of those stay without them: they
/// take their time and their places in line.
final class ReduceLayer: RowLayer {
  private let evaluator: Evaluator
  private var frame: Frame
  private var result: Value
  /// When the row before has come.
  private var time: Int64
  /// Whether the result is all that is left to give.
  private var hasEnded = false

  init(_ evaluator: Evaluator, from first: Value, frame: Frame, start: Int64) {
    self.evaluator = evaluator
    self.frame = frame
    result = first
    time = start
  }

  override var isPending: Bool { hasEnded }

  override func give(into batch: RowBatch) {
    batch.restart()
    batch.append(result, at: time, .value)
    unsafe batch.end = .finished
    hasEnded = false
  }

  override func work(on batch: RowBatch) {
    var rows = batch.takeValues()
    evaluator.scan(&rows, from: &result, in: &frame)
    if !batch.isEmpty { time = unsafe batch.columns.times[batch.count - 1] }
    if let failure = rows.failure {
      batch.fail(at: failure)
    } else if case .finished? = unsafe batch.end {
      unsafe batch.end = nil
      hasEnded = true
      if batch.isEmpty { give(into: batch) }
    }
  }
}
