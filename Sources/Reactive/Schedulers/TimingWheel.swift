/// The entries that are later than those in the heap of an event queue, sorted only as far as
/// needed.
///
/// A hierarchical timing wheel: a due time is a number of eleven digits in base 64, and each level
/// has a slot for each value of one digit. An entry is on the level of the highest digit that
/// differs from the `base`, the start of the slot that was opened last. The first slot of the
/// lowest level in use therefore contains the earliest entries. If there are many of these, they
/// are distributed to the levels below. An entry moves at most once for each level, and rarely more
/// than three times.
///
/// Slots are chains of small blocks, so that entries are read and written sequentially: with a
/// million entries, the cost depends on the memory accesses and not on the operations.
struct TimingWheel: ~Copyable {
  typealias Entry = EventQueue.Entry

  private static let digitBits = 6
  private static let levelCount = 11
  private static let slotCount = levelCount << digitBits
  /// The capacity of a block in entries.
  private static let blockSize = 16
  private static let none: Int32 = -1

  struct Slot {
    /// The block that is being filled; all later blocks of the chain are full.
    var block = none
    var count: Int32 = 0
  }

  /// The number of entries, including cancelled ones.
  private(set) var count = 0
  private var base: UInt64 = 0
  /// The slots of all levels, starting with the lowest; empty before the first use.
  private var slots = UncheckedArray<Slot>()
  /// A bit for each slot of each level, set if it is not empty.
  private var usedSlots = UncheckedArray<UInt64>()
  /// A bit for each level, set if it is not empty.
  private var usedLevels: UInt16 = 0

  private var entries = UncheckedArray<Entry>()
  /// The next block of each block, in a chain or in the free list.
  private var following = UncheckedArray<Int32>()
  private var freeBlock = none

  /// Restarts at the earliest time that will be added. The wheel must be empty.
  mutating func start(at due: Int64) {
    assert(count == 0)
    base = Self.key(due)
    guard slots.isEmpty else { return }
    for _ in 0..<Self.slotCount { slots.append(Slot()) }
    for _ in 0..<Self.levelCount { usedSlots.append(0) }
  }

  /// The earliest time that may be added.
  var start: Int64 { Self.due(base) }

  /// Adds an entry that is due at the start or later.
  @inline(__always)
  mutating func add(_ entry: Entry) {
    let key = Self.key(entry.due)
    assert(key >= base)
    let level = (63 &- (key ^ base | 1).leadingZeroBitCount) / Self.digitBits
    let digit = Int(truncatingIfNeeded: key &>> UInt64(level &* Self.digitBits)) & 63
    let number = level &<< Self.digitBits | digit
    var slot = slots[number]
    let place = Int(slot.count) & (Self.blockSize - 1)
    if place == 0 { slot.block = takeBlock(before: slot.block) }
    entries[Int(slot.block) * Self.blockSize + place] = entry
    slot.count &+= 1
    slots[number] = slot
    usedSlots[level] |= 1 &<< UInt64(digit)
    usedLevels |= 1 &<< UInt16(level)
    count &+= 1
  }

  /// Appends the earliest entries to an array, in no particular order, and returns the time up to
  /// which all are included. More than `limit` entries are moved only if all are due at one time.
  mutating func moveFirst(atMost limit: Int, to array: inout UncheckedArray<Entry>) -> Int64 {
    while true {
      let level = usedLevels.trailingZeroBitCount
      let digit = usedSlots[level].trailingZeroBitCount
      let shift = UInt64(level * Self.digitBits)
      // Bits above 64 are dropped, as they should be: the highest level has only four bits.
      let above = ((base >> shift) >> UInt64(Self.digitBits)) << UInt64(Self.digitBits)
      base = (above | UInt64(digit)) << shift
      var slot = takeSlot(level, digit)
      if level == 0 || Int(slot.count) <= limit {
        move(&slot, to: &array)
        return Self.due(base | ((1 << shift) &- 1))
      }
      while let part = firstBlock(of: slot) {
        for place in part { add(entries[place]) }
        dropBlock(of: &slot)
      }
    }
  }

  mutating func removeAll() {
    var removed = UncheckedArray<Entry>()
    moveAll(to: &removed)
  }

  mutating func removeCancelled(_ table: borrowing EventQueue.SlotTable) {
    var all = UncheckedArray<Entry>()
    moveAll(to: &all)
    for index in 0..<all.count where table.isCurrent(all[index].key) { add(all[index]) }
  }

  /// Appends all entries to an array, in no particular order, without removing them.
  func copyAll(to array: inout UncheckedArray<Entry>) {
    for number in 0..<slots.count {
      var (block, count) = (Int(slots[number].block), Int(slots[number].count))
      while count > 0 {
        let size = (count - 1) % Self.blockSize + 1
        for place in 0..<size { array.append(entries[block * Self.blockSize + place]) }
        count -= size
        block = Int(following[block])
      }
    }
  }

  private mutating func moveAll(to array: inout UncheckedArray<Entry>) {
    for level in 0..<usedSlots.count {
      while usedSlots[level] != 0 {
        var slot = takeSlot(level, usedSlots[level].trailingZeroBitCount)
        move(&slot, to: &array)
      }
    }
  }

  private mutating func takeSlot(_ level: Int, _ digit: Int) -> Slot {
    let number = level << Self.digitBits | digit
    let slot = slots[number]
    slots[number] = Slot()
    usedSlots[level] &= ~(1 << UInt64(digit))
    if usedSlots[level] == 0 { usedLevels &= ~(1 << UInt16(level)) }
    count -= Int(slot.count)
    return slot
  }

  /// Moves the entries of a slot to an array.
  private mutating func move(_ slot: inout Slot, to array: inout UncheckedArray<Entry>) {
    while let part = firstBlock(of: slot) {
      for place in part { array.append(entries[place]) }
      dropBlock(of: &slot)
    }
  }

  /// Returns the range of the entries in the first block of a slot; nil if the slot is empty.
  private func firstBlock(of slot: Slot) -> Range<Int>? {
    guard slot.count > 0 else { return nil }
    let first = Int(slot.block) * Self.blockSize
    return first..<first + (Int(slot.count) - 1) % Self.blockSize + 1
  }

  /// Frees the first block of a slot, whose entries have been read.
  private mutating func dropBlock(of slot: inout Slot) {
    let block = Int(slot.block)
    slot.count -= (slot.count - 1) % Int32(Self.blockSize) + 1
    slot.block = following[block]
    following[block] = freeBlock
    freeBlock = Int32(block)
  }

  /// Returns an empty block, placed at the front of a chain.
  private mutating func takeBlock(before next: Int32) -> Int32 {
    var block = freeBlock
    if block == Self.none {
      block = Int32(following.count)
      following.append(next)
      entries.append(count: Self.blockSize)
    } else {
      freeBlock = following[Int(block)]
      following[Int(block)] = next
    }
    return block
  }

  /// Converts a due time to an unsigned number with the same order.
  @inline(__always)
  private static func key(_ due: Int64) -> UInt64 { UInt64(bitPattern: due) ^ (1 << 63) }

  @inline(__always)
  private static func due(_ key: UInt64) -> Int64 { Int64(bitPattern: key ^ (1 << 63)) }
}
