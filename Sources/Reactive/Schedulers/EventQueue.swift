import Synchronization

/// The pending work, ordered by due time and then by order of scheduling.
///
/// A heap contains small entries; the work itself stays in a slot and does not move. The first
/// entry keeps its position while its work runs: most work soon runs again, and its entry is then
/// replaced in place instead of being removed and inserted. Work that is idle for now keeps its
/// slot and leaves the heap (`NextRun.parked`). Cancelled entries are skipped when they become the
/// first, and are removed together when they outnumber the others.
///
/// No method releases the last reference to work, because that could run foreign code in the middle
/// of a change. Released work is returned to the caller.
///
/// Only the entries that are due soon are in the heap, which then fits into the fastest memory and
/// has few levels. The others wait in a timing wheel.
///
/// In the steady state an event needs neither an allocation nor a reference count: work is moved
/// out of its slot to run, and then moved back.
struct EventQueue: ~Copyable {
  private(set) var heap = UncheckedArray<Entry>()
  private(set) var slots = SlotTable()
  private(set) var wheel = TimingWheel()
  /// The latest due time in the heap; later entries are in the wheel.
  private var lastInHeap = Int64.max
  /// The number of entries in the heap above which later ones move to the wheel, and the number
  /// that return from the wheel at once.
  private let limits: Limits
  /// The number of entries at which the heap is next searched for late entries.
  private var heapLimit: Int
  private var cancelledCount = 0
  /// The order of the next ticket.
  var nextOrder = Ticket.firstOrder
  /// Whether the work of the first entry is running, so that no other entry may become the first.
  private var firstIsRunning = false
  /// Distinguishes the bookings of this queue from those of others.
  let number = EventQueue.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue

  private static let lastNumber = Atomic<UInt32>(0)

  init(limits: Limits = Limits()) {
    self.limits = limits
    heapLimit = limits.heap
  }

  struct Limits: BitwiseCopyable {
    var heap = 512
    var refill = 64
  }

  /// The number of queued pieces of work.
  var count: Int { entryCount - cancelledCount }

  /// The number of stored entries, including cancelled ones that have not been removed yet.
  var entryCount: Int { heap.count + wheel.count }

  mutating func takeTicket(due: Instant) -> Ticket {
    let order = nextOrder
    nextOrder &+= 1
    return Ticket(due: due, order: order)
  }

  /// Assigns a slot to work. The work keeps the slot until it is cancelled or does not run again.
  mutating func book(_ work: consuming Work) -> Booking {
    Booking(key: slots.add(work), queue: number)
  }

  private func key(of booking: Booking) -> SlotKey {
    // In another queue the slot may be beyond the end of the table.
    precondition(booking.queue == number, "a booking of another scheduler")
    return booking.key
  }

  /// Enqueues booked work.
  mutating func enqueue(_ booking: Booking, at ticket: Ticket) {
    let key = key(of: booking)
    guard slots.isCurrent(key) else { return }
    precondition(!slots.isQueued(key), "work that is in line already")
    slots.setInLine(true, key)
    let entry = Entry(due: ticket.due.nanoseconds, order: ticket.order, key: key)
    guard entry.due <= lastInHeap else { return wheel.add(entry) }
    heap.append(entry)
    unsafe entry.siftUp(from: heap.count - 1, to: fixedCount, in: heap.base)
    if heap.count > heapLimit { moveToWheel() }
  }

  /// Ends a booking. Returns the work for the caller to release, unless it is the running work.
  mutating func remove(_ booking: Booking) -> Work? {
    let key = key(of: booking)
    guard slots.isCurrent(key) else { return nil }
    if slots.isQueued(key) { cancelledCount += 1 }
    let work = slots.remove(key)
    if cancelledCount > 64, cancelledCount > entryCount / 2 { sweep() }
    return work
  }

  /// Ends all bookings. Returns the work for the caller to release.
  mutating func removeAll() -> [Work] {
    // The entry of the running work stays in place until `endRun`, marked as cancelled.
    heap.removeAll(after: fixedCount)
    wheel.removeAll()
    cancelledCount = heap.count
    return slots.removeAll()
  }

  /// Removes all cancelled entries, except one whose work is running.
  private mutating func sweep() {
    sweepHeap()
    wheel.removeCancelled(slots)
    cancelledCount = firstIsRunning && !slots.isCurrent(heap[0].key) ? 1 : 0
  }

  private mutating func sweepHeap() {
    var end = fixedCount
    for index in fixedCount..<heap.count where slots.isCurrent(heap[index].key) {
      heap[end] = heap[index]
      end += 1
    }
    heap.removeAll(after: end)
    orderHeap()
  }

  /// The number of entries that keep their position: only the entry of the running work. No other
  /// entry is earlier.
  private var fixedCount: Int { firstIsRunning ? 1 : 0 }

  private func orderHeap() {
    for index in stride(from: (heap.count - 1) >> 2, through: fixedCount, by: -1) {
      unsafe heap[index].siftDown(from: index, in: heap.base, count: heap.count)
    }
  }
}

// MARK: - Near and far

extension EventQueue {
  /// Moves the entries that are not due before the start of the wheel from the heap to it.
  private mutating func moveToWheel() {
    if wheel.count == 0 { wheel.start(at: earliestNotRunning) }
    let start = wheel.start
    guard start > .min else { return }
    var end = fixedCount
    for index in fixedCount..<heap.count {
      if heap[index].due >= start {
        wheel.add(heap[index])
      } else {
        heap[end] = heap[index]
        end += 1
      }
    }
    heap.removeAll(after: end)
    orderHeap()
    // The earliest entries are needed soonest.
    lastInHeap = start &- 1
    heapLimit = max(limits.heap, heap.count * 2)
    if heap.isEmpty { refill() }
  }

  private var earliestNotRunning: Int64 {
    guard firstIsRunning else { return heap[0].due }
    var earliest = heap[1].due
    for index in 2..<max(2, min(heap.count, 5)) { earliest = min(earliest, heap[index].due) }
    return earliest
  }

  /// Fills the empty heap with the first entries of the wheel, if there are any.
  @inline(never)
  private mutating func refill() {
    while heap.isEmpty, wheel.count > 0 {
      lastInHeap = wheel.moveFirst(atMost: limits.refill, to: &heap)
      cancelledCount -= heap.count
      // Reading all their slots in a row lets the loads from memory overlap.
      sweepHeap()
      cancelledCount += heap.count
    }
    // One instant may have more entries than the limit of the heap. The higher limit prevents a
    // search with each further entry.
    heapLimit = max(limits.heap, heap.count * 2)
    if wheel.count == 0 { lastInHeap = .max }
  }
}

// MARK: - Running

extension EventQueue {
  /// Returns the first entry, after removing the cancelled entries before it.
  @inline(__always)
  mutating func first() -> Entry? {
    while !heap.isEmpty {
      let entry = heap[0]
      if slots.isCurrent(entry.key) { return entry }
      cancelledCount -= 1
      removeFirst()
    }
    return wheel.count == 0 ? nil : firstOfWheel()
  }

  @inline(never)
  private mutating func firstOfWheel() -> Entry? {
    refill()
    return heap.isEmpty ? nil : heap[0]
  }

  /// Moves the work of the first entry out of its slot. The entry keeps its position.
  @inline(__always)
  mutating func beginRun(_ first: Entry) -> Work {
    firstIsRunning = true
    return slots.takeOut(first.key)
  }

  /// Returns whether the running work would be the first again with `next`.
  func staysFirst(_ next: NextRun) -> Bool {
    guard firstIsRunning, next.due.nanoseconds <= lastInHeap else { return false }
    var child = 1
    while child < heap.count, child <= 4 {
      let other = heap[child]
      // A new ticket is later than all existing ones except late ones, for which the long path is
      // correct.
      let isBefore =
        other.due == next.due.nanoseconds
        ? next.order == NextRun.newOrder || other.order < next.order
        : other.due < next.due.nanoseconds
      if isBefore { return false }
      child += 1
    }
    return true
  }

  /// Returns a time before which no other work is due, while work is running.
  func nextOther() -> Instant {
    var due = lastInHeap
    for child in 1..<max(1, min(heap.count, 5)) { due = min(due, heap[child].due) }
    return Instant(nanoseconds: due)
  }

  /// Updates the entry of the work that has just run for its next run. Returns true if the entry is
  /// still the first, so that the work may continue to run.
  @inline(__always)
  mutating func continueRun(_ next: NextRun) -> Bool {
    var entry = heap[0]
    guard slots.isCurrent(entry.key), next.isQueued else { return false }
    entry.due = next.due.nanoseconds
    entry.order = next.order == NextRun.newOrder ? takeTicket(due: next.due).order : next.order
    guard entry.due <= lastInHeap else {
      removeFirst()
      wheel.add(entry)
      return false
    }
    if heap.count == 1 {
      heap[0] = entry
      return true
    }
    return unsafe entry.siftDown(from: 0, in: heap.base, count: heap.count) == 0
  }

  /// Returns the work that has just run to its slot, if it still has one and `next` needs it.
  /// Otherwise returns it to the caller.
  @inline(__always)
  mutating func endRun(_ work: consuming Work, _ key: SlotKey, _ next: NextRun) -> Work? {
    firstIsRunning = false
    guard next.isQueued, slots.isCurrent(key) else { return leave(work, key, next) }
    slots.putBack(work, key)
    return nil
  }

  private mutating func leave(
    _ work: consuming Work, _ key: SlotKey, _ next: NextRun
  ) -> Work? {
    // The entry is still the first, even if it is later than those that have arrived in the
    // meantime.
    removeFirst()
    guard slots.isCurrent(key) else {
      cancelledCount -= 1
      return work
    }
    slots.setInLine(false, key)
    if next.isParked {
      slots.putBack(work, key)
      return nil
    }
    _ = slots.remove(key)
    return work
  }

  private mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    unsafe last.siftDown(from: 0, in: heap.base, count: heap.count)
  }
}
