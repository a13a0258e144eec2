extension JSONReader {
  /// Reads the beginning of an object.
  public mutating func beginObject() throws(ReadError) {
    skipWhitespace()
    guard unsafe bytes[position] == .openBrace else {
      try refuse(.object, at: position)
    }
    if depth == JSONReader.nestingLimit { try refuse(.nesting, at: position) }
    depth &+= 1
    position &+= 1
    opened = position
  }

  /// Reads the beginning of an array.
  public mutating func beginArray() throws(ReadError) {
    skipWhitespace()
    guard unsafe bytes[position] == .openBracket else {
      try refuse(.array, at: position)
    }
    if depth == JSONReader.nestingLimit { try refuse(.nesting, at: position) }
    depth &+= 1
    position &+= 1
    opened = position
  }

  /// Returns whether another element follows. False closes the array.
  public mutating func nextElement() throws(ReadError) -> Bool {
    let isFirst = position == opened
    skipWhitespace()
    if unsafe bytes[position] == .closeBracket {
      position &+= 1
      depth &-= 1
      return false
    }
    if isFirst {
      if unsafe bytes[position] == .comma { try refuse(.element, at: position) }
      return true
    }
    guard unsafe bytes[position] == .comma else { try refuse(.element, at: position) }
    let comma = position
    position &+= 1
    skipWhitespace()
    if unsafe bytes[position] == .closeBracket { try refuse(.lastElement, at: comma) }
    return true
  }

  /// Reads the next key of the innermost open object. `.end` closes the object.
  public mutating func nextKey(in table: KeyTable) throws(ReadError) -> KeyMatch {
    guard try findKey() else { return .end }
    let start = position &+ 1
    keyStart = position
    let end = plainEnd(from: start)
    if unsafe bytes[end] == .quote {
      position = end &+ 1
      let index = unsafe table.index(of: bytes + start, count: end &- start)
      try passColon()
      if let index { return .known(index) }
      return .unknown(text(start..<end))
    }
    return try nextUnusualKey(in: table)
  }

  @inline(never)
  private mutating func nextUnusualKey(in table: KeyTable) throws(ReadError) -> KeyMatch {
    let key = try readString()
    try passColon()
    return table.index(of: key).map(KeyMatch.known) ?? .unknown(key)
  }

  /// Moves to the opening quote of the next key. Returning false closes the object.
  @inline(__always)
  mutating func findKey() throws(ReadError) -> Bool {
    let isFirst = position == opened
    skipWhitespace()
    if unsafe bytes[position] == .closeBrace {
      position &+= 1
      depth &-= 1
      return false
    }
    if !isFirst {
      guard unsafe bytes[position] == .comma else { try refuse(.member, at: position) }
      let comma = position
      position &+= 1
      skipWhitespace()
      if unsafe bytes[position] == .closeBrace { try refuse(.lastMember, at: comma) }
    }
    guard unsafe bytes[position] == .quote else { try refuse(.key, at: position) }
    return true
  }

  /// Moves from the end of a key to its value.
  @inline(__always)
  mutating func passColon() throws(ReadError) {
    skipWhitespace()
    guard unsafe bytes[position] == .colon else { try refuse(.colon, at: position) }
    position &+= 1
    skipWhitespace()
    valueStart = position
  }
}
