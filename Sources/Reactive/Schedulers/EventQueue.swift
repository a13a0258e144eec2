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
/// In the steady state an event costs no allocation and no reference count: work is moved out of its
/// slot to run, and moved back.
struct EventQueue: ~Copyable {
  private var heap = UncheckedArray<Entry>()
  private var slots = SlotTable()
  private var cancelledCount = 0
  private var nextOrder: UInt64 = 1
  /// Whether the work of the first entry is running, so that nothing may take its place.
  private var firstIsRunning = false

  /// How many pieces of work are in line.
  var count: Int { heap.count - cancelledCount }

  /// How many entries take up room, with those that are cancelled and not swept out yet.
  var entryCount: Int { heap.count }

  mutating func takeTicket(due: Instant) -> Ticket {
    let order = nextOrder
    nextOrder &+= 1
    return Ticket(due: due, order: order)
  }

  /// Gives work a slot, which it keeps until it is cancelled or does not want to run again.
  mutating func book(_ work: consuming Work) -> Booking {
    slots.add(work)
  }

  /// Puts booked work in line.
  mutating func enqueue(_ booking: Booking, at ticket: Ticket) {
    guard slots.isCurrent(booking) else { return }
    precondition(!slots.isInLine(booking), "work that is in line already")
    slots.setInLine(true, booking)
    let entry = Entry(due: ticket.due.nanoseconds, order: ticket.order, booking: booking)
    heap.append(entry)
    entry.siftUp(from: heap.count - 1, to: firstIsRunning ? 1 : 0, in: heap.base)
  }

  /// Ends a booking. Gives back the work for the caller to release, unless it is the work that runs.
  mutating func remove(_ booking: Booking) -> Work? {
    guard slots.isCurrent(booking) else { return nil }
    if slots.isInLine(booking) { cancelledCount += 1 }
    let work = slots.remove(booking)
    if cancelledCount > 64, cancelledCount > heap.count / 2 { sweep() }
    return work
  }

  /// Ends all bookings. Gives back the work for the caller to release.
  mutating func removeAll() -> [Work] {
    // What is running stands where it stood until `endRun`, cancelled.
    heap.removeAll(after: firstIsRunning ? 1 : 0)
    cancelledCount = heap.count
    return slots.removeAll()
  }

  /// Takes all cancelled entries out, but for one whose work is running.
  private mutating func sweep() {
    let kept = firstIsRunning ? 1 : 0
    var end = kept
    for index in kept..<heap.count where slots.isCurrent(heap[index].booking) {
      heap[end] = heap[index]
      end += 1
    }
    heap.removeAll(after: end)
    cancelledCount = kept == 1 && !slots.isCurrent(heap[0].booking) ? 1 : 0
    // The running entry stands still: it is no later than any other.
    for index in stride(from: (end - 1) >> 2, through: kept, by: -1) {
      heap[index].siftDown(from: index, in: heap.base, count: end)
    }
  }
}

// MARK: - Running

extension EventQueue {
  /// The first entry in line, after cancelled ones before it are gone.
  @inline(__always)
  mutating func first() -> Entry? {
    while !heap.isEmpty {
      let entry = heap[0]
      if slots.isCurrent(entry.booking) { return entry }
      cancelledCount -= 1
      removeFirst()
    }
    return nil
  }

  /// Takes the work of the first entry out of its slot. The entry keeps its place.
  @inline(__always)
  mutating func beginRun(_ first: Entry) -> Work {
    firstIsRunning = true
    return slots.takeOut(first.booking)
  }

  /// Whether the work that runs would be first in line again with `next`.
  func staysFirst(_ next: NextRun) -> Bool {
    guard firstIsRunning else { return false }
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

  /// Moves the entry of the work that ran to where it wants to run next. True if that is the first
  /// place again, so that it may go on running.
  @inline(__always)
  mutating func continueRun(_ next: NextRun) -> Bool {
    var entry = heap[0]
    guard slots.isCurrent(entry.booking), next.isInLine else { return false }
    entry.due = next.due.nanoseconds
    entry.order = next.order == NextRun.newOrder ? takeTicket(due: next.due).order : next.order
    if heap.count == 1 {
      heap[0] = entry
      return true
    }
    return entry.siftDown(from: 0, in: heap.base, count: heap.count) == 0
  }

  /// Puts the work that ran back into its slot, if it still has one and `next` wants it. Gives it
  /// back otherwise.
  @inline(__always)
  mutating func endRun(_ work: consuming Work, _ booking: Booking, _ next: NextRun) -> Work? {
    firstIsRunning = false
    guard next.isInLine, slots.isCurrent(booking) else { return leave(work, booking, next) }
    slots.putBack(work, booking)
    return nil
  }

  private mutating func leave(
    _ work: consuming Work, _ booking: Booking, _ next: NextRun
  ) -> Work? {
    // The entry stands in front still, also if it is later than what came meanwhile.
    removeFirst()
    guard slots.isCurrent(booking) else {
      cancelledCount -= 1
      return work
    }
    slots.setInLine(false, booking)
    if next.isParked {
      slots.putBack(work, booking)
      return nil
    }
    _ = slots.remove(booking)
    return work
  }

  private mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    last.siftDown(from: 0, in: heap.base, count: heap.count)
  }
}
