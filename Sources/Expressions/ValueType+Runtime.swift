import Values

extension ValueType {
  var isNumber: Bool { self == .int || self == .double }
  var isDyn: Bool { self == .dyn }
  /// The type of a number of seconds beside an operand of this type.
  var ofSeconds: ValueType { isDyn ? .dyn : .double }

  /// Returns whether a value of another type can be used where this one is expected.
  func accepts(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.dyn, _), (_, .dyn): true
    case (.list(let left), .list(let right)), (.map(let left), .map(let right)),
      (.optional(let left), .optional(let right)):
      left.accepts(right)
    case (.map(let left), .keyedMap(_, let right)): left.accepts(right)
    default: self == other
    }
  }

  /// Returns whether a value of a kind can be of the type. Elements are not inspected.
  func admits(_ kind: RuntimeKind) -> Bool {
    switch self {
    case .dyn: true
    case .null: kind == .null
    case .bool: kind == .bool
    case .int: kind == .int
    case .double: kind == .double
    case .string: kind == .string
    case .list: kind == .list
    case .map, .keyedMap: kind == .map
    case .timestamp: kind == .timestamp
    case .duration: kind == .duration
    case .type: kind == .type
    case .optional: kind == .optional
    }
  }

  /// The type with its article: "an int".
  var phrase: String {
    switch self {
    case .dyn: "a value of any type"
    case .null: "null"
    case .int: "an int"
    case .optional(.dyn): "an optional"
    case .optional(let wrapped): "an optional of \(wrapped.phrase)"
    default: "a \(self)"
    }
  }

  /// The type of the value after it has left an expression; nil if it never can.
  var emitted: ValueType? {
    switch self {
    case .dyn, .null, .bool, .int, .double, .string: self
    case .timestamp, .duration: .string
    case .list(let element): .list(element.emitted ?? .dyn)
    case .map(let member): .map(member.emitted ?? .dyn)
    case .keyedMap(_, let member): .map(member.emitted ?? .dyn)
    case .optional, .type: nil
    }
  }

  /// The type of the value inside an optional, or the type itself if it is not an optional.
  var unwrapped: ValueType {
    if case .optional(let wrapped) = self { wrapped } else { self }
  }

  /// The type of a list's elements.
  var elements: ValueType {
    if case .list(let element) = self { element } else { .dyn }
  }
}
