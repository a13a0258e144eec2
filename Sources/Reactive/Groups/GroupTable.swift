extension Publishers {
  /// Finds the number of a key's group by the hash of the key.
  ///
  /// Groups and their keys are in a separate array, in the order in which the keys first arrived.
  /// An entry takes eight bytes, the half of the hash that it contains avoids most comparisons of
  /// keys, and the table grows without reading a key again. `Dictionary` would take three times the
  /// memory, and would hash every key again whenever it grows.
  @usableFromInline
  struct GroupTable {
    /// The upper half of a hash, above the number of a group, counted from 1; 0 for an empty entry.
    /// Groups with the same home position follow one another.
    @usableFromInline var places: [UInt64] = Array(repeating: 0, count: 8)
    @usableFromInline var count = 0

    @inlinable
    init() {}

    /// Returns the number of the group that has the given hash and for whose number `isRight`
    /// returns true.
    @inlinable
    func number(hash: Int, where isRight: (Int) -> Bool) -> Int? {
      // This is a copy, because comparing keys may run foreign code, which may end the run.
      let places = places
      let mark = Self.mark(hash)
      let mask = places.count &- 1
      var place = Self.place(mark, mask)
      while places[place] != 0 {
        let found = places[place]
        let number = Int(truncatingIfNeeded: found & Self.numbers) &- 1
        if found & ~Self.numbers == mark, isRight(number) { return number }
        place = (place &+ 1) & mask
      }
      return nil
    }

    /// Adds the next group. Its number is the number of groups before it.
    @inlinable
    mutating func append(hash: Int) {
      insert(hash: hash, number: count)
    }

    /// Adds a group with a number that no other group has.
    @inlinable
    mutating func insert(hash: Int, number: Int) {
      count += 1
      precondition(number + 1 < Self.numbers, "too many groups")
      if count > places.count / 4 * 3 { grow() }
      Self.add(Self.mark(hash) | UInt64(number + 1), to: &places)
    }

    /// Removes a group. The groups after it move up, so that no gap ends a search too early.
    @usableFromInline
    mutating func remove(hash: Int, number: Int) {
      let mask = places.count &- 1
      let wanted = Self.mark(hash) | UInt64(number + 1)
      var gap = Self.place(wanted, mask)
      while places[gap] != wanted {
        guard places[gap] != 0 else { return }
        gap = (gap &+ 1) & mask
      }
      var place = (gap &+ 1) & mask
      while places[place] != 0 {
        let distance = (place &- Self.place(places[place], mask)) & mask
        if distance >= (place &- gap) & mask {
          places[gap] = places[place]
          gap = place
        }
        place = (place &+ 1) & mask
      }
      places[gap] = 0
      count -= 1
    }

    @inlinable @inline(never)
    mutating func grow() {
      var larger = [UInt64](repeating: 0, count: places.count * 2)
      for found in places where found != 0 { Self.add(found, to: &larger) }
      places = larger
    }

    @inlinable
    static func add(_ found: UInt64, to places: inout [UInt64]) {
      let mask = places.count &- 1
      var place = Self.place(found, mask)
      while places[place] != 0 { place = (place &+ 1) & mask }
      places[place] = found
    }

    @inlinable static var numbers: UInt64 { 0xFFFF_FFFF }

    /// The part of a hash that an entry contains. Its bits are mixed again, because some hashes use
    /// few of them.
    @inlinable
    static func mark(_ hash: Int) -> UInt64 {
      (UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15) & ~numbers
    }

    @inlinable
    static func place(_ found: UInt64, _ mask: Int) -> Int {
      Int(truncatingIfNeeded: found &>> 32) & mask
    }
  }
}
