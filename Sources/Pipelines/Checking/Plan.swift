import Values

/// What a program does, as a list of nodes, each of which refers only to nodes before it.
///
/// A list and not a tree: a file may nest names a hundred thousand deep, and neither building nor
/// releasing a plan may follow that with the stack.
struct Plan: Sendable {
  enum Node: Sendable {
    /// The items of a `stream`.
    case items(ItemsPlan)
    /// Stands for the value of an item, in the plan of an operator list.
    case item
    /// Moves everything later, by nanoseconds.
    case delay(input: Int, nanoseconds: Int64)
    /// Makes at most one value of each, without a clock.
    case transform(input: Int, Transform)
  }

  private(set) var nodes: [Node] = []

  /// Adds a node, and tells its place.
  mutating func append(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}

/// The items of a `stream` in columns, their operator lists compiled once each.
struct ItemsPlan: Sendable {
  var values: [Value]
  /// For each item, its list in `lists`.
  var listNumbers: [UInt32]
  var lists: [ItemRoute]
}
