import Values

extension Value {
  /// `container[index]`.
  static func element(of container: Value, at index: Value) throws(EvaluationFailure) -> Value {
    switch (container, index) {
    case (.object(let object), .string(let key)):
      if let value = object[key] { return value }
      return try unusualElement(of: object, at: index)
    case (.array(let elements), .int(let index)):
      guard let index = Int(exactly: index), elements.indices.contains(index) else {
        throw .indexOutOfRange("\(index)", count: elements.count)
      }
      return elements[index]
    case (.array(let elements), .double(let index)):
      // A whole double can be used as an int.
      guard let exact = Int(exactly: index), elements.indices.contains(exact) else {
        throw .indexOutOfRange(index.text, count: elements.count)
      }
      return elements[exact]
    case (.array, _):
      throw .mismatch(found: index.runtimeKind, expectation: "the index of a list, an int")
    case (.object(let object), _): return try unusualElement(of: object, at: index)
    default:
      throw .mismatch(found: container.runtimeKind, expectation: "a list or a map before '['")
    }
  }

  /// Looks up a key in an object that has no such member, and that may not be a JSON map at all.
  @inline(never)
  static func unusualElement(
    of object: Object, at key: Value
  ) throws(EvaluationFailure) -> Value {
    switch object.special {
    case .map(let map):
      guard let value = map[key] else {
        throw .noSuchKey(key.keyPhrase, among: map.entries.map(\.key.name))
      }
      return value
    case .optional(let wrapped):
      guard let wrapped else { return .optional(nil) }
      return .optional(try find(key, in: wrapped))
    case let other?:
      throw .mismatch(found: other.kind, expectation: "a list or a map before '['")
    case nil:
      guard case .string = key else {
        throw .mismatch(found: key.runtimeKind, expectation: "the key of a map, a string")
      }
      throw .noSuchKey(key.keyPhrase, among: object.keys)
    }
  }

  /// Returns the value at an index or a key, for `container[?index]`; nil if there is none.
  static func find(
    _ index: Value, in container: Value
  ) throws(EvaluationFailure) -> Value? {
    switch (container, index) {
    case (.array(let elements), .int), (.array(let elements), .double):
      guard let position = index.wholeNumber, elements.indices.contains(position) else {
        return nil
      }
      return elements[position]
    case (.array, _):
      throw .mismatch(found: index.runtimeKind, expectation: "the index of a list, an int")
    case (.object(let object), _):
      switch object.special {
      case .map(let map): return map[index]
      case .optional(let wrapped):
        guard let wrapped else { return nil }
        return try find(index, in: wrapped)
      case let other?:
        throw .mismatch(found: other.kind, expectation: "a list or a map before '['")
      case nil:
        guard case .string(let key) = index else { return nil }
        return object[key]
      }
    default:
      throw .mismatch(found: container.runtimeKind, expectation: "a list or a map before '['")
    }
  }

  /// The number as an index, if it is a whole number.
  private var wholeNumber: Int? {
    switch self {
    case .int(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  /// `has(object.key)` for an object without such a member.
  @inline(never)
  static func unusualPresence(
    of key: Text, in object: Object
  ) throws(EvaluationFailure) -> Bool {
    switch object.special {
    case nil: return false
    case .map(let map): return map[.string(key)] != nil
    case .optional(let wrapped):
      guard let wrapped else { return false }
      guard case .object = wrapped else {
        throw .mismatch(found: wrapped.runtimeKind, expectation: "a map in 'has'")
      }
      return try find(.string(key), in: wrapped) != nil
    case let other?: throw .mismatch(found: other.kind, expectation: "a map in 'has'")
    }
  }

  /// `element in container`.
  static func isMember(
    _ element: Value, of container: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    switch container {
    case .array(let elements):
      for other in elements {
        try frame.spend(1)
        if try areEqual(other, element, &frame) { return true }
      }
      return false
    case .object(let object):
      switch object.special {
      case .map(let map): return map[element] != nil
      case let other?:
        throw .mismatch(found: other.kind, expectation: "a list or a map after 'in'")
      case nil:
        // Keys are strings. A map has no other keys.
        guard case .string(let key) = element else { return false }
        try frame.spend(on: key)
        return object[key] != nil
      }
    default:
      throw .mismatch(found: container.runtimeKind, expectation: "a list or a map after 'in'")
    }
  }
}
