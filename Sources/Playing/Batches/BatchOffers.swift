/// When a source offers batches, and how many rows.
///
/// A stage that hands a batch on has worked on all of its rows, in vain for those that a later stage
/// refuses. So after a refusal the offers are small, and grow again with each that is accepted.
struct BatchOffers: BitwiseCopyable {
  /// The number of rows below which a batch costs more than it saves.
  static let least = 4
  private static let greatest = 1024

  /// The maximum number of rows of the next offer.
  private(set) var size = greatest
  /// The row before which no offer is made. If other work keeps arriving in between, it is not worth
  /// making one for every row.
  private var next = 0

  @inline(__always)
  func areDue(at row: Int) -> Bool { row >= next }

  /// Notes that rows have new numbers, because those of the last batch have been played.
  mutating func beginBatch() { next = 0 }

  /// Notes the row before which a subscriber stopped.
  @inline(__always)
  mutating func note(_ offered: Range<Int>, takenTo row: Int) {
    let taken = row - offered.lowerBound
    next = row + (taken < Self.least ? 8 : 0)
    guard offered.count >= Self.least else { return }
    size = taken < offered.count ? max(8, 2 * taken) : min(Self.greatest, 4 * size)
  }
}
