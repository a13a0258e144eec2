import Values

// Positions in a string count code points in the language, and bytes internally. The bytes of a
// code point never begin inside those of another one, so bytes can be searched.
extension Text {
  /// Returns the position in bytes of a code point; nil if it is beyond the end. An index equal to
  /// the number of code points is the end.
  func offset(ofCodePoint index: Int64) -> Int? {
    guard index >= 0 else { return nil }
    var left = index
    for (offset, byte) in utf8.enumerated() where byte & 0xC0 != 0x80 {
      if left == 0 { return offset }
      left -= 1
    }
    return left == 0 ? utf8.count : nil
  }

  /// Returns the number of code points before a position in bytes.
  func codePointIndex(ofOffset offset: Int) -> Int64 {
    utf8[..<offset].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// Returns the end of the code point that begins at a position in bytes.
  func end(ofCodePointAt offset: Int) -> Int {
    var end = offset + 1
    while end < utf8.count, utf8[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  subscript(range: Range<Int>) -> Text { Text(validUTF8: Array(utf8[range])) }

  func contains(_ part: Text) -> Bool { TextSearch(part).first(in: self, from: 0) != nil }
}

/// Searches strings for a part of them, in time proportional to the length of the string (Knuth,
/// Morris, Pratt).
struct TextSearch {
  private let wanted: [UInt8]
  /// For each length of a partial match, the length of the next shorter one to try if the next byte
  /// differs.
  private let fallbacks: [UInt32]

  init(_ part: Text) {
    wanted = part.utf8
    var fallbacks: [UInt32] = [0]
    var length = 0
    for byte in wanted.dropFirst() {
      while length > 0, wanted[length] != byte { length = Int(fallbacks[length - 1]) }
      if wanted[length] == byte { length += 1 }
      // A value is never too large for this.
      fallbacks.append(UInt32(truncatingIfNeeded: length))
    }
    self.fallbacks = fallbacks
  }

  /// Returns the position in bytes of the first match at or after a position.
  func first(in text: Text, from start: Int) -> Int? {
    if wanted.isEmpty { return start }
    var length = 0
    return unsafe text.utf8.withUnsafeBufferPointer { bytes in
      for position in start..<max(start, bytes.count) {
        unsafe advance(&length, by: bytes[position])
        if length == wanted.count { return position + 1 - length }
      }
      return nil
    }
  }

  /// Returns the position in bytes of the last match at or before a position.
  func last(in text: Text, upTo end: Int) -> Int? {
    if wanted.isEmpty { return end }
    var (length, found) = (0, Int?.none)
    for (position, byte) in text.utf8.enumerated() {
      if position + 1 - wanted.count > end { break }
      advance(&length, by: byte)
      if length == wanted.count {
        found = position + 1 - length
        length = Int(fallbacks[length - 1])
      }
    }
    return found
  }

  @inline(__always)
  private func advance(_ length: inout Int, by byte: UInt8) {
    while length > 0, wanted[length] != byte { length = Int(fallbacks[length - 1]) }
    if wanted[length] == byte { length += 1 }
  }
}
