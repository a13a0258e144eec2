package import Values

/// The structure of a JSON text with the place of everything in it, even if the text is unfinished
/// or damaged.
///
/// If the text is not JSON, it is read as the text that was probably intended, with the fewest
/// changes. `repairs` are these changes.
package struct JSONSyntax: Sendable {
  /// A value, with its key if it is a member of an object.
  package struct Node: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case object, array, string, number
      /// `true`, `false` or `null`.
      case literal
      /// A value that is missing. The range is empty, at the place where the value should be.
      case missing
      /// Something other than a value.
      case damaged
    }

    package var kind: Kind
    /// The range of the value. A container that is not closed ends at the place where the text
    /// shows that it must have ended.
    package var range: Range<Int>
    /// The range of the key with its quotes.
    package var key: Range<Int>?
    package var parent: Int?
    package var firstChild: Int?
    package var nextSibling: Int?
    /// Whether a string or a container has an end.
    package var isClosed = true
    /// The position among the elements of an array.
    package var index = 0

    var isContainer: Bool { kind == .object || kind == .array }
  }

  package let source: SourceText
  /// The values in the order of the text, with each container before its contents. The first one is
  /// the document. It is missing if the text has no value.
  package internal(set) var nodes: [Node]
  /// The changes that make the text JSON, in the order of the text.
  package internal(set) var repairs: [TextEdit]

  package init(_ source: SourceText) {
    var tokenizer = JSONTokenizer(source)
    var tokens: [JSONToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    var builder = JSONSyntaxBuilder(source, tokens, repairs: tokenizer.repairs)
    builder.build()
    self.source = source
    nodes = builder.nodes
    repairs = builder.repairs
  }

  /// The contents of a container, in order.
  package func children(of node: Int) -> some Sequence<Int> {
    sequence(state: nodes[node].firstChild) { next in
      defer { next = next.flatMap { nodes[$0].nextSibling } }
      return next
    }
  }

  /// The key of a member; nil for a value that is not a member.
  package func key(of node: Int) -> String? {
    nodes[node].key.map(source.text(inStringAt:))
  }

  /// The text of a string; nil for any other value.
  package func string(at node: Int) -> String? {
    nodes[node].kind == .string ? source.text(inStringAt: nodes[node].range) : nil
  }

  /// The member of an object with a key, or the first one if there are several; nil if there is
  /// none.
  package func member(_ key: String, of node: Int) -> Int? {
    guard nodes[node].kind == .object else { return nil }
    return children(of: node).first { self.key(of: $0) == key }
  }

  /// The path of a value.
  package func path(of node: Int) -> DocumentPath {
    var components: [DocumentPath.Component] = []
    var next: Int? = node
    while let node = next, let parent = nodes[node].parent {
      components.append(
        key(of: node).map { .key(Text($0)) } ?? .index(nodes[node].index))
      next = parent
    }
    return DocumentPath(components.reversed())
  }

  /// The value at the end of a path; nil if there is none.
  package func node(at path: DocumentPath) -> Int? {
    var node = 0
    for component in path.components {
      let child =
        switch component {
        case .key(let key): member(key.string, of: node)
        case .index(let index):
          nodes[node].kind == .array
            ? children(of: node).first { nodes[$0].index == index } : nil
        }
      guard let child else { return nil }
      node = child
    }
    return node
  }

  /// The innermost value whose range or key contains an offset or ends there.
  package func node(containing offset: Int) -> Int {
    var node = 0
    descent: while true {
      for child in children(of: node) {
        let start = nodes[child].key?.lowerBound ?? nodes[child].range.lowerBound
        if start > offset { break }
        guard offset <= nodes[child].range.upperBound else { continue }
        // If two neighbours have no gap between them, the offset belongs to the second one.
        if let next = nodes[child].nextSibling,
          (nodes[next].key ?? nodes[next].range).lowerBound == offset
        {
          continue
        }
        node = child
        continue descent
      }
      return node
    }
  }
}
