import Values

@testable import Expressions

/// A value in the form of the oracle: plain cases that share nothing with the tested code.
indirect enum Thing {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string([Unicode.Scalar])
  case list([Thing])
  case map([(key: Thing, value: Thing)])
  case type(String)
  case optional(Thing?)
  case timestamp(Timestamp)
  case duration(TimeSpan)

  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(Array(text.string.unicodeScalars))
    case .array(let elements): self = .list(elements.map { Thing($0) })
    case .object(let object):
      self = .map(
        object.members.map { (.string(Array($0.key.string.unicodeScalars)), Thing($0.value)) })
    }
  }

  init(_ text: String) { self = .string(Array(text.unicodeScalars)) }

  /// The value that it becomes outside an expression; nil if JSON has no such value.
  var emitted: Value? {
    switch self {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .int(let number): return .int(number)
    case .double(let number):
      guard number.isFinite else { return nil }
      return .double(number)
    case .string: return .string(Text(string ?? ""))
    case .list(let elements):
      let values = elements.map(\.emitted)
      return values.contains { $0 == nil } ? nil : .array(values.compactMap { $0 })
    case .map(let entries):
      var members: [Member] = []
      for entry in entries {
        guard let key = entry.key.string ?? entry.key.keyText, let value = entry.value.emitted,
          !members.contains(where: { $0.key == Text(key) })
        else { return nil }
        members.append(Member(key: Text(key), value: value))
      }
      return .object(Object(members))
    case .timestamp(let timestamp): return .string(Text(timestamp.text))
    case .duration(let duration): return .string(Text(duration.text))
    case .type, .optional: return nil
    }
  }

  var string: String? {
    guard case .string(let scalars) = self else { return nil }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private var keyText: String? {
    switch self {
    case .int(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    default: nil
    }
  }

  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  var int: Int64? { if case .int(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var list: [Thing]? { if case .list(let elements) = self { elements } else { nil } }

  var typeName: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .list: "list"
    case .map: "map"
    case .type: "type"
    case .optional: "optional_type"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    }
  }

  /// Whether two things are equal in the language.
  static func areEqual(_ left: Thing, _ right: Thing) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.string(let left), .string(let right)): return left == right
    case (.type(let left), .type(let right)): return left == right
    case (.timestamp(let left), .timestamp(let right)): return left == right
    case (.duration(let left), .duration(let right)): return left == right
    case (.optional(let left), .optional(let right)):
      guard let left, let right else { return (left == nil) == (right == nil) }
      return areEqual(left, right)
    case (.list(let left), .list(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
    case (.map(let left), .map(let right)):
      return left.count == right.count
        && left.allSatisfy { entry in
          right.contains { areEqual($0.key, entry.key) && areEqual($0.value, entry.value) }
        }
    default:
      guard let left = left.number, let right = right.number else { return false }
      return left == right
    }
  }

  /// Whether one comes before the other; nil if they cannot be compared.
  static func isLess(_ left: Thing, _ right: Thing) -> Bool? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return left < right
    case (.string(let left), .string(let right)): return left.lexicographicallyPrecedes(right)
    case (.bool(let left), .bool(let right)): return !left && right
    case (.timestamp(let left), .timestamp(let right)): return left < right
    case (.duration(let left), .duration(let right)): return left < right
    default:
      guard let left = left.number, let right = right.number else { return nil }
      return left < right
    }
  }
}
