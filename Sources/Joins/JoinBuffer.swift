public import Reactive

/// The times and links of a value that a join keeps. They are stored apart from the value, because
/// most reads need only them.
@usableFromInline
struct JoinMark: Codable {
  /// The instant at which the value arrived.
  @usableFromInline let instant: Instant
  /// The first instant at which it can no longer be paired.
  @usableFromInline let until: Instant
  /// The ticket with which the value is emitted without a partner; nil if it is not, or has had a
  /// partner.
  @usableFromInline var alone: Ticket?
  /// Whether the value has had a partner.
  @usableFromInline var isPaired: Bool
  /// Whether the value has left, out of order.
  @usableFromInline var hasLeft = false
  /// The numbers of the values with the same key before and after it; 0 if there is none.
  @usableFromInline var previous = 0
  @usableFromInline var next = 0

  private enum CodingKeys: CodingKey {
    case instant, until, alone, isPaired
  }

  @inlinable
  init(instant: Instant, until: Instant, alone: Ticket?, isPaired: Bool) {
    self.instant = instant
    self.until = until
    self.alone = alone
    self.isPaired = isPaired
  }
}

/// A value that a join keeps, and its key.
@usableFromInline
struct JoinItem<Key, Value> {
  @usableFromInline let key: Key
  @usableFromInline let value: Value

  @inlinable
  init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }
}

/// The values of one side of a join that can still be paired, in the order in which they arrived.
///
/// Values have numbers. Those of a key are linked by their marks, from the earliest to the latest,
/// so that a key needs no memory other than its entry in a table. Values leave in any order: one
/// that leaves early leaves a gap, and gaps are closed when they outnumber the values.
@usableFromInline
struct JoinBuffer<Key: Hashable, Value> {
  /// Whether values say when they can no longer be paired. If they do not, the earliest leaves first.
  @usableFromInline let hasOwnEnds: Bool
  @usableFromInline var marks = Ring<JoinMark>()
  @usableFromInline var items = Ring<JoinItem<Key, Value>>()
  /// The number of values, without gaps.
  @usableFromInline var count = 0
  /// The number of the first value or gap. Numbers begin with 1.
  @usableFromInline var firstNumber = 1
  /// The numbers of the first and the last value of each key; 0 for a key without values. Such a
  /// key stays in the table for a while, because most keys recur.
  @usableFromInline var chains: [Key: (first: Int, last: Int)] = [:]
  /// The number of the first value that is to be emitted alone, or of an earlier one.
  @usableFromInline var firstAlone = 1
  /// The numbers of values by `until` and by `alone`, if values say when they end.
  @usableFromInline var ends = TicketHeap<Int>()
  @usableFromInline var lonely = TicketHeap<Int>()
  /// The numbers of all values in the order of `until`, once no more arrive.
  @usableFromInline var byEnd: [Int]?

  @inlinable
  init(hasOwnEnds: Bool) {
    self.hasOwnEnds = hasOwnEnds
  }

  @inlinable var endNumber: Int { firstNumber + marks.count }

  @inlinable
  func has(_ number: Int) -> Bool {
    number >= firstNumber && !marks[number - firstNumber].hasLeft
  }

  /// The mark of a value.
  @inlinable
  subscript(number: Int) -> JoinMark {
    get { marks[number - firstNumber] }
    set { marks[number - firstNumber] = newValue }
  }

  @inlinable
  func value(_ number: Int) -> Value { items[number - firstNumber].value }

  /// The number of the first value of a key; 0 if there is none.
  @inlinable
  func first(of key: Key) -> Int { count == 0 ? 0 : chains[key]?.first ?? 0 }

  @inlinable
  mutating func append(_ item: JoinItem<Key, Value>, _ mark: JoinMark) {
    let number = endNumber
    var mark = mark
    mark.previous = Self.extend(&chains[item.key, default: (0, 0)], to: number)
    mark.next = 0
    if mark.previous != 0 { self[mark.previous].next = number }
    marks.append(mark)
    items.append(item)
    count += 1
    if hasOwnEnds { order(number, mark) }
  }

  /// Makes a value the last one of its key. Returns the number of the one before it; 0 if there is
  /// none.
  @inlinable
  static func extend(_ chain: inout (first: Int, last: Int), to number: Int) -> Int {
    let last = chain.last
    chain = (last == 0 ? number : chain.first, number)
    return last
  }

  @usableFromInline
  mutating func order(_ number: Int, _ mark: JoinMark) {
    // The end of time means never.
    if mark.until < .endOfTime {
      ends.insert(number, at: Ticket(due: mark.until, order: UInt64(number)))
    }
    if let alone = mark.alone, alone.due < .endOfTime { lonely.insert(number, at: alone) }
  }

  /// Takes a value out.
  @inlinable
  mutating func remove(_ number: Int) -> Value? {
    let mark = self[number]
    guard let item = items.take(number - firstNumber) else { return nil }
    self[number].hasLeft = true
    if mark.previous != 0 { self[mark.previous].next = mark.next }
    if mark.next != 0 { self[mark.next].previous = mark.previous }
    if mark.previous == 0 || mark.next == 0 {
      Self.shorten(&chains[item.key, default: (0, 0)], around: mark)
    }
    count -= 1
    while let first = marks.first, first.hasLeft {
      _ = (marks.popFirst(), items.popFirst())
      firstNumber += 1
    }
    return item.value
  }

  @inlinable
  static func shorten(_ chain: inout (first: Int, last: Int), around mark: JoinMark) {
    chain = (
      mark.previous == 0 ? mark.next : chain.first, mark.next == 0 ? mark.previous : chain.last
    )
  }

  /// Closes the gaps if they outnumber the values, and forgets unused keys if they outnumber the
  /// others. Values may have other numbers afterwards.
  @inlinable
  mutating func tidy() {
    if marks.count > 2 * count + 64 { closeGaps() }
    if chains.count > 2 * count + 64 { chains = chains.filter { $0.value.first != 0 } }
  }

  @usableFromInline
  mutating func closeGaps() {
    var closed = JoinBuffer(hasOwnEnds: hasOwnEnds)
    for number in numbers { closed.append(items[number - firstNumber], self[number]) }
    self = closed
  }

  /// The numbers of all values, in the order in which they arrived.
  @usableFromInline var numbers: [Int] { (firstNumber..<endNumber).filter { !self[$0].hasLeft } }
}

// MARK: - Ends

extension JoinBuffer {
  /// The number of the next value that can no longer be paired at an instant; nil if there is none.
  /// A value that is still to be emitted alone stays until then.
  @inlinable
  mutating func nextExpired(at now: Instant) -> Int? {
    guard hasOwnEnds else {
      guard let mark = marks.first, mark.until <= now, mark.alone == nil else { return nil }
      return firstNumber
    }
    while let due = ends.first?.due, due <= now, let number = ends.popFirst()?.value {
      if has(number), self[number].alone == nil { return number }
    }
    return nil
  }

  /// The ticket of the next value that is to be emitted alone, and its number; nil if there is none.
  @inlinable
  mutating func nextAlone() -> (ticket: Ticket, number: Int)? {
    guard hasOwnEnds else {
      firstAlone = max(firstAlone, firstNumber)
      while firstAlone < endNumber {
        let mark = self[firstAlone]
        if let ticket = mark.alone, !mark.hasLeft { return (ticket, firstAlone) }
        firstAlone += 1
      }
      return nil
    }
    while let entry = lonely.firstEntry, let number = entry.value {
      if has(number), self[number].alone != nil { return (entry.ticket, number) }
      _ = lonely.popFirst()
    }
    return nil
  }

  /// The instant from which no value can be paired any more, once no more arrive; nil if there is
  /// none.
  @usableFromInline
  mutating func lastUntil() -> Instant? {
    // Values whose ends are equal leave together, so their order does not matter.
    var numbers = byEnd.take() ?? numbers.sorted { self[$0].until < self[$1].until }
    while let last = numbers.last, !has(last) { numbers.removeLast() }
    byEnd = numbers
    return numbers.last.map { self[$0].until }
  }

  /// Empties the buffer. Returns its old contents, which the caller releases after the change.
  @inlinable
  mutating func removeAll() -> JoinBuffer {
    let all = self
    self = JoinBuffer(hasOwnEnds: hasOwnEnds)
    return all
  }
}

// MARK: - Saving

extension JoinItem: Codable where Key: Codable, Value: Codable {}

/// A buffer is saved as the list of its values.
extension JoinBuffer: Codable where Key: Codable, Value: Codable {
  private enum CodingKeys: CodingKey {
    case hasOwnEnds, items, marks
  }

  @usableFromInline
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(hasOwnEnds: try container.decode(Bool.self, forKey: .hasOwnEnds))
    let items = try container.decode([JoinItem<Key, Value>].self, forKey: .items)
    let marks = try container.decode([JoinMark].self, forKey: .marks)
    guard items.count == marks.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .marks, in: container, debugDescription: "as many marks as values are expected")
    }
    for (item, mark) in zip(items, marks) { append(item, mark) }
  }

  @usableFromInline
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(hasOwnEnds, forKey: .hasOwnEnds)
    try container.encode(items.elements, forKey: .items)
    try container.encode(numbers.map { self[$0] }, forKey: .marks)
  }
}
