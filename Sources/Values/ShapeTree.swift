/// The shapes of the objects that a reader has met: a tree in which each path from the root is the
/// beginning of a list of keys.
///
/// Who reads an object goes down the tree with it. The key that came last time is compared with
/// the text where it stands, two words with two words; as long as it is that one, no key is looked for,
/// hashed or made, and it cannot be a second time in the object, because no path has a key twice. What
/// is kept is bounded: an object whose keys find no place in the tree gets a shape of its own.
@safe struct ShapeTree: ~Copyable {
  /// How many keys are kept, and how many of them on one path and behind one key.
  static let limits = (nodes: 4096, path: 256, branches: 16)

  static let root = 0

  /// Where records begin: a root of its own, if of their fields only some are read.
  let recordRoot: Int
  /// The fields of records that are read, if not all are.
  private let selection: Set<Text>?

  fileprivate struct Node {
    let key: Text
    /// How the key is written, with quotes and colon: up to sixteen bytes as two words, of which the
    /// masks say how much counts.
    let low: UInt64
    let high: UInt64
    let lowMask: UInt64
    let highMask: UInt64
    /// How many bytes that are; 0 if they are too many, or if the key is written with escapes.
    let length: Int
    let parent: Int
    let depth: Int
    /// Whether this is a key of a record of which only some fields are read, and whether it is none of
    /// them: then its value is checked and passed over.
    var isOfRecord = false
    var isSkipped = false
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

  init(selection: Set<Text>? = nil) {
    self.selection = selection
    recordRoot = selection == nil ? Self.root : Self.root + 1
    unsafe nodes = .allocate(capacity: capacity)
    var root = Node(key: Text(validUTF8: []), parent: -1, depth: 0)
    unsafe nodes.initialize(to: root)
    guard selection != nil else { return }
    root.isOfRecord = true
    unsafe (nodes + recordRoot).initialize(to: root)
    count = 2
  }

  deinit {
    unsafe nodes.deinitialize(count: count)
    unsafe nodes.deallocate()
  }

  var isFull: Bool { count == Self.limits.nodes }

  /// The node of the key that is written here, with quotes and colon and nothing between, and its length,
  /// if it is the one that came behind `parent` last. Behind the text eight bytes more can be read.
  @inline(__always)
  func guess(behind parent: Int, _ label: UnsafePointer<UInt8>) -> (node: Int, length: Int)? {
    let guess = unsafe nodes[parent].guess
    guard guess >= 0, unsafe nodes[guess].length > 0,
      unsafe (label.word ^ nodes[guess].low) & nodes[guess].lowMask == 0
    else { return nil }
    // What is in the text up to here is at least eight bytes long, if there is more to come.
    if unsafe nodes[guess].length > 8,
      unsafe ((label + 8).word ^ nodes[guess].high) & nodes[guess].highMask != 0
    {
      return nil
    }
    return unsafe (guess, nodes[guess].length)
  }

  /// The node of a key behind another one, which is made if there is room for it.
  mutating func node(of key: Text, behind parent: Int) -> Branch {
    var child = unsafe nodes[parent].firstChild
    while child >= 0 {
      if unsafe nodes[child].key == key {
        unsafe nodes[parent].guess = child
        return .node(child)
      }
      child = unsafe nodes[child].sibling
    }
    if contains(key, upTo: parent) { return .duplicate }
    guard count < Self.limits.nodes, unsafe nodes[parent].depth < Self.limits.path,
      unsafe nodes[parent].childCount < Self.limits.branches
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
    var node = unsafe Node(key: key, parent: parent, depth: nodes[parent].depth + 1)
    node.isOfRecord = unsafe nodes[parent].isOfRecord
    node.isSkipped = node.isOfRecord && selection?.contains(key) == false
    node.sibling = unsafe nodes[parent].firstChild
    unsafe (nodes + count).initialize(to: node)
    unsafe nodes[parent].firstChild = count
    unsafe nodes[parent].guess = count
    unsafe nodes[parent].childCount += 1
    count += 1
    return count - 1
  }

  private mutating func grow() {
    let moved = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    unsafe moved.moveInitialize(from: nodes, count: count)
    unsafe nodes.deallocate()
    unsafe nodes = unsafe moved
    capacity *= 2
  }

  private func contains(_ key: Text, upTo last: Int) -> Bool {
    var node = last
    while unsafe nodes[node].parent >= 0 {
      if unsafe nodes[node].key == key { return true }
      node = unsafe nodes[node].parent
    }
    return false
  }

  /// Whether the value of the key at a node is passed over.
  @inline(__always)
  func isSkipped(_ node: Int) -> Bool { unsafe nodes[node].isSkipped }

  /// The keys on the path to a node whose values are read.
  func keys(upTo last: Int) -> [Text] {
    var keys: [Text] = []
    var node = last
    while unsafe nodes[node].parent >= 0 {
      if unsafe !nodes[node].isSkipped { unsafe keys.append(nodes[node].key) }
      node = unsafe nodes[node].parent
    }
    return keys.reversed()
  }

  /// The shape of the objects that end with a node.
  @inline(__always)
  mutating func shape(endingAt node: Int) -> ObjectShape {
    if let shape = unsafe nodes[node].shape { return shape }
    return makeShape(endingAt: node)
  }

  /// Whether an object has the shape of those that end with a node.
  @inline(__always)
  func isShape(of object: borrowing Object, endingAt node: Int) -> Bool {
    unsafe object.slots.withUnsafeBufferPointer { slots in
      guard let start = slots.baseAddress, slots.count > 0,
        case .shape(let shape) = unsafe start.pointee
      else { return false }
      return unsafe shape === nodes[node].shape
    }
  }

  @inline(never)
  private mutating func makeShape(endingAt node: Int) -> ObjectShape {
    let shape = ObjectShape(shared: keys(upTo: node))
    unsafe nodes[node].shape = shape
    return shape
  }
}

extension ShapeTree.Node {
  init(key: Text, parent: Int, depth: Int) {
    (self.key, self.parent, self.depth) = (key, parent, depth)
    let label = [.quote] + key.utf8 + [.quote, .colon]
    // A key that is written with escapes stands nowhere as it is.
    let isWrittenPlainly = key.utf8.allSatisfy { $0 >= .space && $0 != .quote && $0 != .backslash }
    length = isWrittenPlainly && label.count <= 16 ? label.count : 0
    (low, lowMask) = Self.word(label.prefix(8))
    (high, highMask) = Self.word(label.dropFirst(8).prefix(8))
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> (word: UInt64, mask: UInt64) {
    (
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) },
      bytes.count < 8 ? 1 << UInt64(bytes.count * 8) - 1 : .max
    )
  }
}
