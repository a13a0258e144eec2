extension ByteBuffer {
  /// Writes a string in quotes, with the escapes that JSON demands and no others.
  public mutating func appendJSON(_ text: Text) {
    unsafe text.utf8.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return append("\"\"") }
      unsafe appendString(start, count: bytes.count)
    }
  }

  /// Writes the bytes of valid UTF-8 as a string in quotes.
  private mutating func appendString(_ bytes: UnsafePointer<UInt8>, count size: Int) {
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

  /// The first byte that must be escaped, or `end`.
  @inline(__always)
  private func escapeFree(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = start
    while place + 8 <= end {
      let word = unsafe (bytes + place).word
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let found =
        (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        | (word &- ones &* 0x20) & ~word
      if found & (ones &* 0x80) != 0 { break }
      place += 8
    }
    while place < end {
      let byte = unsafe bytes[place]
      if byte < .space || byte == .quote || byte == .backslash { break }
      place += 1
    }
    return place
  }
}
