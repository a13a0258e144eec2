extension JSONReader {
  /// Reads a value of any kind, with everything in it.
  public mutating func readValue() throws(ReadError) -> Value {
    skipWhitespace()
    switch unsafe bytes[position] {
    case .openBrace: return try readObject(from: ShapeTree.root)
    case .openBracket: return try readArray()
    default: return try readScalar()
    }
  }

  /// This is a separate function, so that nested containers use little of the stack in builds
  /// without inlining.
  private mutating func readScalar() throws(ReadError) -> Value {
    switch unsafe bytes[position] {
    case .quote: return .string(try readString())
    case .digit0 ... .digit9, .minus: return try readNumber()
    case .lowercaseT, .lowercaseF: return .bool(try readBool())
    case .lowercaseN:
      try readWord("null")
      return .null
    default: try refuse(.value, at: position)
    }
  }

  // Reading an array or object calls `readValue`, nested at most `nestingLimit` deep.

  private mutating func readArray() throws(ReadError) -> Value {
    try beginArray()
    let base = unsafe scratch.pointee.elements.count
    while try nextElement() {
      let element = try readValue()
      unsafe scratch.pointee.elements.append(element)
      if unsafe scratch.pointee.elements.count &- base == JSONReader.longArray {
        let elements = unsafe scratch.pointee.elements.takeAll(from: base)
        return try readRest(ofLongArray: elements)
      }
    }
    return unsafe .array(scratch.pointee.elements.takeAll(from: base))
  }

  /// Reads the rest of an array that is too long to be gathered on the stack, where it would be in
  /// memory twice when it is moved. Containers with the text of the one before share its contents.
  @inline(never)
  private mutating func readRest(
    ofLongArray elements: consuming [Value]
  ) throws(ReadError) -> Value {
    // An array that grows is in memory twice when it is moved.
    if let count = countRest() { elements.reserveCapacity(elements.count + count) }
    let shares = unsafe !scratch.pointee.deferred.isOn
    var last = 0..<0
    while try nextElement() {
      if skipsRepetition(of: last) {
        let repeated = elements[elements.count - 1]
        elements.append(repeated)
        continue
      }
      let (start, notes) = (position, noteCount)
      let first = unsafe bytes[start]
      let isContainer = first == .openBracket || first == .openBrace
      let element = try readValue()
      elements.append(element)
      last = shares && isContainer && notes == noteCount ? start..<position : 0..<0
    }
    return .array(elements)
  }

  /// Returns the number of elements up to the end of the innermost open array. Returns nil if the
  /// array does not end, and inside an array whose elements have been counted: otherwise, long
  /// arrays nested in long arrays would be scanned again and again.
  private mutating func countRest() -> Int? {
    guard position >= countedEnd else { return nil }
    var (nested, commas, isInString) = (0, 0, false)
    var place = position
    while place < count {
      switch unsafe bytes[place] {
      case .quote: isInString.toggle()
      case .backslash: place += 1
      case .comma: if nested == 0, !isInString { commas += 1 }
      case .openBrace, .openBracket: if !isInString { nested += 1 }
      case .closeBrace, .closeBracket:
        if isInString { break }
        if nested == 0 {
          countedEnd = place
          return commas
        }
        nested -= 1
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Skips a value.
  public mutating func skipValue() throws(ReadError) {
    skipWhitespace()
    switch unsafe bytes[position] {
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

  package mutating func skipsRepetition(of range: Range<Int>) -> Bool {
    skipWhitespace()
    guard isRepeated(range) else { return false }
    let end = position + range.count
    let last = unsafe bytes[end - 1]
    if last == .closeBrace || last == .closeBracket {
      guard hasRoom(for: range) else { return false }
    } else if last != .quote {
      // A number may continue after the end of the repeated bytes.
      if unsafe bytes[end] == .point || isPartOfWord(bytes[end]) { return false }
    }
    position = end
    return true
  }

  package mutating func skipsBeginning(like range: Range<Int>) -> Bool {
    guard isRepeated(range), hasRoom(for: range) else { return false }
    depth &+= 1
    position &+= range.count
    valueStart = -1
    return true
  }

  package mutating func skipsEnd(like range: Range<Int>) -> Bool {
    guard isRepeated(range), hasRoom(for: range) else { return false }
    depth &-= 1
    position &+= range.count
    return true
  }

  /// Whether the next bytes are the same as those at an earlier range.
  @inline(__always)
  private func isRepeated(_ range: Range<Int>) -> Bool {
    let length = range.count
    return unsafe length > 0 && range.lowerBound >= 0 && range.upperBound <= position
      && position &+ length <= count
      && equalPaddedBytes(bytes + position, bytes + range.lowerBound, length)
  }

  /// Whether the text of an earlier range is not nested too deeply for the current depth.
  @inline(__always)
  private func hasRoom(for range: Range<Int>) -> Bool {
    depth &+ range.count / 2 < JSONReader.nestingLimit
      || depth + deepest(range) <= JSONReader.nestingLimit
  }

  /// Returns the depth to which the brackets of a value are nested.
  private func deepest(_ range: Range<Int>) -> Int {
    var (depth, deepest, isInString) = (0, 0, false)
    var place = range.lowerBound
    while place < range.upperBound {
      switch unsafe bytes[place] {
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

  package var noteCount: Int { noteCounts.values.reduce(0, +) }

  mutating func note(_ kind: ReadNote.Kind, _ message: String, at offset: Int) {
    noteCounts[kind, default: 0] += 1
    if noteCounts[kind, default: 0] <= JSONReader.noteLimit {
      notes.append(ReadNote(kind: kind, message: message, offset: offset))
    }
  }
}
