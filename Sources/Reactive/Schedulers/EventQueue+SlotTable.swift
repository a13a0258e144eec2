extension EventQueue {
  /// An object, or a closure. A closure inside an object would be retained and released around each
  /// call.
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

  /// The position of work in the table. The generation distinguishes the successive users of a
  /// slot.
  struct SlotKey: Hashable, BitwiseCopyable, Sendable {
    let slot: Int32
    let generation: UInt32
  }

  /// The storage of booked work.
  @safe struct SlotTable: ~Copyable {
    private struct Slot {
      /// The number of bookings of the slot so far, to distinguish an old booking from the current
      /// one.
      var generation: UInt32
      /// Whether the heap or the wheel contains an entry for this slot.
      var isQueued = false
      /// False while the slot is free, and while the work runs.
      var holdsWork = true
    }

    private var slots = UncheckedArray<Slot>()
    /// The work of each slot; uninitialized for a slot that contains none.
    private var works = UnsafeMutablePointer<Work>.allocate(capacity: 16)
    private var capacity = 16
    private var freeSlots = UncheckedArray<Int32>()

    deinit {
      for index in 0..<slots.count where slots[index].holdsWork {
        unsafe (works + index).deinitialize(count: 1)
      }
      unsafe works.deallocate()
    }
  }
}

extension EventQueue.SlotTable {
  typealias Work = EventQueue.Work
  typealias Key = EventQueue.SlotKey

  mutating func add(_ work: consuming Work) -> Key {
    if let free = freeSlots.popLast() {
      let index = Int(free)
      unsafe (works + index).initialize(to: work)
      slots[index].holdsWork = true
      return Key(slot: free, generation: slots[index].generation)
    }
    if slots.count == capacity { grow() }
    unsafe (works + slots.count).initialize(to: work)
    slots.append(Slot(generation: 0))
    return Key(slot: Int32(slots.count - 1), generation: 0)
  }

  @inline(__always)
  func isCurrent(_ key: Key) -> Bool {
    slots[Int(key.slot)].generation == key.generation
  }

  @inline(__always)
  func isQueued(_ key: Key) -> Bool {
    slots[Int(key.slot)].isQueued
  }

  @inline(__always)
  mutating func setInLine(_ isQueued: Bool, _ key: Key) {
    slots[Int(key.slot)].isQueued = isQueued
  }

  /// Moves work out of its slot to run it.
  @inline(__always)
  mutating func takeOut(_ key: Key) -> Work {
    let index = Int(key.slot)
    assert(slots[index].holdsWork)
    slots[index].holdsWork = false
    return unsafe (works + index).move()
  }

  /// Moves work back into its slot after it ran.
  @inline(__always)
  mutating func putBack(_ work: consuming Work, _ key: Key) {
    let index = Int(key.slot)
    assert(!slots[index].holdsWork)
    slots[index].holdsWork = true
    unsafe (works + index).initialize(to: work)
  }

  /// Frees a slot. Returns the work that it contained, if any.
  mutating func remove(_ key: Key) -> Work? {
    let index = Int(key.slot)
    let slot = slots[index]
    slots[index] = Slot(generation: slot.generation &+ 1, isQueued: false, holdsWork: false)
    freeSlots.append(key.slot)
    return unsafe slot.holdsWork ? (works + index).move() : nil
  }

  /// Frees all slots, including that of the running work. Returns the work of the others.
  mutating func removeAll() -> [Work] {
    var removed: [Work] = []
    for index in 0..<slots.count where slots[index].holdsWork || slots[index].isQueued {
      let key = Key(slot: Int32(index), generation: slots[index].generation)
      if let work = remove(key) { removed.append(work) }
    }
    return removed
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Work>.allocate(capacity: capacity * 2)
    for index in 0..<slots.count where slots[index].holdsWork {
      unsafe (larger + index).moveInitialize(from: works + index, count: 1)
    }
    unsafe works.deallocate()
    unsafe works = unsafe larger
    capacity *= 2
  }
}
