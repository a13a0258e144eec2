/// The lines that two texts have in common, and the lines that only one of them has.
///
/// The shortest difference is found by Myers' method, whose cost grows with the number of
/// differences. If there are too many, all lines between the first and the last difference count as
/// replaced.
struct LineDifference {
  /// Lines of the old text, and the lines that replace them. Either may be empty.
  struct Change: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The maximum number of lines that are added and removed, up to which the shortest difference is
  /// found.
  private static let limit = 1000

  private(set) var changes: [Change] = []

  init(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) {
    // Equal lines have equal numbers, which are quick to compare.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    let left = old.map(number)
    let right = new.map(number)
    let lead = zip(left, right).prefix { $0 == $1 }.count
    let tail = zip(left.dropFirst(lead).reversed(), right.dropFirst(lead).reversed())
      .prefix { $0 == $1 }.count
    let (oldEnd, newEnd) = (left.count - tail, right.count - tail)
    guard lead < oldEnd || lead < newEnd else { return }
    let (a, b) = (Array(left[lead..<oldEnd]), Array(right[lead..<newEnd]))
    if let found = Self.changes(from: a, to: b) {
      changes = found.map {
        Change(
          old: $0.old.lowerBound + lead..<$0.old.upperBound + lead,
          new: $0.new.lowerBound + lead..<$0.new.upperBound + lead)
      }
    } else {
      changes = [Change(old: lead..<oldEnd, new: lead..<newEnd)]
    }
  }

  /// Returns the shortest difference; nil if it is too long.
  private static func changes(from old: [Int], to new: [Int]) -> [Change]? {
    // For each number of edits, the line of the old text that each diagonal has reached.
    var reached: [[Int]] = []
    for count in 0...min(limit, old.count + new.count) {
      var row = [Int](repeating: -1, count: 2 * count + 1)
      for diagonal in stride(from: -count, through: count, by: 2) {
        var x = reached.last.map { furthest(on: diagonal, after: count - 1, $0).x } ?? 0
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        row[diagonal + count] = x
        let y = x - diagonal
        if x >= old.count, y >= new.count {
          reached.append(row)
          return path(reached, old.count, new.count)
        }
      }
      reached.append(row)
    }
    return nil
  }

  /// Returns the line of the old text that a diagonal reaches with one more edit, and whether that
  /// inserts a line.
  private static func furthest(
    on diagonal: Int, after count: Int, _ row: [Int]
  ) -> (x: Int, inserts: Bool) {
    func value(_ diagonal: Int) -> Int { abs(diagonal) <= count ? row[diagonal + count] : -1 }
    let (below, above) = (value(diagonal - 1), value(diagonal + 1))
    let inserts = diagonal == -(count + 1) || diagonal != count + 1 && below < above
    return (inserts ? above : below + 1, inserts)
  }

  /// Follows the path back from the ends of both texts.
  private static func path(_ reached: [[Int]], _ oldCount: Int, _ newCount: Int) -> [Change] {
    var changes: [Change] = []
    var (x, y) = (oldCount, newCount)
    for count in stride(from: reached.count - 1, to: 0, by: -1) {
      let diagonal = x - y
      let (start, inserts) = furthest(on: diagonal, after: count - 1, reached[count - 1])
      let oldX = inserts ? start : start - 1
      let oldY = oldX - (inserts ? diagonal + 1 : diagonal - 1)
      let change =
        inserts
        ? Change(old: oldX..<oldX, new: oldY..<oldY + 1)
        : Change(old: oldX..<oldX + 1, new: oldY..<oldY)
      if let next = changes.last, next.old.lowerBound == change.old.upperBound,
        next.new.lowerBound == change.new.upperBound
      {
        changes[changes.count - 1] = Change(
          old: change.old.lowerBound..<next.old.upperBound,
          new: change.new.lowerBound..<next.new.upperBound)
      } else {
        changes.append(change)
      }
      (x, y) = (oldX, oldY)
    }
    return changes.reversed()
  }
}
