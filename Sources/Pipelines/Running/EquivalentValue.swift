import Values

/// A value as a key, which finds every value that CEL's `==` calls equal: 1 finds 1.0.
///
/// Only integers beyond 2^53 are told apart more finely: as doubles, by which CEL compares an int with
/// a double, several of them are equal to the same double and yet not to one another.
struct EquivalentValue: Hashable {
  /// As it first came.
  let value: Value
  private let normalized: Value

  init(_ value: Value) {
    self.value = value
    normalized = Self.normalized(value)
  }

  static func == (left: EquivalentValue, right: EquivalentValue) -> Bool {
    left.normalized == right.normalized
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(normalized)
  }

  /// The value with an int for each double that is whole.
  private static func normalized(_ value: Value) -> Value {
    switch value {
    case .double(let double):
      guard let int = Int64(exactly: double) else { return value }
      return .int(int)
    case .array(let elements):
      return .array(elements.map(normalized))
    case .object(let object):
      let members = object.members.map { Member(key: $0.key, value: normalized($0.value)) }
      return .object(Object(members))
    case .null, .bool, .int, .string:
      return value
    }
  }
}
