/// The values of one side of a join that can still be paired, in the order in which they arrived.
///
/// The entries of a key are linked, from the earliest to the latest, so that keys and entries need
/// no memory other than the ring and the table.
@usableFromInline
struct JoinBuffer<Key: Hashable, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let key: Key
    @usableFromInline let value: Value
    /// The instant at which the value arrived.
    @usableFromInline let instant: Instant
    /// The ticket with which the value is emitted without a partner. It is nil in an inner join,
    /// and once the value has had a partner.
    @usableFromInline var lonely: Ticket?
    /// Whether the value has had a partner. This is recorded only where values without a partner
    /// are counted.
    @usableFromInline var isPaired: Bool
    /// The number of the next entry with the same key; 0 if there is none.
    @usableFromInline var next = 0

    @inlinable
    init(key: Key, value: Value, instant: Instant, lonely: Ticket?, isPaired: Bool = false) {
      self.key = key
      self.value = value
      self.instant = instant
      self.lonely = lonely
      self.isPaired = isPaired
    }
  }

  @usableFromInline var entries = Ring<Entry>()
  /// The number of the first entry; numbers begin with 1.
  @usableFromInline var firstNumber = 1
  /// The numbers of the first and the last entry of each key; 0 for a key without entries. Such a
  /// key stays in the table for a while, because most keys recur.
  @usableFromInline var ends: [Key: (first: Int, last: Int)] = [:]

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { entries.isEmpty }
  /// The instant of the last entry; nil if there is none.
  @inlinable var lastInstant: Instant? { isEmpty ? nil : entries[entries.count - 1].instant }
  @inlinable var endNumber: Int { firstNumber + entries.count }

  @inlinable
  subscript(number: Int) -> Entry {
    get { entries[number - firstNumber] }
    set { entries[number - firstNumber] = newValue }
  }

  @inlinable
  mutating func append(_ entry: Entry) {
    let number = endNumber
    let last = Self.extend(&ends[entry.key, default: (0, 0)], to: number)
    entries.append(entry)
    if last != 0 { self[last].next = number }
  }

  /// Makes an entry the last one of its key. Returns the number of the previous last entry; 0 if
  /// there was none.
  @inlinable
  static func extend(_ ends: inout (first: Int, last: Int), to number: Int) -> Int {
    let last = ends.last
    ends = (last == 0 ? number : ends.first, number)
    return last
  }

  @inlinable
  mutating func popFirst() -> Entry? {
    guard let entry = entries.popFirst() else { return nil }
    Self.shorten(&ends[entry.key, default: (0, 0)], to: entry.next)
    firstNumber += 1
    if ends.count > 2 * entries.count + 64 { ends = ends.filter { $0.value.first != 0 } }
    return entry
  }

  /// Makes an entry the first one of its key; 0 if there are no more.
  @inlinable
  static func shorten(_ ends: inout (first: Int, last: Int), to number: Int) {
    ends = (number, number == 0 ? 0 : ends.last)
  }

  /// The numbers of the entries of a key, the earliest first.
  @inlinable
  func numbers(of key: Key) -> [Int] {
    var numbers: [Int] = []
    var number = ends[key]?.first ?? 0
    while number != 0 {
      numbers.append(number)
      number = self[number].next
    }
    return numbers
  }

  /// Empties the buffer. Returns its old contents, which the caller releases after the change.
  @inlinable
  mutating func removeAll() -> JoinBuffer {
    let all = self
    self = JoinBuffer()
    return all
  }
}

extension JoinBuffer.Entry: Codable where Key: Codable, Value: Codable {
  private enum CodingKeys: CodingKey {
    case key, value, instant, lonely, isPaired
  }
}

/// A buffer is saved as the list of its entries.
extension JoinBuffer: Codable where Key: Codable, Value: Codable {
  @usableFromInline
  init(from decoder: any Decoder) throws {
    for entry in try [Entry](from: decoder) { append(entry) }
  }

  @usableFromInline
  func encode(to encoder: any Encoder) throws {
    try entries.elements.encode(to: encoder)
  }
}
