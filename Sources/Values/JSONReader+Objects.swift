// Objects call readValue for what is in them, at most `nestingLimit` of them inside one another.
extension JSONReader {
  /// Reads an object, and goes down the tree of shapes with its keys.
  mutating func readObject() throws(ReadError) -> Value {
    try beginObject()
    let base = scratch.pointee.slots.count
    // The place of the shape, which is known in the end.
    scratch.pointee.slots.append(.value(.null))
    var node = ShapeTree.root
    while try findKey() {
      let name = bytes + (position &+ 1)
      if let guess = scratch.pointee.shapes.guess(behind: node, name, end: bytes + count) {
        node = guess.node
        position &+= guess.length &+ 2
        try passColon()
      } else {
        switch try readOtherKey(behind: node) {
        case .known(let other): node = other
        case .duplicate: continue
        case .new(let key): return try readUnshared(behind: node, key, since: base)
        }
      }
      let value = try readValue()
      scratch.pointee.slots.append(.value(value))
    }
    if node != ShapeTree.root {
      scratch.pointee.slots[base] = .shape(scratch.pointee.shapes.shape(endingAt: node))
      return .object(Object(slots: scratch.pointee.slots.takeAll(from: base)))
    }
    _ = scratch.pointee.slots.takeAll(from: base)
    return .object(Object([]))
  }

  private enum OtherKey {
    case known(Int)
    /// A key that the object has already; it has been passed over with its value.
    case duplicate
    /// A key for which the tree has no place.
    case new(Text)
  }

  /// Reads a key that is not the one which came here last, up to its value.
  @inline(never)
  private mutating func readOtherKey(behind node: Int) throws(ReadError) -> OtherKey {
    let start = position
    let key = try readKey()
    try passColon()
    switch scratch.pointee.shapes.node(of: key, behind: node) {
    case .node(let node): return .known(node)
    case .noRoom: return .new(key)
    case .duplicate:
      try passDuplicate(key, at: start)
      return .duplicate
    }
  }

  private mutating func passDuplicate(_ key: Text, at start: Int) throws(ReadError) {
    note(.duplicateKey, "key '\(key)' stands in this object already", at: start)
    try skipValue()
  }

  /// Reads on in an object whose shape nobody shares, from the value of `key` on.
  @inline(never)
  private mutating func readUnshared(
    behind node: Int, _ key: Text, since base: Int
  ) throws(ReadError) -> Value {
    var keys = scratch.pointee.shapes.keys(upTo: node)
    keys.append(key)
    var index: KeyIndex?
    try appendValue()
    while try findKey() {
      let start = position
      let key = try readKey()
      try passColon()
      if index == nil, keys.count >= ObjectShape.searchLimit { index = KeyIndex(of: keys) }
      if index == nil, keys.contains(key) {
        try passDuplicate(key, at: start)
        continue
      }
      keys.append(key)
      guard index?.insert(keys.count - 1, of: keys) != false else {
        keys.removeLast()
        try passDuplicate(key, at: start)
        continue
      }
      try appendValue()
    }
    let shape = index == nil ? ObjectShape(keys) : ObjectShape(keys, index: index)
    scratch.pointee.slots[base] = .shape(shape)
    return .object(Object(slots: scratch.pointee.slots.takeAll(from: base)))
  }

  private mutating func appendValue() throws(ReadError) {
    let value = try readValue()
    scratch.pointee.slots.append(.value(value))
  }

  /// Reads a key, sharing the text of one read before.
  private mutating func readKey() throws(ReadError) -> Text {
    let name = bytes + (position + 1)
    let end = plainEnd(from: position + 1)
    // A key with escapes is not kept: it may be any of them.
    guard bytes[end] == .quote else { return try readString() }
    let length = end - position - 1
    position = end + 1
    let word = length >= 8 ? name.word : name.word & ((1 &<< UInt64(length * 8)) &- 1)
    let place = KeptKey.place(of: word, length: length)
    if !scratch.pointee.keys[place].isNamed(name, word: word, length: length) {
      scratch.pointee.keys[place] = KeptKey(
        UnsafeBufferPointer(start: name, count: length), word: word)
    }
    return scratch.pointee.keys[place].text
  }
}
