/// One key of an object and what it holds.
public struct Member: Sendable, Hashable {
  /// The key.
  public var key: Text
  /// The value.
  public var value: Value

  /// Creates a member of an object.
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

  // Arrays of a length that is known are made in one go: objects of few members are made by the million.

  /// Takes a shape of one key, and its value.
  package init(shape: ObjectShape, _ value: Value) {
    slots = [.shape(shape), .value(value)]
  }

  /// Takes a shape of two keys, and their values.
  package init(shape: ObjectShape, _ first: Value, _ second: Value) {
    slots = [.shape(shape), .value(first), .value(second)]
  }

  /// Takes a shape of three keys, and their values.
  package init(shape: ObjectShape, _ first: Value, _ second: Value, _ third: Value) {
    slots = [.shape(shape), .value(first), .value(second), .value(third)]
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

  /// How many bytes the keys and the strings of the values have together; nil if there is a container
  /// among the values, or a double that is infinite or no number.
  package var plainSize: Int? {
    unsafe slots.withUnsafeBufferPointer { slots in
      guard case .shape(let shape)? = unsafe slots.first else { return nil }
      var size = shape.keySize
      for position in 1..<slots.count {
        guard case .value(let value) = unsafe slots[position] else { return nil }
        switch value {
        case .null, .bool, .int: break
        case .double(let double): if !double.isFinite { return nil }
        case .string(let text): size += text.utf8.count
        case .array, .object: return nil
        }
      }
      return size
    }
  }

  /// Makes an object without members that carries something which is not JSON.
  ///
  /// To everybody who does not ask for the extension it is `{}`. Whoever makes such an object sees to
  /// it that none gets to where values are written or compared as JSON.
  package init(carrying objectExtension: any ObjectExtension) {
    slots = [.shape(ObjectShape([], index: nil, objectExtension: objectExtension))]
  }

  /// What an object made by `init(carrying:)` carries.
  package var objectExtension: (any ObjectExtension)? { shape?.objectExtension }

  package var shape: ObjectShape? {
    guard case .shape(let shape)? = slots.first else { return nil }
    return shape
  }

  /// How many members the object has.
  public var count: Int { max(slots.count - 1, 0) }
  /// Whether the object has no members.
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

  /// The value of a key.
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

extension Object {
  /// Has the slots changed.
  @inline(__always)
  mutating func changeSlots(
    _ change: (UnsafeMutableBufferPointer<Slot>) -> Void
  ) -> Refilling {
    let memory = unsafe slots.withUnsafeBufferPointer { $0.baseAddress }
    return unsafe slots.withUnsafeMutableBufferPointer { slots in
      unsafe change(slots)
      return unsafe slots.baseAddress.map { unsafe UnsafePointer($0) } == memory ? .done : .copied
    }
  }

  enum Refilling {
    /// The memory is that which the object had.
    case done
    /// Somebody else has the object that was there; this one got other memory.
    case copied
    case impossible
  }

  /// Takes in a shape, unless it is the one it has, and the values behind the first of some slots, if there
  /// are as many of them as the object has; they are then moved out.
  @inline(__always)
  mutating func refill(
    _ shape: ObjectShape?, with source: UnsafeMutableBufferPointer<Slot>
  ) -> Refilling {
    guard slots.count == source.count, let first = source.baseAddress else { return .impossible }
    let memory = unsafe slots.withUnsafeBufferPointer { $0.baseAddress }
    return unsafe slots.withUnsafeMutableBufferPointer { slots in
      guard let target = slots.baseAddress else { return .impossible }
      if let shape { unsafe target.pointee = .shape(shape) }
      for position in 1..<slots.count {
        unsafe (target + position).replace(with: (first + position).move())
      }
      return unsafe UnsafePointer(target) == memory ? .done : .copied
    }
  }
}

extension UnsafeMutablePointer<Object.Slot> {
  /// Puts something in the place of another value.
  @inline(__always)
  func replace(with slot: consuming Object.Slot) {
    switch unsafe pointee {
    case .value(.null), .value(.bool), .value(.int), .value(.double):
      // There is nothing to let go of.
      unsafe initialize(to: slot)
    default: unsafe pointee = slot
    }
  }

  @inline(__always)
  func put(_ value: consuming Value) { unsafe replace(with: .value(value)) }
}

extension Value {
  /// What stands at a place that was found in an object of the same shape; nil in an object of another
  /// shape, and in what is no object.
  ///
  /// One call from another module, and nothing is retained but what it gives.
  package func member(at place: MemberPlace) -> Value? {
    guard case .object(let object) = self else { return nil }
    return unsafe object.slots.withUnsafeBufferPointer { slots in
      guard let start = slots.baseAddress, slots.count > 1,
        case .shape(let shape) = unsafe start.pointee,
        shape.number == place.shapeNumber, case .value(let value) = unsafe start[place.slot]
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
