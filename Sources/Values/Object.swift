/// One key of an object and what it holds.
public struct Member: Sendable, Hashable {
  public var key: Text
  public var value: Value

  public init(key: Text, value: Value) {
    self.key = key
    self.value = value
  }
}

/// A JSON object that keeps the order of its keys. Equality does not depend on that order.
public struct Object: Sendable {
  public let members: [Member]

  /// Takes members whose keys are distinct; of equal keys the first is found.
  public init(_ members: [Member]) {
    self.members = members
  }

  public subscript(key: Text) -> Value? {
    members.first { $0.key == key }?.value
  }

  public var count: Int { members.count }
}

extension Object: Hashable {
  public static func == (left: Object, right: Object) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for member in members { combined ^= member.hashValue }
    hasher.combine(count)
    hasher.combine(combined)
  }
}
