import Values

/// A value that the language has and JSON has not: a type, an optional, a timestamp, a duration, or
/// a map with keys that are no strings.
///
/// It travels as an object without members that carries it. So `Value` stays JSON for everybody
/// else, and nothing is paid where JSON is computed with: an operator, a field or an index looks
/// for it only where it would fail, or where an object turns out to be empty. It never leaves an
/// expression: `Emission` turns it into JSON or refuses it, if the checker finds that the
/// expression can make one.
final class NonJSONValue: ObjectExtension {
  let content: Content

  enum Content: Sendable {
    case type(TypeName)
    case optional(Value?)
    case map(KeyedMap)
    case timestamp(Timestamp)
    case duration(TimeSpan)
  }

  init(_ content: Content) {
    self.content = content
  }
}

extension Value {
  /// Makes a value that JSON has not.
  static func special(_ content: NonJSONValue.Content) -> Value {
    .object(Object(carrying: NonJSONValue(content)))
  }

  static func optional(_ value: Value?) -> Value { special(.optional(value)) }

  /// What the value is, if JSON has not such a value.
  var special: NonJSONValue.Content? {
    guard case .object(let object) = self else { return nil }
    return object.special
  }
}

extension Object {
  var special: NonJSONValue.Content? {
    guard let objectExtension, let special = objectExtension as? NonJSONValue else { return nil }
    return special.content
  }
}

extension NonJSONValue.Content {
  var kind: RuntimeKind {
    switch self {
    case .type: .type
    case .optional: .optional
    case .map: .map
    case .timestamp: .timestamp
    case .duration: .duration
    }
  }

  /// Equality of the language: two specials of one kind with equal contents.
  static func areEqual(
    _ left: Self, _ right: Self, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    switch (left, right) {
    case (.type(let left), .type(let right)): return left == right
    case (.timestamp(let left), .timestamp(let right)): return left == right
    case (.duration(let left), .duration(let right)): return left == right
    case (.optional(let left), .optional(let right)):
      guard let left, let right else { return (left == nil) == (right == nil) }
      return try Value.areEqual(left, right, &frame)
    case (.map(let left), .map(let right)):
      guard left.entries.count == right.entries.count else { return false }
      for entry in left.entries {
        try frame.spend(1)
        guard let other = right[entry.key], try Value.areEqual(entry.value, other, &frame) else {
          return false
        }
      }
      return true
    default: return false
    }
  }
}
