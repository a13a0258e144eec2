/// Where each key of a large object stands among its members: a hash table of positions.
struct MemberIndex: Sendable {
  /// Positions of members, plus one; zero is a free place. The count is a power of two.
  private var places: [UInt32]
  private var count = 0

  init(capacity: Int) {
    var size = 32
    while size < capacity * 2 { size *= 2 }
    places = [UInt32](repeating: 0, count: size)
  }

  init(of members: [Member]) {
    self.init(capacity: members.count)
    for position in members.indices { _ = insert(position, of: members) }
  }

  func position(of key: Text, in members: [Member]) -> Int? {
    let mask = places.count - 1
    var place = key.hashValue & mask
    while places[place] != 0 {
      let position = Int(places[place]) - 1
      if members[position].key == key { return position }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Adds the member at `position`, unless its key is there already; says whether it was added.
  mutating func insert(_ position: Int, of members: [Member]) -> Bool {
    if (count + 1) * 2 > places.count { grow(members) }
    let key = members[position].key
    let mask = places.count - 1
    var place = key.hashValue & mask
    while places[place] != 0 {
      if members[Int(places[place]) - 1].key == key { return false }
      place = (place + 1) & mask
    }
    places[place] = UInt32(truncatingIfNeeded: position + 1)
    count += 1
    return true
  }

  private mutating func grow(_ members: [Member]) {
    var larger = MemberIndex(capacity: places.count)
    for place in places where place != 0 { _ = larger.insert(Int(place) - 1, of: members) }
    self = larger
  }
}
