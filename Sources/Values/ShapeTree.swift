/// The shapes of the objects that a reader has found. It is a tree in which each path from the root
/// is the beginning of a list of keys.
///
/// Reading an object follows a path through the tree. The key that followed last time is compared
/// with the text in place, two words at a time. As long as it matches, no key is looked up, hashed
/// or created, and no key can be a duplicate, because no path contains a key twice. The size of the
/// tree is limited: an object whose keys do not fit in it gets a separate shape.
@safe struct ShapeTree: ~Copyable {
  /// The maximum numbers of keys: in the tree, on one path, and after one key.
  static let limits = (nodes: 4096, path: 256, branches: 16)

  static let root = 0

  /// The root for records. It is a separate one if only some of their fields are read.
  let recordRoot: Int
  /// The fields of records that are read; nil for all.
  private let selection: Set<Text>?

  fileprivate struct Node {
    let key: Text
    /// The written form of the key, with quotes and colon, of which up to sixteen bytes are stored
    /// as two words. The masks select the bytes that count.
    let low: UInt64
    let high: UInt64
    let lowMask: UInt64
    let highMask: UInt64
    /// The length of that form in bytes; 0 if it is too long, or if the key is written with
    /// escapes.
    let length: Int
    let parent: Int
    let depth: Int
    /// Whether this is a key of a record of which only some fields are read; and whether it is not
    /// one of those fields, so that its value is checked and skipped.
    var isOfRecord = false
    var isSkipped = false
    /// The key that followed this one last time.
    var guess = -1
    /// The first of the keys that have followed this one, and the next key that followed its
    /// parent.
    var firstChild = -1
    var sibling = -1
    var childCount = 0
    /// The shape that ends here, once an object with this shape has been read.
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

  /// Returns the node of the key at `label`, and its length, if it is the key that followed
  /// `parent` last time and is written with quotes and colon and nothing between them. Eight
  /// readable bytes must follow the text.
  @inline(__always)
  func guess(behind parent: Int, _ label: UnsafePointer<UInt8>) -> (node: Int, length: Int)? {
    let guess = unsafe nodes[parent].guess
    guard guess >= 0, unsafe nodes[guess].length > 0,
      unsafe (label.word ^ nodes[guess].low) & nodes[guess].lowMask == 0
    else { return nil }
    // If there is more to compare, the text up to here is at least eight bytes long.
    if unsafe nodes[guess].length > 8,
      unsafe ((label + 8).word ^ nodes[guess].high) & nodes[guess].highMask != 0
    {
      return nil
    }
    return unsafe (guess, nodes[guess].length)
  }

  /// Returns the node of a key after another one. The node is created if there is room for it.
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
    /// The key is already on the path.
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

  /// Whether the value of the key at a node is skipped.
  @inline(__always)
  func isSkipped(_ node: Int) -> Bool { unsafe nodes[node].isSkipped }

  /// Returns the keys on the path to a node, without those whose values are skipped.
  func keys(upTo last: Int) -> [Text] {
    var keys: [Text] = []
    var node = last
    while unsafe nodes[node].parent >= 0 {
      if unsafe !nodes[node].isSkipped { unsafe keys.append(nodes[node].key) }
      node = unsafe nodes[node].parent
    }
    return keys.reversed()
  }

  /// Returns the shape of the objects that end with a node.
  @inline(__always)
  mutating func shape(endingAt node: Int) -> ObjectShape {
    if let shape = unsafe nodes[node].shape { return shape }
    return makeShape(endingAt: node)
  }

  /// Whether an object has the shape that ends with a node.
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
    // A key that is written with escapes never matches byte for byte.
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
