import Platform

extension ByteBuffer {
  /// Rewrites everything that was written from a position on, with the unprintable scalars beyond
  /// ASCII, and DEL, as JSON escapes. Compact JSON has already escaped all other unprintable
  /// scalars, and stays JSON with the same value.
  package mutating func escapeUnprintable(from start: Int) {
    guard let place = unprintable(from: start) else { return }
    let rest = unsafe withUnsafeBytes { unsafe String(decoding: $0[place...], as: UTF8.self) }
    truncate(to: place)
    append(Array(rest.escaping { $0.isUnprintable && $0.value >= 0x7F }.utf8))
  }

  /// Returns the place of the first scalar to escape. ASCII is skipped eight bytes at a time. At
  /// the end, the last bytes are read together with bytes before them.
  private func unprintable(from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      var place = start
      let lastWord = bytes.count &- 8
      while place < bytes.count {
        if lastWord >= start, unsafe Self.isPlain(bytes, at: Swift.min(place, lastWord)) {
          place &+= 8
          continue
        }
        let (scalar, length) = unsafe Self.scalar(bytes, at: place)
        if scalar >= 0x7F, Unicode.Scalar(scalar)?.isUnprintable == true { return place }
        place &+= length
      }
      return nil
    }
  }

  /// Whether eight bytes are ASCII without DEL.
  @inline(__always)
  private static func isPlain(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    // Adding one to DEL sets the bit that non-ASCII bytes already have.
    return (word | (word &+ ones)) & (ones &* 0x80) == 0
  }

  /// Returns the scalar at a place in valid UTF-8, and its length. If the scalar is cut off,
  /// returns only its first byte.
  @inline(__always)
  private static func scalar(_ bytes: UnsafeRawBufferPointer, at place: Int) -> (UInt32, Int) {
    let first = unsafe UInt32(bytes[place])
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length > 1, place &+ length <= bytes.count else { return (first < 0x80 ? first : 0, 1) }
    var scalar = first & (0x7F &>> UInt32(length))
    for next in 1..<length {
      let byte = unsafe bytes[place &+ next]
      scalar = scalar &<< 6 | UInt32(byte & 0x3F)
    }
    return (scalar, length)
  }
}
