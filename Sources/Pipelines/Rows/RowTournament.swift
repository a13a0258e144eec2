/// Finds which of many sources comes next: a tournament in which each plays against its neighbours, the
/// winner of which is known, so that a new time of the winner costs one match a round.
///
/// What a match gives cannot be foreseen, so that the loser is put down and the winner goes on without
/// a branch.
struct RowTournament: ~Copyable {
  /// When and in which order a source comes next.
  struct Entry: BitwiseCopyable {
    var time: Int64
    var order: UInt64
    var side: Int32

    /// Later than all: nothing comes any more.
    static func over(_ side: Int32) -> Entry { Entry(time: .max, order: .max, side: side) }

    var isOver: Bool { order == .max }

    @inline(__always)
    static func < (left: Entry, right: Entry) -> Bool {
      let (isEarlier, isSame) = (left.time < right.time, left.time == right.time)
      let isBefore = left.order < right.order
      return isEarlier || (isSame && isBefore)
    }
  }

  private let count: Int
  /// The losers of the matches; the place of a match is half those of its players.
  private let losers: UnsafeMutablePointer<Entry>
  private(set) var winner: Entry

  /// Takes what comes first of each, by their numbers.
  init(_ entries: [Entry]) {
    count = entries.count
    losers = .allocate(capacity: max(count, 1))
    winner = .over(0)
    guard count > 1 else {
      winner = entries.first ?? winner
      return
    }
    var winners = entries + entries
    for place in stride(from: count - 1, through: 1, by: -1) {
      let (left, right) = (winners[2 * place], winners[2 * place + 1])
      let isLeft = left < right
      winners[place] = isLeft ? left : right
      losers[place] = isLeft ? right : left
    }
    winner = winners[1]
  }

  deinit {
    losers.deallocate()
  }

  /// Takes in what comes next of the one that has won.
  @inline(__always)
  mutating func replaceWinner(with entry: Entry) {
    var best = entry
    var place = (count + Int(entry.side)) >> 1
    while place > 0 {
      let other = losers[place]
      let isLost = other < best
      losers[place] = isLost ? best : other
      best = isLost ? other : best
      place >>= 1
    }
    winner = best
  }
}
