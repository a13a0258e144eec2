extension ByteBuffer {
  /// Writes a string in quotes, with only the escapes that JSON requires.
  package mutating func appendJSON(_ text: Text) {
    unsafe text.utf8.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return append("\"\"") }
      unsafe appendString(start, count: bytes.count)
    }
  }

  /// Writes valid UTF-8 as a string in quotes.
  private mutating func appendString(_ bytes: UnsafePointer<UInt8>, count size: Int) {
    if size <= 16, unsafe appendShortString(bytes, count: size) { return }
    let end = unsafe escapeFree(bytes, from: 0, to: size)
    if end == size {
      unsafe write(atMost: size + 2) { target in
        unsafe target[0] = .quote
        unsafe (target + 1).update(from: bytes, count: size)
        unsafe target[size + 1] = .quote
        return size + 2
      }
      return
    }
    append(.quote)
    var done = 0
    var next = end
    while next < size {
      unsafe append(UnsafeBufferPointer(start: bytes + done, count: next - done))
      unsafe appendEscape(of: bytes[next])
      done = next + 1
      next = unsafe escapeFree(bytes, from: done, to: size)
    }
    unsafe append(UnsafeBufferPointer(start: bytes + done, count: size - done))
    append(.quote)
  }

  /// Writes up to sixteen bytes as a string, as two overlapping words. Returns false, and writes
  /// nothing, if one of them must be escaped.
  @inline(__always)
  private mutating func appendShortString(_ bytes: UnsafePointer<UInt8>, count size: Int) -> Bool {
    let isOneWord = size < 8
    let low = unsafe isOneWord ? Self.shortWord(bytes, size) : bytes.word
    let high = unsafe isOneWord ? low : (bytes + (size &- 8)).word
    if Self.needsEscape(low) || Self.needsEscape(high) { return false }
    unsafe write(atMost: 18) { target in
      let contents = unsafe UnsafeMutableRawPointer(target + 1)
      unsafe target[0] = .quote
      unsafe contents.storeBytes(of: low.littleEndian, as: UInt64.self)
      if !isOneWord {
        unsafe contents.storeBytes(
          of: high.littleEndian, toByteOffset: size &- 8, as: UInt64.self)
      }
      unsafe target[size &+ 1] = .quote
      return size &+ 2
    }
    return true
  }

  /// Returns fewer than eight bytes as a word, with the first one lowest, padded with spaces.
  @inline(__always)
  private static func shortWord(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> UInt64 {
    let spaces = (0x2020_2020_2020_2020 as UInt64) &<< UInt64(size &* 8)
    if size >= 4 {
      let start = unsafe UnsafeRawPointer(bytes)
      let first = unsafe UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
      let last = unsafe UInt32(
        littleEndian: start.loadUnaligned(fromByteOffset: size &- 4, as: UInt32.self))
      return UInt64(first) | UInt64(last) &<< UInt64((size &- 4) &* 8) | spaces
    }
    if size == 0 { return spaces }
    // If there are only one or two bytes, the middle byte and the last byte are the same.
    let (middle, end) = (size / 2, size &- 1)
    return unsafe UInt64(bytes[0]) | UInt64(bytes[middle]) &<< UInt64(middle &* 8)
      | UInt64(bytes[end]) &<< UInt64(end &* 8) | spaces
  }

  /// Whether a word contains a quote, a backslash or a control character.
  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let found =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
      | (word &- ones &* 0x20) & ~word
    return found & (ones &* 0x80) != 0
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case .quote: append("\\\"")
    case .backslash: append("\\\\")
    case .lineFeed: append("\\n")
    case .carriageReturn: append("\\r")
    case .tab: append("\\t")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    default:
      append("\\u00")
      append(.digit0 + byte >> 4)
      let low = byte & 0xF
      append(low < 10 ? .digit0 + low : UInt8(ascii: "a") + low - 10)
    }
  }

  /// Returns the position of the first byte that must be escaped, or `end`.
  @inline(__always)
  private func escapeFree(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var place = start
    while place + 8 <= end, unsafe !Self.needsEscape((bytes + place).word) { place += 8 }
    while place < end {
      let byte = unsafe bytes[place]
      if byte < .space || byte == .quote || byte == .backslash { break }
      place += 1
    }
    return place
  }
}
