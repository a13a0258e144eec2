/// All that is pending, ordered by due time and then by order of scheduling.
///
/// A 4-ary heap of small keys; the work itself stays in a slot and does not move. The first entry
/// keeps its place while its work runs: most work wants to run again soon, and is then replaced
/// where it stands instead of being taken out and put back. Cancelled entries are passed over when
/// they come to the front, and swept out when they outnumber the others.
///
/// No method releases the last reference to work: that could run foreign code in the middle of a
/// change. What is let go is handed back to the caller.
struct EventQueue {
  struct Entry {
    var due: Int64
    var order: UInt64
    var slot: Int32
    var generation: UInt32

    static func < (left: Entry, right: Entry) -> Bool {
      left.due == right.due ? left.order < right.order : left.due < right.due
    }
  }

  private struct Slot {
    var work: (any ScheduledWork)?
    var generation: UInt32
  }

  private var heap: [Entry] = []
  private var slots: [Slot] = []
  private var freeSlots: [Int32] = []
  private var cancelledCount = 0
  private var nextOrder: UInt64 = 1
  /// Whether the work of the first entry is running, so that nothing may take its place.
  private var firstIsRunning = false

  /// How many pieces of work are in line.
  var count: Int { heap.count - cancelledCount }

  /// How much room is taken up, with what is cancelled and not swept out yet.
  var capacityInUse: Int { heap.count }

  mutating func takeTicket(due: Instant) -> Ticket {
    defer { nextOrder += 1 }
    return Ticket(due: due, order: nextOrder)
  }

  mutating func insert(_ work: any ScheduledWork, at ticket: Ticket) -> Booking {
    let slot = takeSlot(for: work)
    let generation = slots[Int(slot)].generation
    heap.append(
      Entry(
        due: ticket.due.nanoseconds, order: ticket.order, slot: slot, generation: generation))
    siftUp(from: heap.count - 1)
    return Booking(slot: slot, generation: generation)
  }

  /// Gives back the work that was in line, for the caller to release.
  mutating func remove(_ booking: Booking) -> (any ScheduledWork)? {
    guard slots[Int(booking.slot)].generation == booking.generation else { return nil }
    cancelledCount += 1
    let work = vacate(booking.slot)
    if cancelledCount > 64, cancelledCount > heap.count / 2 { sweep() }
    return work
  }

  /// The first entry in line, after cancelled ones before it are gone.
  mutating func first() -> Entry? {
    while let entry = heap.first {
      if isCurrent(entry) { return entry }
      cancelledCount -= 1
      removeFirst()
    }
    return nil
  }

  /// The work of the first entry, which keeps its place until `endRun`.
  mutating func beginRun() -> (any ScheduledWork)? {
    firstIsRunning = true
    return slots[Int(heap[0].slot)].work
  }

  /// Puts the work that ran back in line, or lets it go. True if it is first in line again.
  mutating func endRun(_ next: NextRun) -> Bool {
    firstIsRunning = false
    let entry = heap[0]
    guard isCurrent(entry) else {
      // It was cancelled while it ran.
      cancelledCount -= 1
      removeFirst()
      return false
    }
    guard !next.isNever else {
      _ = vacate(entry.slot)  // The caller still holds the work.
      removeFirst()
      return false
    }
    heap[0].due = next.due.nanoseconds
    if next.order == NextRun.newOrder {
      heap[0].order = nextOrder
      nextOrder += 1
    } else {
      heap[0].order = next.order
    }
    return heap.count == 1 || siftDown(from: 0) == 0
  }

  /// Gives back everything that was in line, for the caller to release.
  mutating func removeAll() -> [any ScheduledWork] {
    let works = heap.compactMap { isCurrent($0) ? vacate($0.slot) : nil }
    // What is running stands where it stood until `endRun`, cancelled.
    heap.removeLast(heap.count - (firstIsRunning ? 1 : 0))
    cancelledCount = heap.count
    return works
  }
}

// MARK: - Slots

extension EventQueue {
  private func isCurrent(_ entry: Entry) -> Bool {
    slots[Int(entry.slot)].generation == entry.generation
  }

  private mutating func takeSlot(for work: any ScheduledWork) -> Int32 {
    guard let slot = freeSlots.popLast() else {
      slots.append(Slot(work: work, generation: 0))
      return Int32(slots.count - 1)
    }
    slots[Int(slot)].work = work
    return slot
  }

  private mutating func vacate(_ slot: Int32) -> (any ScheduledWork)? {
    let work = slots[Int(slot)].work
    slots[Int(slot)].work = nil
    slots[Int(slot)].generation &+= 1
    freeSlots.append(slot)
    return work
  }
}

// MARK: - The heap

extension EventQueue {
  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown(from: 0)
  }

  private mutating func siftUp(from start: Int) {
    let top = firstIsRunning ? 1 : 0
    heap.withUnsafeMutableBufferPointer { heap in
      var index = start
      let entry = heap[index]
      while index > top {
        let parent = (index - 1) >> 2
        guard parent >= top, entry < heap[parent] else { break }
        heap[index] = heap[parent]
        index = parent
      }
      heap[index] = entry
    }
  }

  /// Moves an entry down to where it belongs, and says where that is.
  @discardableResult
  private mutating func siftDown(from start: Int) -> Int {
    heap.withUnsafeMutableBufferPointer { heap in
      var index = start
      let entry = heap[index]
      while true {
        let firstChild = index << 2 + 1
        guard firstChild < heap.count else { break }
        var least = firstChild
        var child = firstChild + 1
        let end = min(firstChild + 4, heap.count)
        while child < end {
          if heap[child] < heap[least] { least = child }
          child += 1
        }
        guard heap[least] < entry else { break }
        heap[index] = heap[least]
        index = least
      }
      heap[index] = entry
      return index
    }
  }

  /// Takes all cancelled entries out, but for one whose work is running.
  private mutating func sweep() {
    let kept = firstIsRunning ? 1 : 0
    var rest = Array(heap[..<kept])
    for entry in heap[kept...] where isCurrent(entry) { rest.append(entry) }
    cancelledCount = kept == 1 && !isCurrent(heap[0]) ? 1 : 0
    heap = rest
    // The running entry stands still: it is no later than any other.
    guard heap.count > kept else { return }
    for index in stride(from: (heap.count - 1) >> 2, through: kept, by: -1) {
      siftDown(from: index)
    }
  }
}
