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
struct EventQueue {
  /// An object, or a closure. A closure that an object held would be retained and released around
  /// each call.
  enum Work {
    case object(any ScheduledWork)
    case closure((Instant) -> NextRun)

    @inline(__always)
    func run(at instant: Instant) -> NextRun {
      switch self {
      case .object(let work): work.run(at: instant)
      case .closure(let run): run(instant)
      }
    }
  }

  private struct Slot {
    /// Nil when the slot is free, and while the work runs.
    var work: Work?
    var generation: UInt32
    /// Whether the heap has an entry for it.
    var isInLine: Bool
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

  /// How many entries take up room, with those that are cancelled and not swept out yet.
  var entryCount: Int { heap.count }

  mutating func takeTicket(due: Instant) -> Ticket {
    defer { nextOrder += 1 }
    return Ticket(due: due, order: nextOrder)
  }

  /// Gives work a slot, which it keeps until it is cancelled or does not want to run again.
  mutating func book(_ work: Work) -> Booking {
    guard let slot = freeSlots.popLast() else {
      slots.append(Slot(work: work, generation: 0, isInLine: false))
      return Booking(slot: Int32(slots.count - 1), generation: 0)
    }
    slots[Int(slot)].work = work
    return Booking(slot: slot, generation: slots[Int(slot)].generation)
  }

  /// Puts booked work in line.
  mutating func enqueue(_ booking: Booking, at ticket: Ticket) {
    guard isCurrent(booking) else { return }
    precondition(!slots[Int(booking.slot)].isInLine, "work that is in line already")
    slots[Int(booking.slot)].isInLine = true
    let entry = Entry(due: ticket.due.nanoseconds, order: ticket.order, booking: booking)
    heap.append(entry)
    let top = firstIsRunning ? 1 : 0
    heap.withUnsafeMutableBufferPointer {
      Entry.siftUp(entry, from: $0.count - 1, to: top, in: $0)
    }
  }

  /// Ends a booking. Gives back the work for the caller to release, unless it is the work that runs.
  mutating func remove(_ booking: Booking) -> Work? {
    guard isCurrent(booking) else { return nil }
    if slots[Int(booking.slot)].isInLine { cancelledCount += 1 }
    let work = vacate(booking.slot)
    if cancelledCount > 64, cancelledCount > heap.count / 2 { sweep() }
    return work
  }

  /// Ends all bookings. Gives back the work for the caller to release.
  mutating func removeAll() -> [Work] {
    var works: [Work] = []
    for slot in slots.indices where slots[slot].work != nil || slots[slot].isInLine {
      if let work = vacate(Int32(slot)) { works.append(work) }
    }
    // What is running stands where it stood until `endRun`, cancelled.
    heap.removeLast(heap.count - (firstIsRunning ? 1 : 0))
    cancelledCount = heap.count
    return works
  }
}

// MARK: - Running

extension EventQueue {
  /// The first entry in line, after cancelled ones before it are gone.
  mutating func first() -> Entry? {
    while let entry = heap.first {
      if isCurrent(entry.booking) { return entry }
      cancelledCount -= 1
      removeFirst()
    }
    return nil
  }

  /// Takes the work of the first entry out of its slot. The entry keeps its place.
  mutating func beginRun() -> Work? {
    firstIsRunning = true
    return slots[Int(heap[0].booking.slot)].work.take()
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
  mutating func continueRun(_ next: NextRun) -> Bool {
    var entry = heap[0]
    guard isCurrent(entry.booking), next.isInLine else { return false }
    entry.due = next.due.nanoseconds
    entry.order = next.order
    if next.order == NextRun.newOrder {
      entry.order = nextOrder
      nextOrder += 1
    }
    return heap.withUnsafeMutableBufferPointer { Entry.siftDown(entry, from: 0, in: $0) } == 0
  }

  /// Puts the work that ran back into its slot, if it still has one and `next` wants it. Gives it
  /// back otherwise.
  mutating func endRun(
    _ work: consuming Work, _ booking: Booking, _ next: NextRun
  ) -> Work? {
    firstIsRunning = false
    guard isCurrent(booking) else {
      // It was cancelled while it ran; its entry may be later than those that came meanwhile.
      cancelledCount -= 1
      removeFirst()
      return work
    }
    if next.isInLine {
      slots[Int(booking.slot)].work = consume work
      return nil
    }
    removeFirst()
    slots[Int(booking.slot)].isInLine = false
    if next.isParked {
      slots[Int(booking.slot)].work = consume work
      return nil
    }
    _ = vacate(booking.slot)
    return work
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    _ = heap.withUnsafeMutableBufferPointer { Entry.siftDown(last, from: 0, in: $0) }
  }
}

// MARK: - Slots

extension EventQueue {
  private func isCurrent(_ booking: Booking) -> Bool {
    slots[Int(booking.slot)].generation == booking.generation
  }

  private mutating func vacate(_ slot: Int32) -> Work? {
    let work = slots[Int(slot)].work.take()
    slots[Int(slot)].generation &+= 1
    slots[Int(slot)].isInLine = false
    freeSlots.append(slot)
    return work
  }

  /// Takes all cancelled entries out, but for one whose work is running.
  private mutating func sweep() {
    let kept = firstIsRunning ? 1 : 0
    var rest = Array(heap[..<kept])
    for entry in heap[kept...] where isCurrent(entry.booking) { rest.append(entry) }
    cancelledCount = kept == 1 && !isCurrent(heap[0].booking) ? 1 : 0
    heap = rest
    // The running entry stands still: it is no later than any other.
    heap.withUnsafeMutableBufferPointer { heap in
      for index in stride(from: (heap.count - 1) >> 2, through: kept, by: -1) {
        Entry.siftDown(heap[index], from: index, in: heap)
      }
    }
  }
}
