extension EventQueue {
  /// An element of the heap: the due time, the order, and the slot of the work.
  struct Entry: BitwiseCopyable {
    var due: Int64
    var order: UInt64
    var key: SlotKey

    /// Compiles without a branch. Which of two entries is earlier is unpredictable, and a wrong
    /// prediction costs more than both comparisons.
    @inline(__always)
    static func < (left: Entry, right: Entry) -> Bool {
      let (isEarlier, isSame) = (left.due < right.due, left.due == right.due)
      let isBefore = left.order < right.order
      return isEarlier || (isSame && isBefore)
    }
  }
}

/// A heap in which each entry has up to four children, none of which is earlier.
extension EventQueue.Entry {
  typealias Heap = UnsafeMutablePointer<Self>

  func siftUp(from start: Int, to top: Int, in heap: Heap) {
    var index = start
    while index > top {
      let parent = (index - 1) >> 2
      guard parent >= top, unsafe self < heap[parent] else { break }
      unsafe heap[index] = unsafe heap[parent]
      index = parent
    }
    unsafe heap[index] = self
  }

  /// Moves the entry to its position, at `start` or below, and returns the position.
  @discardableResult
  func siftDown(from start: Int, in heap: Heap, count: Int) -> Int {
    var index = start
    while true {
      let first = index << 2 &+ 1
      let least: Int
      if first &+ 3 < count {
        // Compares two pairs, and then takes the lesser of the two results. A choice between two
        // numbers would become a branch.
        let left = unsafe first &+ (heap[first &+ 1] < heap[first] ? 1 : 0)
        let right = unsafe first &+ 2 &+ (heap[first &+ 3] < heap[first &+ 2] ? 1 : 0)
        least = unsafe left &+ (right &- left) &* (heap[right] < heap[left] ? 1 : 0)
      } else if first < count {
        least = unsafe Self.least(from: first, to: count, in: heap)
      } else {
        break
      }
      guard unsafe heap[least] < self else { break }
      unsafe heap[index] = unsafe heap[least]
      index = least
    }
    unsafe heap[index] = self
    return index
  }

  @inline(__always)
  private static func least(from first: Int, to end: Int, in heap: Heap) -> Int {
    var least = first
    var child = first &+ 1
    while child < end {
      if unsafe heap[child] < heap[least] { least = child }
      child &+= 1
    }
    return least
  }
}
