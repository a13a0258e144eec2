import Platform
import Values

/// The measures of each value of a document: how wide it is on one line, and whether it may be on
/// one.
///
/// They are taken once, from the last value to the first, so that the layout of a document takes a
/// time that grows with its length, however deeply it nests.
struct FlatWidths {
  /// The keys of the arrays whose elements are steps, events or tests: several are a line each.
  private static let lists: Set<String> = ["operators", "stream", "expect", "tests", "cases"]
  /// The keys of objects that name streams: several are a line each.
  private static let namings: Set<String> = ["definitions"]

  /// The columns of each value on one line, without its key.
  private(set) var columns: [Int]
  /// The columns of the key of each value, with its colon and the blank behind it.
  private(set) var keyColumns: [Int]
  /// The number of the members or elements of each value.
  private(set) var counts: [Int]
  /// Whether a value is an array of scalars, which has no blanks inside its brackets.
  private(set) var isTight: [Bool]
  /// Whether a value must have more than one line.
  private(set) var isBroken: [Bool]
  /// Whether a value is a scalar, or objects with one member around one, which no line break would
  /// make shorter.
  private(set) var isChain: [Bool]

  init(of syntax: JSONSyntax) {
    let nodes = syntax.nodes
    columns = nodes.map { node in
      // Braces with a blank inside each; nothing else of a container counts yet.
      node.isContainer ? (node.firstChild == nil ? 2 : 4) : syntax.source.columns(in: node.range)
    }
    keyColumns = nodes.map { node in node.key.map { syntax.source.columns(in: $0) + 2 } ?? 0 }
    counts = Array(repeating: 0, count: nodes.count)
    isTight = nodes.map { $0.kind == .array }
    isBroken = Array(repeating: false, count: nodes.count)
    isChain = nodes.map { !$0.isContainer }
    // Contents stand behind their containers: in this direction each is done before its container.
    for index in nodes.indices.reversed() {
      if nodes[index].isContainer { finish(index, of: syntax) }
      if let parent = nodes[index].parent { add(index, to: parent, of: nodes) }
    }
  }

  /// Measures a container whose contents have been measured.
  private mutating func finish(_ index: Int, of syntax: JSONSyntax) {
    let node = syntax.nodes[index]
    if isTight[index], counts[index] > 0 { columns[index] -= 2 }
    guard counts[index] > 1 else { return }
    if let key = syntax.key(of: index) {
      if node.kind == .array, Self.lists.contains(key), holdsObjects(index, of: syntax) {
        isBroken[index] = true
      }
      if node.kind == .object, Self.namings.contains(key) { isBroken[index] = true }
    }
    if node.kind == .array, holdsEvents(index, of: syntax) { isBroken[index] = true }
  }

  private mutating func add(_ index: Int, to parent: Int, of nodes: [JSONSyntax.Node]) {
    counts[parent] += 1
    if nodes[index].isContainer { isTight[parent] = false }
    columns[parent] += columns[index] + keyColumns[index] + (counts[parent] > 1 ? 2 : 0)
    if isBroken[index] { isBroken[parent] = true }
    isChain[parent] = counts[parent] == 1 && nodes[parent].kind == .object && isChain[index]
  }

  private func holdsObjects(_ index: Int, of syntax: JSONSyntax) -> Bool {
    syntax.children(of: index).contains { syntax.nodes[$0].kind == .object }
  }

  /// Returns whether the first element is an event: an object whose first key is a time.
  private func holdsEvents(_ index: Int, of syntax: JSONSyntax) -> Bool {
    guard let element = syntax.nodes[index].firstChild, syntax.nodes[element].kind == .object,
      let member = syntax.nodes[element].firstChild
    else { return false }
    return syntax.key(of: member) == "time" && counts[element] > 1
  }
}

extension SourceText {
  /// Returns the number of columns of a text on one line of a terminal.
  func columns(in range: Range<Int>) -> Int {
    let bytes = bytes[range]
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    return String(decoding: bytes, as: UTF8.self).reduce(0) { $0 + $1.columns }
  }
}
