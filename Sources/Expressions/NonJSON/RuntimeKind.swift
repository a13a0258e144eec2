import Values

/// The kind of a value at run time, including the kinds that JSON does not have.
@usableFromInline
enum RuntimeKind: Sendable, Hashable {
  case null, bool, int, double, string, list, map
  case type, optional, timestamp, duration

  /// The name of the kind with its article.
  var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int: "an int"
    case .double: "a double"
    case .string: "a string"
    case .list: "a list"
    case .map: "a map"
    case .type: "a type"
    case .optional: "an optional"
    case .timestamp: "a timestamp"
    case .duration: "a duration"
    }
  }
}

extension Value {
  /// The kind of the value at run time.
  var runtimeKind: RuntimeKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .array: .list
    case .object(let object): object.special?.kind ?? .map
    }
  }
}

extension [RuntimeKind] {
  var phrase: String { isEmpty ? "nothing" : map(\.phrase).joined(separator: " and ") }
}
