/// Finds which of many sources comes next: a tournament in which each plays against its neighbours, the
/// winner of which is known, so that a new time of the winner costs one match a round.
///
/// What a match gives cannot be foreseen, so that the loser is put down and the winner goes on without
/// a branch: who comes when is one number.
@safe struct RowTournament: ~Copyable {
  /// When and in which order a source comes next, and which it is: from the highest bits to the lowest.
  struct Entry: BitwiseCopyable {
    fileprivate let key: UInt128

    /// As many sources as there can be; see `KnownStream`.
    private static let sideBits = 18

    @inline(__always)
    init(time: Int64, order: UInt64, side: Int32) {
      key = UInt128(
        _low: order << Self.sideBits | UInt64(UInt32(bitPattern: side)),
        _high: UInt64(bitPattern: time) ^ 1 << 63)
    }

    /// Later than all: nothing comes any more.
    @inline(__always)
    static func over(_ side: Int32) -> Entry { Entry(time: .max, order: .max, side: side) }

    @inline(__always)
    var side: Int32 { Int32(truncatingIfNeeded: key._low & (1 << Self.sideBits - 1)) }
  }

  private let count: Int
  /// The losers of the matches; the place of a match is half those of its players.
  private let losers: UnsafeMutablePointer<Entry>
  private(set) var winner: Entry

  /// Takes what comes first of each, by their numbers.
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

  /// Takes in what comes next of the one that has won.
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
