/// A value with a ticket.
@usableFromInline
package struct TicketedValue<Value> {
  @usableFromInline package let ticket: Ticket
  @usableFromInline @Maybe package var value: Value?

  @inlinable
  package init(ticket: Ticket, value: Value?) {
    self.ticket = ticket
    self.value = value
  }

  /// The value with the instant of its ticket; nil if there is no value.
  @usableFromInline var undelivered: (due: Instant, value: Any)? {
    value.map { (due: ticket.due, value: $0) }
  }
}

extension TicketedValue: Codable where Value: Codable {}

/// Values with tickets. The value with the first ticket is taken out first.
@usableFromInline
package struct TicketHeap<Value> {
  @usableFromInline package typealias Entry = TicketedValue<Value>

  @usableFromInline var entries: [Entry] = []

  @inlinable
  package init() {}

  @inlinable package var first: Ticket? { entries.first?.ticket }
  /// The entry with the first ticket.
  @inlinable package var firstEntry: Entry? { entries.first }

  @inlinable
  package mutating func insert(_ value: Value?, at ticket: Ticket) {
    let entry = Entry(ticket: ticket, value: value)
    var gap = entries.count
    entries.append(entry)
    while gap > 0 {
      let parent = (gap - 1) / 2
      guard ticket < entries[parent].ticket else { break }
      entries[gap] = entries[parent]
      gap = parent
    }
    entries[gap] = entry
  }

  @inlinable
  package mutating func popFirst() -> Entry? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last }
    var gap = 0
    while true {
      var least = 2 * gap + 1
      if least + 1 < entries.count, entries[least + 1].ticket < entries[least].ticket {
        least += 1
      }
      guard least < entries.count, entries[least].ticket < last.ticket else { break }
      entries[gap] = entries[least]
      gap = least
    }
    entries[gap] = last
    return first
  }
}

extension TicketHeap: Codable where Value: Codable {}
