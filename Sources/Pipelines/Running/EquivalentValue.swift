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
    normalized = Self.isNormal(value) ? value : Self.normalized(value)
  }

  static func == (left: EquivalentValue, right: EquivalentValue) -> Bool {
    left.normalized == right.normalized
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(normalized)
  }

  /// Whether no double in a value is whole: then it is its own key, and nothing is copied.
  private static func isNormal(_ value: Value) -> Bool {
    switch value {
    case .double(let double): Int64(exactly: double) == nil
    case .array(let elements): elements.allSatisfy(isNormal)
    case .object(let object): (0..<object.count).allSatisfy { isNormal(object[$0]) }
    case .null, .bool, .int, .string: true
    }
  }

  /// The value with an int for each double that is whole.
  private static func normalized(_ value: Value) -> Value {
    switch value {
    case .double(let double): Int64(exactly: double).map { .int($0) } ?? value
    case .array(let elements): .array(elements.map(normalized))
    case .object(let object): .object(object.mapValues(normalized))
    case .null, .bool, .int, .string: value
    }
  }
}
