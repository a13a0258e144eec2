/// The rows of several streams, each of which begins when the previous one has completed.
final class AppendedRows: RowSource {
  private let recipes: [RowRecipe]
  private var next = 0
  private var part: RowSource?
  /// The end of the current part, to the extent that it is known: the time of its last row.
  private var time: Int64

  init(_ recipes: [RowRecipe], start: Int64, batch: RowBatch) {
    self.recipes = recipes
    time = start
    super.init(batch: batch)
  }

  override func fill() {
    repeat {
      guard let part = part ?? nextPart() else {
        unsafe batch.end = .finished
        return
      }
      part.fill()
      unsafe batch = unsafe part.batch
      if unsafe batch.count > batch.head { time = unsafe batch.columns.times[batch.count - 1] }
      if case .finished = unsafe batch.end {
        unsafe batch.end = nil
        self.part = nil
      }
    } while unsafe batch.isEmpty && batch.end == nil
  }

  private func nextPart() -> RowSource? {
    guard next < recipes.count else { return nil }
    part = unsafe recipes[next].make(time, batch)
    next += 1
    return part
  }
}
