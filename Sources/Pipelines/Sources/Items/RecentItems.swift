/// How the items of a stream read last are spelt.
///
/// Long streams are written by programs: all that differs from one item to the next is the value, or
/// the value and one of a few operator lists. What is spelt as before means what it meant before, and
/// is compared instead of being read again.
struct RecentItems {
  private static let limit = 4

  /// The item read last, if the next one may have the same shape.
  var shape: ItemShape?
  /// The texts of the operator lists read last, the latest first.
  private var lists: [(range: Range<Int>, number: UInt32)] = []

  /// The number of the first list for whose text `matches` is true; it becomes the latest.
  mutating func number(where matches: (Range<Int>) -> Bool) -> UInt32? {
    for index in lists.indices where matches(lists[index].range) {
      let number = lists[index].number
      if index > 0 { lists.swapAt(0, index) }
      return number
    }
    return nil
  }

  mutating func insert(_ range: Range<Int>, number: UInt32) {
    if lists.count == Self.limit { lists.removeLast() }
    lists.insert((range, number), at: 0)
  }
}

/// An item apart from its value: the text before it and the text behind it, and what they say.
struct ItemShape {
  /// From its bracket to its value.
  private(set) var beginning: Range<Int>
  /// From behind its value to behind its bracket.
  private(set) var end: Range<Int>
  /// The keys in the beginning, that of the value included.
  private(set) var seen = KeySet()
  private(set) var listInBeginning: UInt32 = 0
  private(set) var list: UInt32 = 0

  init(start: Int) {
    beginning = start..<start
    end = start..<start
  }

  mutating func reachValue(at offset: Int, seen: KeySet, list: UInt32) {
    beginning = beginning.lowerBound..<offset
    self.seen = seen
    listInBeginning = list
  }

  mutating func leaveValue(at offset: Int) {
    end = offset..<offset
  }

  mutating func finish(at offset: Int, list: UInt32) {
    end = end.lowerBound..<offset
    self.list = list
  }
}

/// An item that is being read.
struct ItemDraft<Element> {
  var value: Element?
  var list: UInt32
  var seen = KeySet()
  var annotations = Annotations()

  /// An item that has the list of no operators so far.
  init(list: UInt32) {
    self.list = list
  }
}
