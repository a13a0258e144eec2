import Synchronization

/// What objects with the same keys in the same order have in common: their keys, and what is found
/// out about them once.
///
/// The objects of one reader, of the rows of a table and of one place in an expression share their
/// shape. So an object keeps no keys, and whoever has found a key in one of them knows where it
/// stands in the next: two numbers are compared instead of two texts.
package final class ObjectShape: Sendable {
  package let keys: [Text]
  /// How many bytes the keys have together.
  let keySize: Int
  /// Tells a shared shape from every other one; 0 if the shape belongs to a single object.
  let number: Int
  /// How a shared shape's keys are written.
  let labels: KeyLabels?
  /// The positions of a shared shape's keys in the order in which they are hashed.
  let order: [Int]?
  /// The hash of a shared shape's keys.
  let keysHash: Int?
  /// Where keys stand, if there are too many for looking at one after the other.
  private let index: KeyIndex?
  let objectExtension: (any ObjectExtension)?

  private static let lastNumber = Atomic(0)

  /// How many keys are searched one by one: about as fast as hashing the key once.
  static let searchLimit = 16

  /// Makes the shape of one object, or of few; it costs as little as can be.
  convenience init(_ keys: [Text]) {
    self.init(
      keys, index: keys.count > Self.searchLimit ? KeyIndex(of: keys) : nil)
  }

  /// The same for keys of which there is an index already.
  init(_ keys: [Text], index: KeyIndex?, objectExtension: (any ObjectExtension)? = nil) {
    self.keys = keys
    keySize = Self.size(of: keys)
    self.index = index
    self.objectExtension = objectExtension
    (number, labels, order, keysHash) = (0, nil, nil, nil)
  }

  /// Makes a shape that many objects share. The keys are distinct.
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

  /// The positions of keys in the order of their bytes, which does not depend on theirs.
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

/// The keys of a shape as they stand in a text: `{"id":`, then `,"x":` and so on.
struct KeyLabels: Sendable {
  /// How much of a label is copied at once, and how many bytes stand behind the last one for that.
  static let step = 16

  let bytes: [UInt8]
  /// Where each label ends, and the next one begins.
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

/// Something that an object can carry in the place of members.
package protocol ObjectExtension: AnyObject, Sendable {}
