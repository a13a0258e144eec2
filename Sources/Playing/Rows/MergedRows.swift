import Reactive

/// The rows of several streams in the order in which they occur. Completes when all have completed.
final class MergedRows: JoinedRows {
  override func playEvents() {
    unsafe playEvents { side, number in
      unsafe move(side)
      return true
    }
  }

  override func give(_ side: UnsafeMutablePointer<Side>, of number: Int) {
    unsafe move(side)
  }

  @inline(__always)
  private func move(_ side: UnsafeMutablePointer<Side>) {
    let (from, row) = unsafe (side.pointee.columns, side.pointee.head)
    let (to, place) = unsafe (batch.columns, batch.count)
    let kind = unsafe from.kinds[row]
    unsafe to.times[place] = unsafe from.times[row]
    unsafe to.kinds[place] = kind
    unsafe to.sources[place] = unsafe side.pointee.firstSource &+ from.sources[row]
    // Swapped, not copied: the old value in the slot is no longer needed.
    if kind.contains(.value) { unsafe (from.values + row).exchange(with: to.values + place) }
    unsafe batch.count = place &+ 1
  }

  override func receiveFinish(of number: Int) {
    if unsafe running == 0 { unsafe batch.end = .finished }
  }
}
