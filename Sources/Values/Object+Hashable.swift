extension Object: Hashable {
  public static func == (left: Object, right: Object) -> Bool {
    left.equals(right) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    hash(into: &hasher) { $0.hash(into: &$1) }
  }

  /// Whether both objects have the same keys, in any order, with equal values.
  package func equals(_ other: Object, _ areEqual: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    if hasShape(of: other) { return (0..<count).allSatisfy { areEqual(self[$0], other[$0]) } }
    for (position, key) in keys.enumerated() {
      guard let value = other[key], areEqual(self[position], value) else { return false }
    }
    return true
  }

  /// Hashes the keys and the values, in byte order of the keys, so that the order of the members
  /// does not matter.
  package func hash(into hasher: inout Hasher, _ hash: (Value, inout Hasher) -> Void) {
    let keys = keys
    let order = shape?.order ?? ObjectShape.order(of: keys)
    hasher.combine(shape?.keysHash ?? ObjectShape.hash(of: keys, in: order))
    for position in order { hash(self[position], &hasher) }
  }
}
