extension EventQueue {
  /// What the heap is made of: when, and whose turn it is.
  struct Entry {
    var due: Int64
    var order: UInt64
    var booking: Booking

    /// Without a branch that depends on the values: which of two entries is earlier cannot be
    /// foreseen, and a wrong guess costs more than the comparison.
    @inline(__always)
    static func < (left: Entry, right: Entry) -> Bool {
      left.key < right.key
    }

    @inline(__always)
    private var key: Int128 { Int128(due) << 64 | Int128(order) }
  }
}

/// A heap in which each entry has up to four children, none of them earlier than it.
extension EventQueue.Entry {
  typealias Heap = UnsafeMutableBufferPointer<Self>

  static func siftUp(_ entry: Self, from start: Int, to top: Int, in heap: Heap) {
    var index = start
    while index > top {
      let parent = (index - 1) >> 2
      guard parent >= top, entry < heap[parent] else { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = entry
  }

  /// Puts an entry where it belongs, at `start` or below, and says where that is.
  @discardableResult
  static func siftDown(_ entry: Self, from start: Int, in heap: Heap) -> Int {
    var index = start
    while let least = leastChild(of: index, in: heap), heap[least] < entry {
      heap[index] = heap[least]
      index = least
    }
    heap[index] = entry
    return index
  }

  @inline(__always)
  private static func leastChild(of index: Int, in heap: Heap) -> Int? {
    let first = index << 2 + 1
    guard first + 3 < heap.count else {
      guard first < heap.count else { return nil }
      var least = first
      for child in first..<heap.count where heap[child] < heap[least] { least = child }
      return least
    }
    // Two pairs, then the better of each.
    let left = first + (heap[first + 1] < heap[first] ? 1 : 0)
    let right = first + 2 + (heap[first + 3] < heap[first + 2] ? 1 : 0)
    return heap[right] < heap[left] ? right : left
  }
}
