/// A key of an object and its value.
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

/// A JSON object that preserves the order of its keys. Equality does not depend on that order.
///
/// It is one reference wide: its values are stored contiguously in one piece of memory, after its
/// shape, which has the keys. Objects with the same keys in the same order share the shape.
public struct Object: Sendable {
  /// The shape, followed by the values; empty if there are no members.
  private(set) var slots: [Slot]

  enum Slot: Sendable {
    case shape(ObjectShape)
    case value(Value)
  }

  /// Creates an object of members with distinct keys. If several keys are equal, the first is
  /// found.
  public init(_ members: [Member]) {
    self.init(shape: ObjectShape(members.map(\.key)), members.map(\.value))
  }

  /// Creates an object of as many values as the shape has keys, in the same order.
  package init(shape: ObjectShape, _ values: [Value]) {
    precondition(shape.keys.count == values.count, "an object has a value for each key")
    slots = []
    if values.isEmpty { return }
    slots.reserveCapacity(values.count + 1)
    slots.append(.shape(shape))
    for value in values { slots.append(.value(value)) }
  }

  // Arrays of a known length are created in a single step, because objects with few members are
  // created by the million.

  /// Creates an object of a shape with one key, and its value.
  package init(shape: ObjectShape, _ value: Value) {
    slots = [.shape(shape), .value(value)]
  }

  /// Creates an object of a shape with two keys, and their values.
  package init(shape: ObjectShape, _ first: Value, _ second: Value) {
    slots = [.shape(shape), .value(first), .value(second)]
  }

  /// Creates an object of a shape with three keys, and their values.
  package init(shape: ObjectShape, _ first: Value, _ second: Value, _ third: Value) {
    slots = [.shape(shape), .value(first), .value(second), .value(third)]
  }

  /// Creates an object from slots: a shape followed by the values.
  init(slots: [Slot]) {
    self.slots = slots
  }

  /// Whether both objects have the same keys in the same order, as far as that is known without
  /// comparing the keys.
  package func hasShape(of other: Object) -> Bool { shape === other.shape }

  /// The number of bytes of all keys together.
  package var keySize: Int { shape?.keySize ?? 0 }

  /// The number of bytes of the keys and of the strings among the values; nil if a value is a
  /// container, an infinity or NaN.
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

  /// Creates an object without members that carries something other than JSON.
  ///
  /// Code that does not read the extension sees it as `{}`. Code that creates such an object must
  /// keep it away from places where values are written or compared as JSON.
  package init(carrying objectExtension: any ObjectExtension) {
    slots = [.shape(ObjectShape([], index: nil, objectExtension: objectExtension))]
  }

  /// The extension given to `init(carrying:)`.
  package var objectExtension: (any ObjectExtension)? { shape?.objectExtension }

  package var shape: ObjectShape? {
    guard case .shape(let shape)? = slots.first else { return nil }
    return shape
  }

  /// The number of members.
  public var count: Int { max(slots.count - 1, 0) }
  /// Whether the object has no members.
  public var isEmpty: Bool { slots.count <= 1 }

  /// The keys, in order.
  public var keys: [Text] { shape?.keys ?? [] }

  /// The value of the key at a position.
  public subscript(position: Int) -> Value {
    guard case .value(let value) = slots[position + 1] else {
      preconditionFailure("the slots after the shape of an object are values")
    }
    return value
  }

  /// The members, in order. The array is built on each access.
  public var members: [Member] {
    keys.enumerated().map { Member(key: $1, value: self[$0]) }
  }

  /// The value of a key.
  public subscript(key: Text) -> Value? {
    guard let position = shape?.position(of: key) else { return nil }
    return self[position]
  }

  /// Returns the position of a key among `keys`.
  public func position(of key: Text) -> Int? { shape?.position(of: key) }

  /// Returns the object with other values for its keys.
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
  /// Lets a closure change the slots.
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
    /// The object kept its memory.
    case done
    /// Something else refers to the old object, so this one got different memory.
    case copied
    case impossible
  }

  /// Takes over a shape, unless it is already the same, and the values after the first of some
  /// slots, which are moved out. Does nothing unless the counts are equal.
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
  /// Replaces the value with another slot.
  @inline(__always)
  func replace(with slot: consuming Object.Slot) {
    switch unsafe pointee {
    case .value(.null), .value(.bool), .value(.int), .value(.double):
      // There is nothing to release.
      unsafe initialize(to: slot)
    default: unsafe pointee = slot
    }
  }

  @inline(__always)
  func put(_ value: consuming Value) { unsafe replace(with: .value(value)) }
}

extension Value {
  /// Returns the value at a place that was found in an object of the same shape; nil for an object
  /// of a different shape, and for any other value.
  ///
  /// This is a single call from another module, and retains only its result.
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

/// The position of a key in the objects of one shape, in one word.
package struct MemberPlace: Sendable {
  package let word: Int

  /// No place. No object has a value there.
  package static let none = MemberPlace(word: -1)

  package init(word: Int) { self.word = word }

  /// Creates a place from a position in an object. It is `none` if the object's shape is not shared
  /// or if the position is very large.
  package init(_ position: Int, in object: Object) {
    let number = object.shape?.number ?? 0
    word = number > 0 && position < 0xFFFF ? number << 16 | position + 1 : -1
  }

  @inline(__always)
  var shapeNumber: Int { word >> 16 }
  @inline(__always)
  var slot: Int { word & 0xFFFF }
}
