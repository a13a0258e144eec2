extension JSONReader {
  public mutating func beginObject() throws(ReadError) {
    skipWhitespace()
    guard bytes[position] == .openBrace else {
      throw valueMistake(at: position, expected: "an object")
    }
    if depth == JSONReader.nestingLimit { throw nestingMistake(at: position) }
    depth += 1
    position += 1
    opened = position
  }

  public mutating func beginArray() throws(ReadError) {
    skipWhitespace()
    guard bytes[position] == .openBracket else {
      throw valueMistake(at: position, expected: "an array")
    }
    if depth == JSONReader.nestingLimit { throw nestingMistake(at: position) }
    depth += 1
    position += 1
    opened = position
  }

  public mutating func nextElement() throws(ReadError) -> Bool {
    let isFirst = position == opened
    skipWhitespace()
    if bytes[position] == .closeBracket {
      position += 1
      depth -= 1
      return false
    }
    if isFirst {
      if bytes[position] == .comma { throw elementMistake(at: position) }
      return true
    }
    guard bytes[position] == .comma else { throw elementMistake(at: position) }
    let comma = position
    position += 1
    skipWhitespace()
    if bytes[position] == .closeBracket { throw trailingCommaMistake(at: comma, before: "]") }
    return true
  }

  public mutating func nextKey(in table: KeyTable) throws(ReadError) -> KeyMatch {
    guard try findKey() else { return .end }
    let start = position + 1
    keyStart = position
    let end = plainEnd(from: start)
    if bytes[end] == .quote {
      position = end + 1
      let index = table.index(of: bytes + start, count: end - start)
      try passColon()
      if let index { return .known(index) }
      return .unknown(text(start..<end))
    }
    let key = try readString()
    try passColon()
    return table.index(of: key).map(KeyMatch.known) ?? .unknown(key)
  }

  /// Moves to the opening quote of the next key; false closes the object.
  @inline(__always)
  mutating func findKey() throws(ReadError) -> Bool {
    let isFirst = position == opened
    skipWhitespace()
    if bytes[position] == .closeBrace {
      position += 1
      depth -= 1
      return false
    }
    if !isFirst {
      guard bytes[position] == .comma else { throw memberMistake(at: position) }
      let comma = position
      position += 1
      skipWhitespace()
      if bytes[position] == .closeBrace { throw trailingCommaMistake(at: comma, before: "}") }
    }
    guard bytes[position] == .quote else { throw keyMistake(at: position) }
    return true
  }

  /// Moves from behind a key to its value.
  @inline(__always)
  mutating func passColon() throws(ReadError) {
    skipWhitespace()
    guard bytes[position] == .colon else { throw colonMistake(at: position) }
    position += 1
    skipWhitespace()
    valueStart = position
  }
}
