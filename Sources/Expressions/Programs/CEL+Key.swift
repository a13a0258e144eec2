public import Values

extension CEL {
  /// A value as a key. It equals every value that is equal to it by CEL's `==`: 1 is the same key
  /// as 1.0.
  public struct Key: Hashable {
    /// The value in the form in which it first arrived.
    public let value: Value
    private let whole: Value

    /// Creates the key of a value.
    public init(_ value: Value) {
      self.value = value
      whole = value.withWholeDoublesAsInts
    }

    public static func == (left: Key, right: Key) -> Bool { left.whole == right.whole }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(whole)
    }
  }
}

extension Value {
  /// The value with ints in place of the doubles that are equal to ints. The recursion is as deep
  /// as the value, which is bounded by the limits on the depth of values.
  fileprivate var withWholeDoublesAsInts: Value {
    switch self {
    case .double(let double): Int64(exactly: double).map(Value.int) ?? self
    case .array(let elements): .array(elements.map(\.withWholeDoublesAsInts))
    case .object(let object):
      .object(
        Object(
          object.members.map { Member(key: $0.key, value: $0.value.withWholeDoublesAsInts) }))
    case .null, .bool, .int, .string: self
    }
  }
}
