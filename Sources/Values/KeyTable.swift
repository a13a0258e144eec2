import Platform

/// The keys that an object may have. They are recognized without making a string.
///
/// A table is made once for a kind of object and then serves every object of that kind. A lookup
/// compares the first eight bytes of a key as one number and its last eight as another. Only a key
/// longer than both is compared byte by byte.
public struct KeyTable: Sendable {
  /// The keys, in order.
  public let keys: [Text]

  private let places: [Place]
  private let shift: UInt64

  private struct Place: Sendable {
    var word: UInt64 = 0
    var tail: UInt64 = 0
    var length: Int32 = -1
    var index: Int32 = -1
  }

  /// Creates a table of distinct keys. If several are equal, the first is found.
  public init(_ keys: [Text]) {
    self.keys = keys
    var bits: UInt64 = 2
    while 1 << bits < keys.count * 2 { bits += 1 }
    var places = [Place](repeating: Place(), count: 1 << Int(bits))
    for (index, key) in keys.enumerated() {
      let word = KeyTable.word(key.utf8.prefix(8))
      var place = KeyTable.place(of: word, length: key.utf8.count, shift: 64 - bits)
      while places[place].index >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Place(
        word: word, tail: key.utf8.count > 8 ? KeyTable.word(key.utf8.suffix(8)) : word,
        length: Int32(key.utf8.count), index: Int32(index))
    }
    self.places = places
    shift = 64 - bits
  }

  /// Returns the index of a key, or nil if it is not in the table.
  public func index(of key: Text) -> Int? {
    // Seven bytes are added because eight are read at once.
    unsafe (key.utf8 + [0, 0, 0, 0, 0, 0, 0, 0]).withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe index(of: $0, count: key.utf8.count) }
    }
  }

  /// Returns the index of the key made of `count` bytes, which must be followed by eight readable
  /// bytes.
  @inline(__always)
  func index(of bytes: UnsafePointer<UInt8>, count: Int) -> Int? {
    let word =
      unsafe count >= 8
      ? bytes.word : bytes.word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    let tail = unsafe count > 8 ? (bytes + (count &- 8)).word : word
    let mask = places.count &- 1
    var place = KeyTable.place(of: word, length: count, shift: shift)
    while true {
      let candidate = places[place]
      if candidate.index < 0 { return nil }
      if candidate.word == word, candidate.tail == tail, Int(candidate.length) == count,
        unsafe count <= 16 || isEqual(keys[Int(candidate.index)], to: bytes, count: count)
      {
        return Int(candidate.index)
      }
      place = (place &+ 1) & mask
    }
  }

  @inline(never)
  private func isEqual(_ key: Text, to bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    unsafe key.utf8.withUnsafeBufferPointer { key in
      unsafe key.baseAddress.map { unsafe Memory.areEqual($0, bytes, count: count) } ?? (count == 0)
    }
  }

  @inline(__always)
  private static func place(of word: UInt64, length: Int, shift: UInt64) -> Int {
    let mixed = (word ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> shift)
  }

  /// Returns up to eight bytes as one number, with the first one lowest.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The result of reading a key of an object.
public enum KeyMatch: Sendable, Hashable {
  /// The key at this index of the table.
  case known(Int)
  /// A key that is not in the table.
  case unknown(Text)
  /// The object has no further key, and is closed.
  case end
}
