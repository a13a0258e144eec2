/// A value as a key that matches every value equal to it by CEL's `==`: 1 matches 1.0.
///
/// Only integers beyond 2^53 are distinguished more precisely. CEL compares an int with a double as
/// doubles, so several ints equal the same double but do not equal one another.
package struct EquivalentValue: Hashable, Codable {
  /// The value in the form in which it first arrived.
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package static func == (left: EquivalentValue, right: EquivalentValue) -> Bool {
    switch (left.value, right.value) {
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    default: areEquivalent(left.value, right.value)
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch value {
    case .string, .int, .double: hasher.combine(quickHash)
    case .null, .bool, .array, .object: Self.hash(value, &hasher)
    }
  }

  /// A hash for tables within one process. For the most frequent keys, ints and short strings, it
  /// takes only a few steps. Equal values have the same hash.
  package var quickHash: Int {
    switch value {
    case .string(let text): return text.quickHash
    case .int(let int): return QuickHash.hash(of: UInt64(bitPattern: int))
    case .double(let double):
      let bits = Int64(exactly: double).map { UInt64(bitPattern: $0) } ?? double.bitPattern
      return QuickHash.hash(of: bits)
    case .null, .bool, .array, .object: return hashValue
    }
  }

  // The recursion is as deep as the value, whose depth is limited.

  private static func areEquivalent(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
      Int64(exactly: double) == int
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy(areEquivalent)
    case (.object(let left), .object(let right)): left.equals(right, areEquivalent)
    default: left == right
    }
  }

  /// Hashes a value. A whole double has the same hash as the int that it equals.
  private static func hash(_ value: Value, _ hasher: inout Hasher) {
    switch value {
    case .double(let double):
      if let int = Int64(exactly: double) {
        hasher.combine(int)
      } else {
        hasher.combine(double)
      }
    case .int(let int): hasher.combine(int)
    case .string(let text): hasher.combine(text)
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { hash(element, &hasher) }
    case .object(let object): object.hash(into: &hasher, hash)
    case .null, .bool: hasher.combine(value)
    }
  }
}
