/// Values with tickets. The value with the first ticket is taken out first.
@usableFromInline
struct TicketHeap<Value> {
  @usableFromInline typealias Entry = (ticket: Ticket, value: Value)

  @usableFromInline var entries: [Entry] = []

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { entries.isEmpty }
  @inlinable var first: Ticket? { entries.first?.ticket }

  @inlinable
  mutating func insert(_ value: Value, at ticket: Ticket) {
    entries.append((ticket, value))
    var index = entries.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard entries[index].ticket < entries[parent].ticket else { return }
      entries.swapAt(index, parent)
      index = parent
    }
  }

  @inlinable
  mutating func popFirst() -> Value? {
    guard !entries.isEmpty else { return nil }
    entries.swapAt(0, entries.count - 1)
    let first = entries.removeLast()
    var index = 0
    while true {
      var least = 2 * index + 1
      guard least < entries.count else { return first.value }
      if least + 1 < entries.count, entries[least + 1].ticket < entries[least].ticket {
        least += 1
      }
      guard entries[least].ticket < entries[index].ticket else { return first.value }
      entries.swapAt(index, least)
      index = least
    }
  }

  /// Empties the heap. Returns its old contents, which the caller releases after the change.
  @inlinable
  mutating func removeAll() -> TicketHeap {
    let all = self
    self = TicketHeap()
    return all
  }
}
