/// One key of an object and what it holds.
public struct Member: Sendable, Hashable {
  public var key: Text
  public var value: Value

  public init(key: Text, value: Value) {
    self.key = key
    self.value = value
  }
}

/// A JSON object that keeps the order of its keys. Equality does not depend on that order.
///
/// It is one reference wide: its values stand behind one another in one piece of memory, and before
/// them stands its shape, which has the keys. Objects that are alike share the shape.
public struct Object: Sendable {
  /// The shape, then the values; nothing at all if there are no members.
  private(set) var slots: [Slot]

  enum Slot: Sendable {
    case shape(ObjectShape)
    case value(Value)
  }

  /// Takes members whose keys are distinct; of equal keys the first is found.
  public init(_ members: [Member]) {
    self.init(shape: ObjectShape(members.map(\.key)), members.map(\.value))
  }

  /// Takes as many values as the shape has keys, in their order.
  package init(shape: ObjectShape, _ values: [Value]) {
    precondition(shape.keys.count == values.count, "an object has a value for each key")
    slots = []
    if values.isEmpty { return }
    slots.reserveCapacity(values.count + 1)
    slots.append(.shape(shape))
    for value in values { slots.append(.value(value)) }
  }

  /// Takes a shape with the values behind it.
  init(slots: [Slot]) {
    self.slots = slots
  }

  /// Whether both objects have the same keys in the same order, as far as that is known without looking
  /// at these.
  package func hasShape(of other: Object) -> Bool { shape === other.shape }

  /// How many bytes the keys have together.
  package var keySize: Int { shape?.keySize ?? 0 }

  /// Makes an object without members that carries something which is not JSON.
  ///
  /// To everybody who does not ask for the cargo it is `{}`. Whoever makes such an object sees to
  /// it that none gets to where values are written or compared as JSON.
  package init(carrying cargo: any ObjectCargo) {
    slots = [.shape(ObjectShape([], index: nil, cargo: cargo))]
  }

  /// What an object made by `init(carrying:)` carries.
  package var cargo: (any ObjectCargo)? { shape?.cargo }

  package var shape: ObjectShape? {
    guard case .shape(let shape)? = slots.first else { return nil }
    return shape
  }

  public var count: Int { max(slots.count - 1, 0) }
  public var isEmpty: Bool { slots.count <= 1 }

  /// The keys in their order.
  public var keys: [Text] { shape?.keys ?? [] }

  /// The value of the key at a position.
  public subscript(position: Int) -> Value {
    guard case .value(let value) = slots[position + 1] else {
      preconditionFailure("behind the shape of an object stand values")
    }
    return value
  }

  /// The members in their order, in an array that is made when it is asked for.
  public var members: [Member] {
    keys.enumerated().map { Member(key: $1, value: self[$0]) }
  }

  public subscript(key: Text) -> Value? {
    guard let position = shape?.position(of: key) else { return nil }
    return self[position]
  }

  /// The position of a key among `keys`.
  public func position(of key: Text) -> Int? { shape?.position(of: key) }

  /// The object with other values for its keys.
  package func mapValues(_ transform: (Value) -> Value) -> Object {
    var copy = self
    for position in slots.indices {
      guard case .value(let value) = slots[position] else { continue }
      copy.slots[position] = .value(transform(value))
    }
    return copy
  }
}

extension Object: Hashable {
  public static func == (left: Object, right: Object) -> Bool {
    guard left.count == right.count else { return false }
    guard left.shape !== right.shape else {
      return (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
    for (position, key) in left.keys.enumerated() where right[key] != left[position] {
      return false
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    // The values are taken in the order of their keys' bytes, so that the order of the members has
    // no part in it.
    let keys = keys
    let order = shape?.order ?? ObjectShape.order(of: keys)
    hasher.combine(shape?.keysHash ?? ObjectShape.hash(of: keys, in: order))
    for position in order { hasher.combine(self[position]) }
  }
}

extension Value {
  /// What stands at a place that was found in an object of the same shape; nil in an object of another
  /// shape, and in what is no object.
  ///
  /// One call from another module, and nothing is retained but what it gives.
  package func member(at place: MemberPlace) -> Value? {
    guard case .object(let object) = self else { return nil }
    return object.slots.withUnsafeBufferPointer { slots in
      guard let start = slots.baseAddress, slots.count > 1, case .shape(let shape) = start.pointee,
        shape.number == place.shapeNumber, case .value(let value) = start[place.slot]
      else { return nil }
      return value
    }
  }
}

/// Where a key stands in the objects of one shape, in one word.
package struct MemberPlace: Sendable {
  package let word: Int

  /// Nowhere.
  package static let none = MemberPlace(word: -1)

  package init(word: Int) { self.word = word }

  /// A position in an object, unless nobody shares the object's shape or the position is very large:
  /// then it is nowhere.
  package init(_ position: Int, in object: Object) {
    let number = object.shape?.number ?? 0
    word = number > 0 && position < 0xFFFF ? number << 16 | position + 1 : -1
  }

  @inline(__always)
  var shapeNumber: Int { word >> 16 }
  @inline(__always)
  var slot: Int { word & 0xFFFF }
}
