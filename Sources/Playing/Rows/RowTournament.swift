/// Finds the source with the next event. It is a tournament tree that stores the loser of each
/// match, so that a new time of the winner costs one match per round.
///
/// The outcome of a match cannot be predicted, so the loser and the winner are selected without a
/// branch: time, order and source are one number.
@safe struct RowTournament: ~Copyable {
  /// The time and the order of a source's next event, and the source itself, from the highest to
  /// the lowest bits.
  struct Entry: BitwiseCopyable {
    fileprivate let key: UInt128

    /// Enough for the maximum number of sources; see `KnownStream`.
    private static let sideBits = 18

    @inline(__always)
    init(time: Int64, order: UInt64, side: Int32) {
      key = UInt128(
        _low: order << Self.sideBits | UInt64(UInt32(bitPattern: side)),
        _high: UInt64(bitPattern: time) ^ 1 << 63)
    }

    /// Returns an entry that comes after all others, for a source without further events.
    @inline(__always)
    static func over(_ side: Int32) -> Entry { Entry(time: .max, order: .max, side: side) }

    @inline(__always)
    var side: Int32 { Int32(truncatingIfNeeded: key._low & (1 << Self.sideBits - 1)) }
  }

  private let count: Int
  /// The losers of the matches; the index of a match is half that of its players.
  private let losers: UnsafeMutablePointer<Entry>
  private(set) var winner: Entry

  /// Creates a tournament of the first events of all sources, in order.
  init(_ entries: [Entry]) {
    count = entries.count
    unsafe losers = .allocate(capacity: max(count, 1))
    winner = entries.first ?? .over(0)
    guard count > 1 else { return }
    var winners = entries + entries
    for place in stride(from: count - 1, through: 1, by: -1) {
      let (left, right) = (winners[2 * place], winners[2 * place + 1])
      let isLeft = left.key < right.key
      winners[place] = isLeft ? left : right
      unsafe losers[place] = isLeft ? right : left
    }
    winner = winners[1]
  }

  deinit {
    unsafe losers.deallocate()
  }

  /// Replaces the winner with its next event.
  @inline(__always)
  mutating func replaceWinner(with entry: Entry) {
    var best = entry
    var place = (count + Int(entry.side)) >> 1
    while place > 0 {
      let other = unsafe losers[place]
      let isLost = other.key < best.key
      unsafe losers[place] = isLost ? best : other
      best = isLost ? other : best
      place >>= 1
    }
    winner = best
  }
}
