import Synchronization

/// The common part of objects with the same keys in the same order: the keys, and facts about them
/// that are computed once.
///
/// The objects of one reader, of the rows of a table, and of one place in an expression share their
/// shape. So an object does not store keys, and code that has found a key in one of them knows its
/// position in the next one: it compares two numbers instead of two strings.
package final class ObjectShape: Sendable {
  package let keys: [Text]
  /// The number of bytes of all keys together.
  let keySize: Int
  /// The identity of a shared shape; 0 if the shape belongs to a single object.
  let number: Int
  /// The written form of a shared shape's keys.
  let labels: KeyLabels?
  /// The positions of a shared shape's keys in hashing order.
  let order: [Int]?
  /// The hash of a shared shape's keys.
  let keysHash: Int?
  /// An index of the keys, if they are too many for a linear search.
  private let index: KeyIndex?
  let objectExtension: (any ObjectExtension)?

  private static let lastNumber = Atomic(0)

  /// The number of keys up to which a linear search is used. Such a search takes about as long as
  /// hashing the key once.
  static let searchLimit = 16

  /// Creates the shape of one object, or of a few, as cheaply as possible.
  convenience init(_ keys: [Text]) {
    self.init(
      keys, index: keys.count > Self.searchLimit ? KeyIndex(of: keys) : nil)
  }

  /// Does the same for keys with an existing index.
  init(_ keys: [Text], index: KeyIndex?, objectExtension: (any ObjectExtension)? = nil) {
    self.keys = keys
    keySize = Self.size(of: keys)
    self.index = index
    self.objectExtension = objectExtension
    (number, labels, order, keysHash) = (0, nil, nil, nil)
  }

  /// Creates a shape that many objects share. The keys are distinct.
  package init(shared keys: [Text]) {
    let order = Self.order(of: keys)
    self.keys = keys
    keySize = Self.size(of: keys)
    self.order = order
    index = keys.count > Self.searchLimit ? KeyIndex(of: keys) : nil
    objectExtension = nil
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    labels = KeyLabels(keys)
    keysHash = Self.hash(of: keys, in: order)
  }

  package func position(of key: Text) -> Int? {
    if let index { return index.position(of: key, in: keys) }
    return unsafe key.utf8.withUnsafeBufferPointer { name in
      unsafe keys.withUnsafeBufferPointer { keys in
        for position in keys.indices where unsafe keys[position].equals(name) { return position }
        return nil
      }
    }
  }

  private static func size(of keys: [Text]) -> Int {
    keys.reduce(0) { $0 + $1.utf8.count }
  }

  /// Returns the positions of keys in byte order, which does not depend on the order of `keys`.
  static func order(of keys: [Text]) -> [Int] {
    keys.indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left] < keys[right]
    }
  }

  static func hash(of keys: [Text], in order: [Int]) -> Int {
    var hasher = Hasher()
    for position in order { hasher.combine(keys[position]) }
    return hasher.finalize()
  }
}

/// The keys of a shape as they are written in text: `{"id":`, then `,"x":` and so on.
struct KeyLabels: Sendable {
  /// The number of bytes of a label that are copied at once, which is also the length of the
  /// padding after the last label.
  static let step = 16

  let bytes: [UInt8]
  /// The end of each label, where the next one begins.
  let ends: [Int]

  init(_ keys: [Text]) {
    var buffer = ByteBuffer()
    ends = keys.indices.map { position in
      buffer.append(position == 0 ? UInt8.openBrace : .comma)
      buffer.appendJSON(keys[position])
      buffer.append(.colon)
      return buffer.count
    }
    buffer.append(0, repeated: Self.step)
    bytes = buffer.bytes
  }
}

/// Something that an object can carry instead of members.
package protocol ObjectExtension: AnyObject, Sendable {}

/// Builds an object of a known shape, value by value.
package struct ObjectBuilder {
  private var slots: [Object.Slot] = []

  @inline(__always)
  package init(_ shape: ObjectShape) {
    slots.reserveCapacity(shape.keys.count + 1)
    slots.append(.shape(shape))
  }

  package mutating func append(_ value: consuming Value) { slots.append(.value(value)) }

  /// Returns the object. There must be a value for each key.
  package consuming func finish() -> Object { Object(slots: slots) }
}
