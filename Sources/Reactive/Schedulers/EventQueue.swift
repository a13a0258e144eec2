import Synchronization

/// All that is pending, ordered by due time and then by order of scheduling.
///
/// A heap of small entries; the work itself stays in a slot and does not move. The first entry keeps
/// its place while its work runs: most work wants to run again soon, and is then replaced where it
/// stands instead of being taken out and put back. Work that has nothing to do for now keeps its slot
/// and leaves the heap (`NextRun.parked`). Cancelled entries are passed over when they come to the
/// front, and swept out when they outnumber the others.
///
/// No method releases the last reference to work: that could run foreign code in the middle of a
/// change. What is let go is handed back to the caller.
///
/// Of many entries only those due soon are in the heap, which then fits into the fastest memory and is
/// few levels deep; the others wait in a timing wheel.
///
/// In the steady state an event costs no allocation and no reference count: work is moved out of its
/// slot to run, and moved back.
struct EventQueue: ~Copyable {
  private(set) var heap = UncheckedArray<Entry>()
  private(set) var slots = SlotTable()
  private(set) var wheel = TimingWheel()
  /// The last time that is in the heap: what is due later is in the wheel.
  private var lastInHeap = Int64.max
  /// How many entries the heap takes before those due later go to the wheel, and how many it takes
  /// back at once.
  private let limits: Limits
  /// How many entries the heap may have until it is looked through for such.
  private var heapLimit: Int
  private var cancelledCount = 0
  /// The order of the next ticket.
  var nextOrder: UInt64 = 1
  /// Whether the work of the first entry is running, so that nothing may take its place.
  private var firstIsRunning = false
  /// Tells its bookings from those of other queues.
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

  /// How many pieces of work are in line.
  var count: Int { entryCount - cancelledCount }

  /// How many entries take up room, with those that are cancelled and not swept out yet.
  var entryCount: Int { heap.count + wheel.count }

  mutating func takeTicket(due: Instant) -> Ticket {
    let order = nextOrder
    nextOrder &+= 1
    return Ticket(due: due, order: order)
  }

  /// Gives work a slot, which it keeps until it is cancelled or does not want to run again.
  mutating func book(_ work: consuming Work) -> Booking {
    Booking(key: slots.add(work), queue: number)
  }

  private func key(of booking: Booking) -> SlotKey {
    // Its slot may be beyond the end of the table.
    precondition(booking.queue == number, "a booking of another scheduler")
    return booking.key
  }

  /// Puts booked work in line.
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

  /// Ends a booking. Gives back the work for the caller to release, unless it is the work that runs.
  mutating func remove(_ booking: Booking) -> Work? {
    let key = key(of: booking)
    guard slots.isCurrent(key) else { return nil }
    if slots.isQueued(key) { cancelledCount += 1 }
    let work = slots.remove(key)
    if cancelledCount > 64, cancelledCount > entryCount / 2 { sweep() }
    return work
  }

  /// Ends all bookings. Gives back the work for the caller to release.
  mutating func removeAll() -> [Work] {
    // What is running stands where it stood until `endRun`, cancelled.
    heap.removeAll(after: fixedCount)
    wheel.removeAll()
    cancelledCount = heap.count
    return slots.removeAll()
  }

  /// Takes all cancelled entries out, but for one whose work is running.
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

  /// How many entries keep their place: the one whose work is running. It is no later than any other.
  private var fixedCount: Int { firstIsRunning ? 1 : 0 }

  private func orderHeap() {
    for index in stride(from: (heap.count - 1) >> 2, through: fixedCount, by: -1) {
      unsafe heap[index].siftDown(from: index, in: heap.base, count: heap.count)
    }
  }
}

// MARK: - Near and far

extension EventQueue {
  /// Leaves in the heap what is due before all in the wheel.
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
    // What comes first is needed soonest.
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

  /// Fills the heap, which is empty, with what comes first in the wheel, if there is anything.
  @inline(never)
  private mutating func refill() {
    while heap.isEmpty, wheel.count > 0 {
      lastInHeap = wheel.moveFirst(atMost: limits.refill, to: &heap)
      cancelledCount -= heap.count
      // To look at all their slots in a row has the memory of one come while others are looked at.
      sweepHeap()
      cancelledCount += heap.count
    }
    // Of one instant there may be more than the heap should have: that is not looked through again
    // for each that comes.
    heapLimit = max(limits.heap, heap.count * 2)
    if wheel.count == 0 { lastInHeap = .max }
  }
}

// MARK: - Running

extension EventQueue {
  /// The first entry in line, after cancelled ones before it are gone.
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

  /// Takes the work of the first entry out of its slot. The entry keeps its place.
  @inline(__always)
  mutating func beginRun(_ first: Entry) -> Work {
    firstIsRunning = true
    return slots.takeOut(first.key)
  }

  /// Whether the work that runs would be first in line again with `next`.
  func staysFirst(_ next: NextRun) -> Bool {
    guard firstIsRunning, next.due.nanoseconds <= lastInHeap else { return false }
    var child = 1
    while child < heap.count, child <= 4 {
      let other = heap[child]
      // A new ticket comes behind all that have theirs.
      let isBefore =
        other.due == next.due.nanoseconds
        ? next.order == NextRun.newOrder || other.order < next.order
        : other.due < next.due.nanoseconds
      if isBefore { return false }
      child += 1
    }
    return true
  }

  /// When the earliest of the others is due at the soonest, while work runs.
  func nextOther() -> Instant {
    var due = lastInHeap
    for child in 1..<max(1, min(heap.count, 5)) { due = min(due, heap[child].due) }
    return Instant(nanoseconds: due)
  }

  /// Moves the entry of the work that ran to where it wants to run next. True if that is the first
  /// place again, so that it may go on running.
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

  /// Puts the work that ran back into its slot, if it still has one and `next` wants it. Gives it
  /// back otherwise.
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
    // The entry stands in front still, also if it is later than what came meanwhile.
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
