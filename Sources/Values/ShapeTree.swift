/// The shapes of the objects that a reader has met: a tree in which each path from the root is the
/// beginning of a list of keys.
///
/// Who reads an object goes down the tree with it. The key that came last time is compared with
/// the text where it stands; as long as it is that one, no key is looked for, hashed or made, and it
/// cannot be a second time in the object, because no path has a key twice. What is kept is bounded: an
/// object whose keys find no place in the tree gets a shape of its own.
struct ShapeTree: ~Copyable {
  /// How many keys are kept, and how many of them on one path and behind one key.
  static let limits = (nodes: 4096, path: 256, branches: 16)

  static let root = 0

  fileprivate struct Node {
    let key: Text
    /// The first bytes of the key and, if it is short, of the quote behind it; and which bits count.
    let word: UInt64
    let mask: UInt64
    let length: Int
    let parent: Int
    let depth: Int
    /// The key that came behind this one last.
    var guess = -1
    /// The first of the keys that have come behind this one, and the next that came behind its parent.
    var firstChild = -1
    var sibling = -1
    var childCount = 0
    /// The shape that ends here, once there is an object that does.
    var shape: ObjectShape?
  }

  private var nodes: UnsafeMutablePointer<Node>
  private var capacity = 16
  private var count = 1

  init() {
    nodes = .allocate(capacity: capacity)
    nodes.initialize(to: Node(key: Text(validUTF8: []), parent: -1, depth: 0))
  }

  deinit {
    nodes.deinitialize(count: count)
    nodes.deallocate()
  }

  var isFull: Bool { count == Self.limits.nodes }

  /// The node of the key whose first byte, behind its quote, stands here, if it is the one that came
  /// behind `parent` last. Behind the text, which ends at `end`, eight bytes more can be read.
  @inline(__always)
  func guess(
    behind parent: Int, _ name: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> (node: Int, length: Int)? {
    let guess = nodes[parent].guess
    guard guess >= 0, isNamed(guess, name, end: end) else { return nil }
    return (guess, nodes[guess].length)
  }

  @inline(__always)
  private func isNamed(
    _ node: Int, _ name: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> Bool {
    guard (name.word ^ nodes[node].word) & nodes[node].mask == 0 else { return false }
    return nodes[node].length < 8 || isLongNamed(node, name, end: end)
  }

  @inline(never)
  private func isLongNamed(
    _ node: Int, _ name: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> Bool {
    let length = nodes[node].length
    guard end - name > length, name[length] == .quote else { return false }
    return nodes[node].key.equals(UnsafeBufferPointer(start: name, count: length))
  }

  /// The node of a key behind another one, which is made if there is room for it.
  mutating func node(of key: Text, behind parent: Int) -> Branch {
    var child = nodes[parent].firstChild
    while child >= 0 {
      if nodes[child].key == key {
        nodes[parent].guess = child
        return .node(child)
      }
      child = nodes[child].sibling
    }
    if contains(key, upTo: parent) { return .duplicate }
    guard count < Self.limits.nodes, nodes[parent].depth < Self.limits.path,
      nodes[parent].childCount < Self.limits.branches
    else { return .noRoom }
    return .node(append(key, behind: parent))
  }

  enum Branch {
    case node(Int)
    /// The key is on the path already.
    case duplicate
    case noRoom
  }

  private mutating func append(_ key: Text, behind parent: Int) -> Int {
    if count == capacity { grow() }
    var node = Node(key: key, parent: parent, depth: nodes[parent].depth + 1)
    node.sibling = nodes[parent].firstChild
    (nodes + count).initialize(to: node)
    nodes[parent].firstChild = count
    nodes[parent].guess = count
    nodes[parent].childCount += 1
    count += 1
    return count - 1
  }

  private mutating func grow() {
    let moved = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    moved.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = moved
    capacity *= 2
  }

  private func contains(_ key: Text, upTo last: Int) -> Bool {
    var node = last
    while node > 0 {
      if nodes[node].key == key { return true }
      node = nodes[node].parent
    }
    return false
  }

  /// The keys on the path to a node.
  func keys(upTo last: Int) -> [Text] {
    var keys: [Text] = []
    var node = last
    while node > 0 {
      keys.append(nodes[node].key)
      node = nodes[node].parent
    }
    return keys.reversed()
  }

  /// The shape of the objects that end with a node.
  @inline(__always)
  mutating func shape(endingAt node: Int) -> ObjectShape {
    if let shape = nodes[node].shape { return shape }
    return makeShape(endingAt: node)
  }

  @inline(never)
  private mutating func makeShape(endingAt node: Int) -> ObjectShape {
    let shape = ObjectShape(shared: keys(upTo: node))
    nodes[node].shape = shape
    return shape
  }
}

extension ShapeTree.Node {
  init(key: Text, parent: Int, depth: Int) {
    (self.key, self.parent, self.depth) = (key, parent, depth)
    let first = (key.utf8 + [.quote]).prefix(8)
    word = first.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = first.count < 8 ? 1 << UInt64(first.count * 8) - 1 : .max
    // A key that is written with escapes stands nowhere as it is, and no text is that long.
    let isWrittenPlainly = key.utf8.allSatisfy { $0 >= .space && $0 != .quote && $0 != .backslash }
    length = isWrittenPlainly ? key.utf8.count : .max
  }
}
