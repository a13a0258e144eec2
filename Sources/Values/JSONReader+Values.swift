extension JSONReader {
  public mutating func readValue() throws(ReadError) -> Value {
    skipWhitespace()
    switch bytes[position] {
    case .quote: return .string(try readString())
    case .digit0 ... .digit9, .minus: return try readNumber()
    case .openBrace: return try readObject()
    case .openBracket: return try readArray()
    case .lowercaseT, .lowercaseF: return .bool(try readBool())
    case .lowercaseN:
      try readWord("null")
      return .null
    default: try refuse(.value, at: position)
    }
  }

  // Arrays and objects call readValue, at most `nestingLimit` of them inside one another.

  private mutating func readArray() throws(ReadError) -> Value {
    try beginArray()
    let base = scratch.pointee.elements.count
    while try nextElement() {
      let element = try readValue()
      scratch.pointee.elements.append(element)
    }
    return .array(scratch.pointee.elements.takeAll(from: base))
  }

  private mutating func readObject() throws(ReadError) -> Value {
    try beginObject()
    let base = scratch.pointee.members.count
    // One bit for each place of a key in the table of keys: as long as it was zero before, the
    // object cannot have had the key.
    var seen: UInt64 = 0
    while try findKey() {
      let start = position
      let (key, bit) = try readKey()
      try passColon()
      if seen & bit != 0, hasMember(key, since: base) {
        note(.duplicateKey, "key '\(key)' stands in this object already", at: start)
        try skipValue()
        continue
      }
      seen |= bit
      let value = try readValue()
      scratch.pointee.members.append(Member(key: key, value: value))
      if scratch.pointee.members.count - base > Object.searchLimit {
        return try readLargeObject(since: base)
      }
    }
    return .object(Object(scratch.pointee.members.takeAll(from: base)))
  }

  /// Reads on in an object that has got too many members for searching them one by one.
  private mutating func readLargeObject(since base: Int) throws(ReadError) -> Value {
    var members = scratch.pointee.members.takeAll(from: base)
    var index = MemberIndex(of: members)
    while try findKey() {
      let start = position
      let (key, _) = try readKey()
      try passColon()
      let value = try readValue()
      members.append(Member(key: key, value: value))
      if !index.insert(members.count - 1, of: members) {
        members.removeLast()
        note(.duplicateKey, "key '\(key)' stands in this object already", at: start)
      }
    }
    return .object(Object(members, index: index))
  }

  private func hasMember(_ key: Text, since base: Int) -> Bool {
    for position in base..<scratch.pointee.members.count
    where scratch.pointee.members[position].key == key {
      return true
    }
    return false
  }

  /// Reads a key, sharing the text of one read before, and a bit for the place where it is kept.
  @inline(__always)
  private mutating func readKey() throws(ReadError) -> (key: Text, bit: UInt64) {
    let name = bytes + (position + 1)
    let end = plainEnd(from: position + 1)
    // A key with escapes is not kept: it may be any of them.
    guard bytes[end] == .quote else { return (try readString(), .max) }
    let length = end - position - 1
    position = end + 1
    let word = length >= 8 ? name.word : name.word & ((1 &<< UInt64(length * 8)) &- 1)
    let place = KeptKey.place(of: word, length: length)
    if !scratch.pointee.keys[place].isNamed(name, word: word, length: length) {
      scratch.pointee.keys[place] = KeptKey(
        UnsafeBufferPointer(start: name, count: length), word: word)
    }
    return (scratch.pointee.keys[place].text, 1 &<< UInt64(place))
  }

  public mutating func skipValue() throws(ReadError) {
    skipWhitespace()
    switch bytes[position] {
    case .quote: try skipString()
    case .digit0 ... .digit9, .minus: try skipNumber()
    case .openBrace:
      try beginObject()
      while try findKey() {
        try skipString()
        try passColon()
        try skipValue()
      }
    case .openBracket:
      try beginArray()
      while try nextElement() { try skipValue() }
    case .lowercaseT, .lowercaseF: _ = try readBool()
    case .lowercaseN: try readWord("null")
    default: try refuse(.value, at: position)
    }
  }

  public mutating func skipsRepetition(of range: Range<Int>) -> Bool {
    skipWhitespace()
    guard isRepeated(range) else { return false }
    let end = position + range.count
    let last = bytes[end - 1]
    if last == .closeBrace || last == .closeBracket {
      guard hasRoom(for: range) else { return false }
    } else if last != .quote {
      // A number may go on where the first one ended.
      if bytes[end] == .point || isPartOfWord(bytes[end]) { return false }
    }
    position = end
    return true
  }

  public mutating func skipsBeginning(like range: Range<Int>) -> Bool {
    guard isRepeated(range), hasRoom(for: range) else { return false }
    depth &+= 1
    position &+= range.count
    valueStart = -1
    return true
  }

  public mutating func skipsEnd(like range: Range<Int>) -> Bool {
    guard isRepeated(range), hasRoom(for: range) else { return false }
    depth &-= 1
    position &+= range.count
    return true
  }

  /// Whether what comes next is spelt as it is at an earlier place.
  @inline(__always)
  private func isRepeated(_ range: Range<Int>) -> Bool {
    let length = range.count
    return length > 0 && range.lowerBound >= 0 && range.upperBound <= position
      && position &+ length <= count
      && equalPaddedBytes(bytes + position, bytes + range.lowerBound, length)
  }

  /// Whether what stands at an earlier place is not nested too deeply for this one.
  @inline(__always)
  private func hasRoom(for range: Range<Int>) -> Bool {
    depth &+ range.count / 2 < JSONReader.nestingLimit
      || depth + deepest(range) <= JSONReader.nestingLimit
  }

  /// How deeply the brackets of a value are nested.
  private func deepest(_ range: Range<Int>) -> Int {
    var (depth, deepest, isInString) = (0, 0, false)
    var place = range.lowerBound
    while place < range.upperBound {
      switch bytes[place] {
      case .quote: isInString.toggle()
      case .backslash: place += 1
      case .openBrace, .openBracket: if !isInString { depth += 1 }
      case .closeBrace, .closeBracket: if !isInString { depth -= 1 }
      default: break
      }
      deepest = max(deepest, depth)
      place += 1
    }
    return deepest
  }

  mutating func note(_ kind: ReadNote.Kind, _ message: String, at offset: Int) {
    noteCounts[kind, default: 0] += 1
    if noteCounts[kind, default: 0] <= JSONReader.noteLimit {
      notes.append(ReadNote(kind: kind, message: message, offset: offset))
    }
  }
}
