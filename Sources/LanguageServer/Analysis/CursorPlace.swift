import Editing
import Values

/// The meaning of an offset in a document, for completion and hovering.
struct CursorPlace {
  enum Kind {
    /// A key of an object: its node, or a place for a new key.
    case key(of: Int, member: Int?)
    /// A value, which may be missing. `range` is the range of the existing value.
    case value(node: Int)
    /// A place for a new element of an array.
    case element(of: Int)
    /// The inside of an expression, at a scalar of its text.
    case expression(node: Int, contents: StringContents, scalar: Int)
    case nothing
  }

  let kind: Kind

  init(_ offset: Int, in index: SyntaxIndex) {
    let syntax = index.syntax
    var number = syntax.node(containing: offset)
    let node = syntax.nodes[number]
    if let key = node.key, let parent = node.parent, key.lowerBound < offset,
      offset < key.upperBound || offset == key.upperBound && !index.isQuoted(key)
    {
      kind = .key(of: parent, member: number)
      return
    }
    // A place before a value, or after a value that is closed, belongs to the container.
    let start = node.key?.lowerBound ?? node.range.lowerBound
    let isBehind =
      offset == node.range.upperBound && node.isClosed && node.kind != .number
      && node.kind != .literal && node.kind != .missing && node.kind != .damaged
    if offset == start && node.kind != .missing || isBehind, let parent = node.parent {
      number = parent
    }
    kind = Self.kind(of: number, offset, in: index)
  }

  private static func kind(of number: Int, _ offset: Int, in index: SyntaxIndex) -> Kind {
    let syntax = index.syntax
    let node = syntax.nodes[number]
    switch node.kind {
    case .object: return node.isAround(offset) ? .key(of: number, member: nil) : .nothing
    case .array: return node.isAround(offset) ? .element(of: number) : .nothing
    case .string:
      guard node.isAround(offset) else { return .nothing }
      guard index.isExpression(number) else { return .value(node: number) }
      let contents = syntax.contents(ofStringAt: node.range)
      return .expression(node: number, contents: contents, scalar: contents.scalar(at: offset))
    case .number, .literal, .damaged, .missing: return .value(node: number)
    }
  }
}

extension JSONSyntax.Node {
  /// Whether an offset is after the beginning of the node, and before its end if it has one.
  fileprivate func isAround(_ offset: Int) -> Bool {
    range.lowerBound < offset && (offset < range.upperBound || !isClosed)
  }
}

extension SyntaxIndex {
  /// Whether a key has quotes on both sides.
  func isQuoted(_ key: Range<Int>) -> Bool {
    key.count > 1 && syntax.source.bytes[key.upperBound - 1] == UInt8(ascii: "\"")
  }

  /// Whether the string at a node is an expression.
  func isExpression(_ node: Int) -> Bool {
    guard syntax.nodes[node].kind == .string else { return false }
    switch slots[node] {
    case .leaf(.expression), .leaf(.sequence): return true
    case .leaf(.data): return isExpressionArgument(node)
    case .declaration: return false
    default: return false
    }
  }

  /// Whether a node is the value of a parameter that is declared as an expression, or sets such a
  /// parameter.
  private func isExpressionArgument(_ node: Int) -> Bool {
    guard let parent = syntax.nodes[node].parent, let name = key(of: node) else { return false }
    switch slots[parent] {
    case .declaration:
      return name == "value"
        && member("type", of: parent).flatMap(syntax.string(at:)) == "expression"
    case .ownArguments(let own):
      guard let (_, model) = definition(of: own, from: homes[node], where: isOperator) else {
        return false
      }
      return declaresExpression(name, model)
    case .with:
      guard let outer = syntax.nodes[parent].parent,
        let from = member("from", of: outer).flatMap(syntax.string(at:)),
        let (_, model) = definition(of: from, from: homes[node])
      else { return false }
      return declaresExpression(name, model)
    default: return false
    }
  }

  private func declaresExpression(_ name: String, _ model: Int) -> Bool {
    guard let declarations = member("parameters", of: model),
      let declaration = member(name, of: declarations)
    else { return false }
    return member("type", of: declaration).flatMap(syntax.string(at:)) == "expression"
  }
}
