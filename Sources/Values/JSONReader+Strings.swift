extension JSONReader {
  /// Reads the string whose opening quote is the next byte.
  @inline(__always)
  mutating func readString() throws(ReadError) -> Text {
    let start = position &+ 1
    let end = plainEnd(from: start)
    if unsafe bytes[end] == .quote {
      position = end &+ 1
      let length = end &- start
      if length <= StringCache.valueLimit {
        return unsafe scratch.pointee.texts.text(bytes + start, length)
      }
      return text(start..<end)
    }
    return try readUnusualString()
  }

  /// Skips the string whose opening quote is the next byte.
  @inline(__always)
  mutating func skipString() throws(ReadError) {
    let end = plainEnd(from: position + 1)
    if unsafe bytes[end] == .quote {
      position = end + 1
    } else {
      try skipUnusualString()
    }
  }

  @inline(never)
  private mutating func skipUnusualString() throws(ReadError) {
    position = try scanString(openedAt: position).end + 1
  }

  /// Returns the string of a range that is known to be valid UTF-8 without escapes.
  @inline(__always)
  func text(_ range: Range<Int>) -> Text {
    unsafe Text(
      validUTF8: Array(UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)))
  }

  @inline(never)
  private mutating func readUnusualString() throws(ReadError) -> Text {
    let start = position + 1
    let (end, hasEscapes) = try scanString(openedAt: position)
    position = end + 1
    return hasEscapes ? Text(validUTF8: unescaped(start..<end)) : text(start..<end)
  }

  /// Returns the position of the first byte at or after `start` that is a quote, a backslash, a
  /// control character or not ASCII.
  @inline(__always)
  func plainEnd(from start: Int) -> Int { plainEnd(from: start, before: .backslash) }

  /// Returns the position of the first byte at or after `start` that is a quote, the given byte, a
  /// control character or not ASCII. Eight bytes are examined at once.
  @inline(__always)
  func plainEnd(from start: Int, before other: UInt8) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let other = ones &* UInt64(other)
    var position = start
    while true {
      let word = unsafe (bytes + position).word
      let quotes = word ^ (ones &* 0x22)
      let others = word ^ other
      // Subtracting sets the top bit of a byte that was smaller. A borrow can also set it in the
      // bytes above, but only the lowest one counts.
      let small = (word &- ones &* 0x20) & ~word
      let found =
        (quotes &- ones) & ~quotes | (others &- ones) & ~others | small | word
      let special = found & (ones &* 0x80)
      if special != 0 { return position &+ special.trailingZeroBitCount / 8 }
      position &+= 8
    }
  }

  /// Finds the closing quote and checks everything before it.
  func scanString(openedAt quote: Int) throws(ReadError) -> (end: Int, hasEscapes: Bool) {
    var hasEscapes = false
    var place = quote + 1
    while true {
      place = plainEnd(from: place)
      let byte = unsafe bytes[place]
      if byte == .quote { return (place, hasEscapes) }
      if byte == .backslash {
        hasEscapes = true
        place = try passEscape(at: place)
      } else if byte >= 0x80 {
        let length = lengthOfScalar(at: place)
        if length == 0 { throw encodingMistake(at: place) }
        place += length
      } else {
        throw controlCharacterMistake(at: place, inStringAt: quote)
      }
    }
  }

  /// Checks the escape at a backslash and returns the position after it.
  private func passEscape(at backslash: Int) throws(ReadError) -> Int {
    switch unsafe bytes[backslash + 1] {
    case .quote, .backslash, .slash, .lowercaseB, .lowercaseF, .lowercaseN, .lowercaseR,
      .lowercaseT:
      return backslash + 2
    case .lowercaseU:
      guard let unit = unsafe hexadecimal(bytes + backslash + 2) else {
        throw escapeMistake(at: backslash)
      }
      if unit & 0xF800 != 0xD800 { return backslash + 6 }
      guard unit < 0xDC00, unsafe bytes[backslash + 6] == .backslash,
        unsafe bytes[backslash + 7] == .lowercaseU,
        let low = unsafe hexadecimal(bytes + backslash + 8),
        low & 0xFC00 == 0xDC00
      else { throw surrogateMistake(at: backslash) }
      return backslash + 12
    default:
      throw escapeMistake(at: backslash)
    }
  }

  /// Returns the length in bytes of the scalar that begins here, or 0 if it is ill-formed.
  func lengthOfScalar(at place: Int) -> Int {
    unsafe utf8Length(at: bytes + place)
  }

  /// Returns the contents of a string that has been checked.
  func unescaped(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = unsafe bytes[place]
      guard byte == .backslash else {
        result.append(byte)
        place += 1
        continue
      }
      place += appendEscape(at: place, to: &result)
    }
    return result
  }

  /// Appends the meaning of a checked escape and returns the length of the escape.
  private func appendEscape(at place: Int, to result: inout [UInt8]) -> Int {
    switch unsafe bytes[place + 1] {
    case .lowercaseB: result.append(0x08)
    case .lowercaseF: result.append(0x0C)
    case .lowercaseN: result.append(.lineFeed)
    case .lowercaseR: result.append(.carriageReturn)
    case .lowercaseT: result.append(.tab)
    case .lowercaseU:
      let (scalar, length) = escapedScalar(at: place)
      result.append(contentsOf: Array(String(Character(scalar)).utf8))
      return length
    default: unsafe result.append(bytes[place + 1])
    }
    return 2
  }

  /// Returns the scalar of a checked `\u` escape, which may be a pair of surrogates, and the length
  /// of the escape.
  private func escapedScalar(at place: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    let unit = unsafe hexadecimal(bytes + place + 2) ?? 0
    if unit & 0xFC00 == 0xD800 {
      let low = unsafe hexadecimal(bytes + place + 8) ?? 0
      let code = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
      return (Unicode.Scalar(code) ?? replacement, 12)
    }
    return (Unicode.Scalar(unit) ?? replacement, 6)
  }
}

/// Returns the length in bytes of the scalar that begins here, or 0 if it is ill-formed (RFC 3629).
func utf8Length(at bytes: UnsafePointer<UInt8>) -> Int {
  func continues(_ index: Int) -> Bool { unsafe bytes[index] & 0xC0 == 0x80 }
  let second = unsafe bytes[0] < 0x80 ? 0 : bytes[1]
  switch unsafe bytes[0] {
  case 0x00...0x7F: return 1
  case 0xC2...0xDF: return continues(1) ? 2 : 0
  case 0xE0: return second >= 0xA0 && second <= 0xBF && continues(2) ? 3 : 0
  case 0xED: return second >= 0x80 && second <= 0x9F && continues(2) ? 3 : 0
  case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
  case 0xF0: return second >= 0x90 && second <= 0xBF && continues(2) && continues(3) ? 4 : 0
  case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
  case 0xF4: return second >= 0x80 && second <= 0x8F && continues(2) && continues(3) ? 4 : 0
  default: return 0
  }
}
