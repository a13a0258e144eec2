import Values

/// The rows of several streams as they come. Finishes when all have finished.
final class MergedRows: JoinedRows {
  override func give(_ side: UnsafePointer<Side>, of number: Int) {
    let (from, row) = (side.pointee.columns, side.pointee.head)
    let (to, place) = (batch.columns, batch.count)
    to.times[place] = from.times[row]
    to.kinds[place] = from.kinds[row]
    to.leaves[place] = side.pointee.firstLeaf &+ from.leaves[row]
    // Exchanged, not copied: what was in the place has gone by.
    if from.kinds[row].contains(.value) { swap(&to.values[place], &from.values[row]) }
    batch.count = place &+ 1
  }

  override func hearFinish(of number: Int) {
    if running == 0 { batch.end = .finished }
  }
}
