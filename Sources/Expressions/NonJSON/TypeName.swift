/// A type as a value: the result of `type(x)`, and the meaning of the names of types.
///
/// A type has no parameters here. As in CEL, all lists are of one type.
enum TypeName: String, Sendable, Hashable, CaseIterable {
  case null = "null_type"
  case bool, int, double, string, list, map, type
  case timestamp = "google.protobuf.Timestamp"
  case duration = "google.protobuf.Duration"
  case optional = "optional_type"
  // No value is of these types. A comparison with them is false.
  case uint, bytes
}

extension TypeName {
  /// The type of values of a kind.
  init(_ kind: RuntimeKind) {
    switch kind {
    case .null: self = .null
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .list: self = .list
    case .map: self = .map
    case .type: self = .type
    case .timestamp: self = .timestamp
    case .duration: self = .duration
    case .optional: self = .optional
    }
  }
}
