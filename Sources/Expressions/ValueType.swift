public import Values

/// The static type of a value: the facts about the value that are known before it is computed.
public indirect enum ValueType: Sendable, Hashable {
  /// Nothing is known.
  case dyn
  /// The type of null.
  case null
  /// The type of true and false.
  case bool
  /// The type of 64-bit integers.
  case int
  /// The type of floating-point numbers.
  case double
  /// The type of strings.
  case string
  /// The type of lists with elements of a type.
  case list(ValueType)
  /// The type of objects whose members all have the same type. Keys are strings.
  case map(ValueType)
  /// The type of maps whose keys need not be strings. It exists only inside an expression.
  case keyedMap(ValueType, ValueType)
  /// The types of times. They exist only inside an expression, and become strings in its result.
  case timestamp, duration
  /// The type of a type. It exists only inside an expression.
  case type
  /// The type of an optional. It exists only inside an expression.
  case optional(ValueType)

  /// The depth to which `of` inspects a value. Deeper values are `dyn`.
  private static let inspectedDepth = 4

  /// Returns the type of a value. If the types inside a list or an object differ, they become
  /// `dyn`.
  public static func of(_ value: Value) -> ValueType { of(value, depth: inspectedDepth) }

  private static func of(_ value: Value, depth: Int) -> ValueType {
    switch value {
    case .null: return .null
    case .bool: return .bool
    case .int: return .int
    case .double: return .double
    case .string: return .string
    case .array(let elements):
      return .list(depth == 0 ? .dyn : joined(elements) { of($0, depth: depth - 1) })
    case .object(let object):
      return .map(depth == 0 ? .dyn : joined(object.members) { of($0.value, depth: depth - 1) })
    }
  }

  /// Returns the type of all elements; `dyn` if there are none.
  private static func joined<Element>(
    _ elements: [Element], type: (Element) -> ValueType
  ) -> ValueType {
    guard let first = elements.first else { return .dyn }
    var result = type(first)
    for element in elements.dropFirst() {
      if result == .dyn { break }
      result = result.joined(with: type(element))
    }
    return result
  }

  /// Returns the narrowest type that includes the values of both types.
  package func joined(with other: ValueType) -> ValueType {
    switch (self, other) {
    case (.list(let left), .list(let right)): .list(left.joined(with: right))
    case (.map(let left), .map(let right)): .map(left.joined(with: right))
    case (.keyedMap(let leftKey, let left), .keyedMap(let rightKey, let right)):
      .keyedMap(leftKey.joined(with: rightKey), left.joined(with: right))
    case (.map(let left), .keyedMap(let key, let right)),
      (.keyedMap(let key, let left), .map(let right)):
      .keyedMap(key.joined(with: .string), left.joined(with: right))
    case (.optional(let left), .optional(let right)): .optional(left.joined(with: right))
    default: self == other ? self : .dyn
    }
  }
}

extension ValueType: CustomStringConvertible {
  /// The type in CEL notation.
  public var description: String {
    switch self {
    case .dyn: "dyn"
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .list(let element): "list(\(element))"
    case .map(let member): "map(string, \(member))"
    case .keyedMap(let key, let member): "map(\(key), \(member))"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .type: "type"
    case .optional(let wrapped): "optional_type(\(wrapped))"
    }
  }
}

extension ValueType {
  /// The type of a list's elements.
  package var element: ValueType {
    if case .list(let element) = self { element } else { .dyn }
  }

  /// Returns a type that covers the values of all given types; `dyn` for an empty list.
  package static func joined(_ types: [ValueType]) -> ValueType {
    guard let first = types.first else { return .dyn }
    return types.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}
