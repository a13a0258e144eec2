/// A hash table from keys to their positions in a list.
struct KeyIndex: Sendable {
  /// Positions of keys, plus one. Zero is a free slot. The count is a power of two.
  private var places: [UInt32]
  private var count = 0

  init(capacity: Int) {
    var size = 32
    while size < capacity * 2 { size *= 2 }
    places = [UInt32](repeating: 0, count: size)
  }

  init(of keys: [Text]) {
    self.init(capacity: keys.count)
    for position in keys.indices { _ = insert(position, of: keys) }
  }

  func position(of key: Text, in keys: [Text]) -> Int? {
    let mask = places.count - 1
    var place = key.hashValue & mask
    while places[place] != 0 {
      let position = Int(places[place]) - 1
      if keys[position] == key { return position }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Adds the key at `position`, unless an equal one already exists. Returns whether it was added.
  mutating func insert(_ position: Int, of keys: [Text]) -> Bool {
    if (count + 1) * 2 > places.count { grow(keys) }
    let key = keys[position]
    let mask = places.count - 1
    var place = key.hashValue & mask
    while places[place] != 0 {
      if keys[Int(places[place]) - 1] == key { return false }
      place = (place + 1) & mask
    }
    places[place] = UInt32(truncatingIfNeeded: position + 1)
    count += 1
    return true
  }

  private mutating func grow(_ keys: [Text]) {
    var larger = KeyIndex(capacity: places.count)
    for place in places where place != 0 { _ = larger.insert(Int(place) - 1, of: keys) }
    self = larger
  }
}
