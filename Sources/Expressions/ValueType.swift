public import Values

/// What is known of a value before it is there.
public indirect enum ValueType: Sendable, Hashable {
  /// Nothing is known.
  case dyn
  case null, bool, int, double, string
  case list(ValueType)
  /// An object, all of whose members are of one type. Keys are strings.
  case map(ValueType)

  /// How deep into a value `of` looks; what lies below is `dyn`.
  private static let inspectedDepth = 4

  /// Finds the type of a value; what differs inside a list or an object becomes `dyn`.
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

  /// Finds the type that holds all elements; `dyn` for none.
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

  /// Finds the narrowest type that holds the values of both.
  public func joined(with other: ValueType) -> ValueType {
    switch (self, other) {
    case (.list(let left), .list(let right)): .list(left.joined(with: right))
    case (.map(let left), .map(let right)): .map(left.joined(with: right))
    default: self == other ? self : .dyn
    }
  }
}

extension ValueType {
  var isNumber: Bool { self == .int || self == .double }
  var isDyn: Bool { self == .dyn }

  /// Whether a value of the type can be used where this one is wanted.
  func accepts(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.dyn, _), (_, .dyn): true
    case (.list(let left), .list(let right)), (.map(let left), .map(let right)):
      left.accepts(right)
    default: self == other
    }
  }

  /// Whether a value is of the type, as far as its kind goes; elements are not looked at.
  func admits(_ kind: Value.Kind) -> Bool {
    switch self {
    case .dyn: true
    case .null: kind == .null
    case .bool: kind == .bool
    case .int: kind == .int
    case .double: kind == .double
    case .string: kind == .string
    case .list: kind == .array
    case .map: kind == .object
    }
  }

  /// The type with its article: "an int".
  var phrase: String {
    switch self {
    case .dyn: "a value of any type"
    case .null: "null"
    case .int: "an int"
    default: "a \(self)"
    }
  }
}

extension ValueType: CustomStringConvertible {
  /// The type as CEL writes it.
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
    }
  }
}
