// Reading an object calls `readValue` for its values, nested at most `nestingLimit` deep.
extension JSONReader {
  /// Reads an object, following its keys through the tree of shapes from one of its roots.
  mutating func readObject(
    from root: Int, deferringTexts defers: Bool = false
  ) throws(ReadError) -> Value {
    let base = unsafe scratch.pointee.slots.count
    let node = try readSlots(since: base, from: root, deferringTexts: defers)
    if node > root {
      unsafe scratch.pointee.slots[base] = unsafe .shape(
        scratch.pointee.shapes.shape(endingAt: node))
    } else if node == root {
      unsafe scratch.pointee.slots.removeAll(from: base)
    }
    return unsafe .object(Object(slots: scratch.pointee.slots.takeAll(from: base)))
  }

  /// Reads a record in place of another value, which is released. If the memory names fields, only
  /// those are read.
  ///
  /// If both are objects with the same number of members, and nothing else refers to the old one,
  /// the new one reuses its memory. So records that are read, used and released in turn need no
  /// allocation.
  package mutating func readValue(into value: inout Value) throws(ReadError) {
    skipWhitespace()
    guard unsafe bytes[position] == .openBrace else {
      value = try readValue()
      return
    }
    let root = unsafe scratch.pointee.shapes.recordRoot
    let defers = unsafe scratch.pointee.deferred.isOn
    guard unsafe scratch.pointee.reusing.isOn else {
      value = try readObject(from: root, deferringTexts: defers)
      return
    }
    var old = Value.null
    swap(&old, &value)
    guard case .object(var object) = consume old else {
      value = try readObject(from: root, deferringTexts: defers)
      return
    }
    let base = unsafe scratch.pointee.slots.count
    let node = try readSlots(since: base, from: root, deferringTexts: defers)
    guard node > root else {
      if node == root { unsafe scratch.pointee.slots.removeAll(from: base) }
      value = unsafe .object(Object(slots: scratch.pointee.slots.takeAll(from: base)))
      return
    }
    // The shape is usually the same as before, and comparing it costs less than retaining it.
    let shape =
      unsafe scratch.pointee.shapes.isShape(of: object, endingAt: node)
      ? nil : scratch.pointee.shapes.shape(endingAt: node)
    let refilling = unsafe scratch.pointee.slots.withTop(from: base) {
      unsafe object.refill(shape, with: $0)
    }
    unsafe scratch.pointee.reusing.note(refilling)
    if refilling == .impossible {
      unsafe scratch.pointee.slots[base] = unsafe .shape(
        scratch.pointee.shapes.shape(endingAt: node))
      object = unsafe Object(slots: scratch.pointee.slots.takeAll(from: base))
    } else {
      unsafe scratch.pointee.slots.forget(from: base)
    }
    value = .object(object)
  }

  /// Reads the values of an object onto the stack, above a slot for the shape, and follows its keys
  /// through the tree of shapes. Returns the last node, or -1 if the shape has no node and is
  /// already in its slot.
  private mutating func readSlots(
    since base: Int, from root: Int, deferringTexts defers: Bool
  ) throws(ReadError) -> Int {
    let start = position
    try beginObject()
    unsafe scratch.pointee.slots.append(.value(.null))
    var node = root
    // The position of the next key, if nothing separates it from the preceding bytes.
    var label = position
    while true {
      if let guess = unsafe scratch.pointee.shapes.guess(behind: node, bytes + label) {
        node = guess.node
        position = label &+ guess.length
      } else {
        guard try findKey() else { return node }
        switch try readOtherKey(behind: node) {
        case .known(let other): node = other
        case .duplicate:
          label = nextLabel()
          continue
        case .new where root != ShapeTree.root:
          return try readWholeSlots(since: base, from: start, deferringTexts: defers)
        case .new(let key):
          try readUnshared(behind: node, key, since: base)
          return -1
        }
      }
      if unsafe scratch.pointee.shapes.isSkipped(node) {
        // This finds the same mistakes and makes the same remarks as if the value were stored.
        if unsafe bytes[position] == .quote { try skipString() } else { _ = try readValue() }
      } else {
        let value = try defers ? readMember(since: base) : readValue()
        unsafe scratch.pointee.slots.append(.value(value))
      }
      label = nextLabel()
    }
  }

  /// Reads the value of a field of a record. A short string is left to another thread.
  private mutating func readMember(since base: Int) throws(ReadError) -> Value {
    skipWhitespace()
    guard unsafe bytes[position] == .quote else { return try readValue() }
    let start = position &+ 1
    let end = plainEnd(from: start)
    guard unsafe bytes[end] == .quote, end &- start <= StringCache.valueLimit else {
      return try readValue()
    }
    position = end &+ 1
    unsafe scratch.pointee.deferred.add(slot: scratch.pointee.slots.count - base, start..<end)
    return .null
  }

  /// Starts over with an object that has no place in the tree, and reads all of its fields.
  @inline(never)
  private mutating func readWholeSlots(
    since base: Int, from start: Int, deferringTexts defers: Bool
  ) throws(ReadError) -> Int {
    (position, depth) = (start, depth - 1)
    unsafe scratch.pointee.slots.removeAll(from: base)
    if defers { unsafe scratch.pointee.deferred.forgetRecord() }
    return try readSlots(since: base, from: ShapeTree.root, deferringTexts: defers)
  }

  /// Returns the position of the next key, if it follows a comma immediately; otherwise, the end of
  /// the text, where there is no key.
  @inline(__always)
  private func nextLabel() -> Int {
    unsafe bytes[position] == .comma ? position &+ 1 : count
  }

  private enum OtherKey {
    case known(Int)
    /// A key that the object already has. It has been skipped with its value.
    case duplicate
    /// A key for which the tree has no room.
    case new(Text)
  }

  /// Reads a key other than the last one seen at this node, up to its value.
  @inline(never)
  private mutating func readOtherKey(behind node: Int) throws(ReadError) -> OtherKey {
    let start = position
    let key = try readKey()
    try passColon()
    switch unsafe scratch.pointee.shapes.node(of: key, behind: node) {
    case .node(let node): return .known(node)
    case .noRoom: return .new(key)
    case .duplicate:
      try passDuplicate(key, at: start)
      return .duplicate
    }
  }

  private mutating func passDuplicate(_ key: Text, at start: Int) throws(ReadError) {
    note(.duplicateKey, "key '\(key)' is already in this object", at: start)
    try skipValue()
  }

  /// Reads the rest of an object with a separate shape, starting at the value of `key`.
  @inline(never)
  private mutating func readUnshared(
    behind node: Int, _ key: Text, since base: Int
  ) throws(ReadError) {
    var keys = unsafe scratch.pointee.shapes.keys(upTo: node)
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
    unsafe scratch.pointee.slots[base] = .shape(shape)
  }

  private mutating func appendValue() throws(ReadError) {
    let value = try readValue()
    unsafe scratch.pointee.slots.append(.value(value))
  }

  /// Reads a key, and shares the string of an equal key that was read before.
  private mutating func readKey() throws(ReadError) -> Text {
    let name = unsafe bytes + (position + 1)
    let end = plainEnd(from: position + 1)
    // A key with escapes is not cached, because it may equal any of the cached keys.
    guard unsafe bytes[end] == .quote else { return try readString() }
    let length = end - position - 1
    position = end + 1
    return unsafe scratch.pointee.texts.text(name, length)
  }
}
