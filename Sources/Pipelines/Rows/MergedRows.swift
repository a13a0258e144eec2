import Values

/// The rows of several streams as they come. Finishes when all have finished.
final class MergedRows: JoinedRows {
  override func playEvents() {
    playEvents { side, number in
      move(side)
      return true
    }
  }

  override func give(_ side: UnsafeMutablePointer<Side>, of number: Int) {
    move(side)
  }

  @inline(__always)
  private func move(_ side: UnsafeMutablePointer<Side>) {
    let (from, row) = (side.pointee.columns, side.pointee.head)
    let (to, place) = (batch.columns, batch.count)
    let kind = from.kinds[row]
    to.times[place] = from.times[row]
    to.kinds[place] = kind
    to.leaves[place] = side.pointee.firstLeaf &+ from.leaves[row]
    // Exchanged, not copied: what was in the place has gone by.
    if kind.contains(.value) { (from.values + row).exchange(with: to.values + place) }
    batch.count = place &+ 1
  }

  override func hearFinish(of number: Int) {
    if running == 0 { batch.end = .finished }
  }
}
