import Values

extension Value {
  /// `container[index]`.
  static func element(of container: Value, at index: Value) throws(EvaluationFailure) -> Value {
    switch (container, index) {
    case (.object(let object), .string(let key)):
      guard let value = object[key] else { throw .noSuchKey(key) }
      return value
    case (.array(let elements), .int(let index)):
      guard let index = Int(exactly: index), elements.indices.contains(index) else {
        throw .indexOutOfRange("\(index)", count: elements.count)
      }
      return elements[index]
    case (.array(let elements), .double(let index)):
      // A double that is whole is as good as an int.
      guard let exact = Int(exactly: index), elements.indices.contains(exact) else {
        throw .indexOutOfRange(index.text, count: elements.count)
      }
      return elements[exact]
    case (.array, _): throw .mismatch(found: index.kind, expectation: "the index of a list, an int")
    case (.object, _):
      throw .mismatch(found: index.kind, expectation: "the key of a map, a string")
    default: throw .mismatch(found: container.kind, expectation: "a list or a map before '['")
    }
  }

  /// `element in container`.
  static func isMember(_ element: Value, of container: Value) throws(EvaluationFailure) -> Bool {
    switch container {
    case .array(let elements): return elements.contains { areEqual($0, element) }
    case .object(let object):
      // Keys are strings: nothing else is in a map.
      guard case .string(let key) = element else { return false }
      return object[key] != nil
    default: throw .mismatch(found: container.kind, expectation: "a list or a map behind 'in'")
    }
  }
}
