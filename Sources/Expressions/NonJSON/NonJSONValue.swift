import Values

/// A value that CEL has and JSON does not: a type, an optional, a timestamp, a duration, or a map
/// with keys that are not strings.
///
/// It is represented by an object without members that carries it. So `Value` stays JSON for all
/// other code, and computing with JSON costs nothing extra: an operator, a field or an index checks
/// for it only where it would fail otherwise, or where an object turns out to be empty. It never
/// leaves an expression: if the checker has found that the expression can create such a value,
/// `Emission` converts it to JSON or rejects it.
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
  /// Creates a value that JSON does not have.
  static func special(_ content: NonJSONValue.Content) -> Value {
    .object(Object(carrying: NonJSONValue(content)))
  }

  static func optional(_ value: Value?) -> Value { special(.optional(value)) }

  /// The content of a value that JSON does not have; nil for any other value.
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

  /// Compares for equality in the sense of CEL: values of one kind with equal contents are equal.
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
