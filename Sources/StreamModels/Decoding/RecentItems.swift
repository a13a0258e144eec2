/// The texts of the most recently read items of a stream.
///
/// Long streams are written by programs: from one item to the next, only the value differs, or the
/// value and one of a few operator lists. The same text has the same meaning, so it is compared
/// instead of being read again.
struct RecentItems {
  private static let limit = 4

  /// The shape of the last item; nil if it cannot be reused for the next one.
  var shape: ItemShape?
  /// The texts of the most recent operator lists, the latest first.
  private var lists: [(range: Range<Int>, number: UInt32)] = []

  /// Returns the number of the first list for whose text `matches` returns true, and makes that
  /// list the latest.
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

/// An item without its value: the text before and after the value, and the meaning of that text.
struct ItemShape {
  /// The range from the opening brace to the value.
  private(set) var beginning: Range<Int>
  /// The range from the end of the value to the end of the closing brace.
  private(set) var end: Range<Int>
  /// The keys in the beginning, including that of the value.
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

  /// Creates an item with the number of a list without operators.
  init(list: UInt32) {
    self.list = list
  }
}
