/// A queue in a ring buffer. Appending at the end and removing from the front take the same time at
/// any length.
@usableFromInline
package struct Ring<Element> {
  @usableFromInline var storage: [Element?] = []
  @usableFromInline var head = 0
  @usableFromInline package var count = 0

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable package var first: Element? { isEmpty ? nil : storage[head] }

  /// The element at a position, counted from the front.
  @inlinable
  package subscript(position: Int) -> Element {
    get {
      guard let element = storage[(head + position) & (storage.count - 1)] else {
        preconditionFailure("a position beyond the end of a ring")
      }
      return element
    }
    set { storage[(head + position) & (storage.count - 1)] = newValue }
  }

  @inlinable
  package mutating func append(_ element: Element) {
    if count == storage.count { grow() }
    storage[(head + count) & (storage.count - 1)] = element
    count += 1
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[head].take()
    head = (head + 1) & (storage.count - 1)
    count -= 1
    return element
  }

  /// Takes the element at a position out, and leaves a gap that only `popFirst` removes.
  @inlinable
  package mutating func take(_ position: Int) -> Element? {
    storage[(head + position) & (storage.count - 1)].take()
  }

  /// Empties the ring. Returns its old contents, which the caller releases after the change,
  /// because that may run foreign code.
  @inlinable
  mutating func removeAll() -> Ring {
    let all = self
    self = Ring()
    return all
  }

  /// Doubles the ring, so that a mask finds each position. The array moves its elements instead of
  /// copying them.
  @inlinable
  mutating func grow() {
    let old = storage.count
    storage.append(contentsOf: repeatElement(nil, count: max(4, old)))
    // Elements that had wrapped around move to the positions after the old end.
    for place in 0..<head { storage[old + place] = storage[place].take() }
  }
}

extension Ring {
  /// The elements, from the front.
  @usableFromInline package var elements: [Element] {
    (0..<count).compactMap { storage[(head + $0) & (storage.count - 1)] }
  }
}

extension Ring: Codable where Element: Codable {
  @usableFromInline
  package init(from decoder: any Decoder) throws {
    for element in try [Element](from: decoder) { append(element) }
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}
