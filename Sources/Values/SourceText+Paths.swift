extension SourceText {
  /// Returns the offsets of the values at the ends of paths; nil for a path that does not lead to a
  /// value.
  ///
  /// This makes one pass over the document, and skips everything outside the paths. In a broken
  /// document, values before the mistake are found.
  ///
  /// - Parameter start: The offset of the value at which the paths begin. Nothing before it is
  ///   visited.
  package func offsets(of paths: [DocumentPath], below start: Int = 0) -> [Int?] {
    locations(of: paths, below: start).map { $0?.value }
  }

  /// Returns the offsets of the keys at the ends of paths; nil also for elements of arrays.
  package func keyOffsets(of paths: [DocumentPath], below start: Int = 0) -> [Int?] {
    locations(of: paths, below: start).map { $0?.key }
  }

  /// Returns the locations of values, with their keys if they are members of objects.
  public func locations(of paths: [DocumentPath], below start: Int = 0) -> [Location?] {
    var walk = PathWalk(paths)
    JSONReader.reading(self) { reader in
      reader.start(at: start)
      // Nothing is found after a mistake.
      try? walk.visit(0, key: nil, with: &reader)
    }
    return walk.found
  }

  /// The position of a value in a source, and of its key.
  public struct Location: Sendable, Hashable {
    /// The offset of the value's first byte.
    public var value: Int
    /// The offset of the opening quote of its key, if it is a member of an object.
    public var key: Int?
  }
}

/// A pass over a document along given paths, which are merged into a tree.
private struct PathWalk {
  private struct Node {
    /// The paths that end here, by position.
    var paths: [Int] = []
    var keys: [Text: Int] = [:]
    var indices: [Int: Int] = [:]
  }

  private var nodes = [Node()]
  private(set) var found: [SourceText.Location?]
  /// The number of paths not yet found. At zero the pass ends.
  private var missing: Int

  init(_ paths: [DocumentPath]) {
    found = Array(repeating: nil, count: paths.count)
    missing = paths.count
    for (position, path) in paths.enumerated() {
      var node = 0
      for component in path.components { node = child(component, of: node) }
      nodes[node].paths.append(position)
    }
  }

  private mutating func child(_ component: DocumentPath.Component, of node: Int) -> Int {
    let next = nodes.count
    switch component {
    case .key(let key):
      if let child = nodes[node].keys[key] { return child }
      nodes[node].keys[key] = next
    case .index(let index):
      if let child = nodes[node].indices[index] { return child }
      nodes[node].indices[index] = next
    }
    nodes.append(Node())
    return next
  }

  /// Reads the next value, following a node of the tree of paths.
  mutating func visit(_ node: Int, key: Int?, with reader: inout JSONReader) throws(ReadError) {
    let kind = try reader.peek()
    let location = SourceText.Location(value: reader.offset, key: key)
    for path in nodes[node].paths { found[path] = location }
    missing -= nodes[node].paths.count
    if missing == 0 { return }
    switch kind {
    case .object where !nodes[node].keys.isEmpty: try visitMembers(of: node, with: &reader)
    case .array where !nodes[node].indices.isEmpty: try visitElements(of: node, with: &reader)
    default: try reader.skipValue()
    }
  }

  private mutating func visitMembers(
    of node: Int, with reader: inout JSONReader
  ) throws(ReadError) {
    try reader.beginObject()
    var wanted = nodes[node].keys
    while let key = try reader.nextKey() {
      let offset = reader.offset
      // If several keys are equal, the first one counts.
      if let child = wanted.removeValue(forKey: key) {
        try visit(child, key: offset, with: &reader)
        if missing == 0 { return }
      } else {
        try reader.skipValue()
      }
    }
  }

  private mutating func visitElements(
    of node: Int, with reader: inout JSONReader
  ) throws(ReadError) {
    let wanted = nodes[node].indices
    var index = 0
    try reader.beginArray()
    while try reader.nextElement() {
      if let child = wanted[index] {
        try visit(child, key: nil, with: &reader)
        if missing == 0 { return }
      } else {
        try reader.skipValue()
      }
      index += 1
    }
  }
}

extension JSONReader {
  /// Returns the next key of the innermost open object as a string, or nil, which closes the
  /// object.
  public mutating func nextKey() throws(ReadError) -> Text? {
    guard try findKey() else { return nil }
    keyStart = position
    let key = try readString()
    try passColon()
    return key
  }
}

extension SourceText {
  /// Returns the offset after the string, number or word at an offset; nil for anything else, and
  /// for an invalid token.
  package func endOfToken(at offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    return JSONReader.reading(self) { reader in
      reader.start(at: offset)
      do throws(ReadError) {
        switch try reader.peek() {
        case .object, .array: return nil
        default:
          guard reader.offset == offset else { return nil }
          try reader.skipValue()
          return reader.offset
        }
      } catch {
        return nil
      }
    }
  }
}
