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
///
/// It is one reference wide. Up to sixteen members are searched in order; more of them get an
/// index, so that a look-up takes the same time however many there are.
public struct Object: Sendable {
  private enum Storage: Sendable {
    case few([Member])
    case many(IndexedMembers)
  }

  private let storage: Storage

  /// How many members are searched one by one: about as fast as hashing the key once.
  static let searchLimit = 16

  /// Takes members whose keys are distinct; of equal keys the first is found.
  public init(_ members: [Member]) {
    if members.count <= Object.searchLimit {
      storage = .few(members)
    } else {
      storage = .many(IndexedMembers(members, index: MemberIndex(of: members)))
    }
  }

  /// Takes members for which an index has already been made.
  init(_ members: [Member], index: MemberIndex) {
    storage = .many(IndexedMembers(members, index: index))
  }

  /// Makes an object without members that carries something which is not JSON.
  ///
  /// To everybody who does not ask for the cargo it is `{}`. Whoever makes such an object sees to
  /// it that none gets to where values are written or compared as JSON.
  package init(carrying cargo: any ObjectCargo) {
    storage = .many(IndexedMembers([], index: MemberIndex(capacity: 0), cargo: cargo))
  }

  /// What an object made by `init(carrying:)` carries.
  package var cargo: (any ObjectCargo)? {
    switch storage {
    case .few: nil
    case .many(let indexed): indexed.cargo
    }
  }

  public var members: [Member] {
    switch storage {
    case .few(let members): members
    case .many(let indexed): indexed.members
    }
  }

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }

  public subscript(key: Text) -> Value? {
    switch storage {
    case .few(let members):
      return Object.search(members, key).map { members[$0].value }
    case .many(let indexed):
      guard let position = indexed.index.position(of: key, in: indexed.members) else { return nil }
      return indexed.members[position].value
    }
  }

  @inline(__always)
  private static func search(_ members: [Member], _ key: Text) -> Int? {
    key.utf8.withUnsafeBufferPointer { name in
      guard let start = name.baseAddress else { return nil }
      return members.withUnsafeBufferPointer { members in
        for position in 0..<members.count
        where members[position].key.utf8.count == name.count
          && members[position].key.equals(start, count: name.count)
        {
          return position
        }
        return nil
      }
    }
  }

  /// What stands at a position, if it has this key there: for whoever looks up the same key in one
  /// object after another.
  ///
  /// The key that stands there is looked at through a span, which borrows it: retaining and releasing
  /// it would take longer than all the rest.
  @inline(__always)
  func value(of key: Text, at position: Int) -> Value? {
    guard case .few(let members) = storage else { return many(key, at: position) }
    return members.withUnsafeBufferPointer { members in
      key.utf8.withUnsafeBufferPointer { name in
        guard position < members.count, let first = members.baseAddress,
          let start = name.baseAddress
        else { return nil }
        let member = first + position
        let isFound = member.pointee.key.utf8.span.withUnsafeBufferPointer { key in
          guard key.count == name.count, let other = key.baseAddress else { return false }
          return other == start || equalBytes(other, start, name.count)
        }
        return isFound ? member.pointee.value : .none
      }
    }
  }

  @inline(never)
  private func many(_ key: Text, at position: Int) -> Value? {
    let members = members
    guard position < members.count, members[position].key == key else { return nil }
    return members[position].value
  }

  /// The position of a key in `members`.
  public func position(of key: Text) -> Int? {
    switch storage {
    case .few(let members): Object.search(members, key)
    case .many(let indexed): indexed.index.position(of: key, in: indexed.members)
    }
  }
}

extension Object: Hashable {
  public static func == (left: Object, right: Object) -> Bool {
    let (leftMembers, rightMembers) = (left.members, right.members)
    guard leftMembers.count == rightMembers.count else { return false }
    for (position, member) in leftMembers.enumerated() {
      // Equal objects mostly have their keys in the same order.
      let candidate = rightMembers[position]
      if candidate.key == member.key {
        if candidate.value != member.value { return false }
      } else if right[member.key] != member.value {
        return false
      }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    // Each member is hashed by itself, once, and the sum does not depend on the order.
    var combined = 0
    for member in members { combined &+= member.hashValue }
    hasher.combine(members.count)
    hasher.combine(combined)
  }
}

/// Something that an object can carry in the place of members.
package protocol ObjectCargo: AnyObject, Sendable {}

/// The members of a large object beside their index.
private final class IndexedMembers: Sendable {
  let members: [Member]
  let index: MemberIndex
  let cargo: (any ObjectCargo)?

  init(_ members: [Member], index: MemberIndex, cargo: (any ObjectCargo)? = nil) {
    self.members = members
    self.index = index
    self.cargo = cargo
  }
}

extension Value {
  /// What an object has at a position, if it has this key there; nil also for what is no object.
  ///
  /// One call from another module, and nothing is retained but what it gives.
  package func member(_ key: Text, at position: Int) -> Value? {
    guard case .object(let object) = self else { return nil }
    return object.value(of: key, at: position)
  }
}
