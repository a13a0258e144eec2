import Editing
import Pipelines
import Values

/// The symbols of a document, and hints between its words.
extension Feature {
  // MARK: - Symbols

  func documentSymbols() -> Value {
    let symbols = symbols(of: 0)
    return .array(client.takesNestedSymbols ? symbols : symbols.flatMap { flat($0, in: nil) })
  }

  /// A symbol and the symbols inside it, one after another, for clients that do not support nested
  /// symbols.
  private func flat(_ symbol: Value, in container: Value?) -> [Value] {
    let location: Value = .members([
      "uri": Value(document.uri.text), "range": symbol["range"],
    ])
    let own: Value = .members([
      "name": symbol["name"], "kind": symbol["kind"], "location": location,
      "containerName": container,
    ])
    let children = symbol["children"]?.elements ?? []
    return [own] + children.flatMap { flat($0, in: symbol["name"]) }
  }

  /// The kinds of the protocol that are used here.
  private enum SymbolKind: Int {
    case method = 6
    case property = 7
    case function = 12
    case variable = 13
    case event = 24
    case operation = 25
  }

  private func symbols(of model: Int) -> [Value] {
    var found: [Value] = []
    for member in syntax.children(of: model) {
      guard let name = index.key(of: member) else { continue }
      switch index.slots[member] {
      case .definitions:
        found += syntax.children(of: member).map { node in
          symbol(
            index.key(of: node) ?? "", index.isOperator(node) ? .function : .event, node,
            children: symbols(of: node))
        }
      case .declarations:
        found += syntax.children(of: member).map {
          symbol(index.key(of: $0) ?? "", .variable, $0, detail: text(of: $0))
        }
      case .operators: found += operators(of: member)
      case .tests:
        found += syntax.children(of: member).map { node in
          let name = index.member("name", of: node).flatMap(syntax.string(at:))
          return symbol(name ?? "test \(syntax.nodes[node].index + 1)", .method, node)
        }
      case .outputs:
        found += syntax.children(of: member).map {
          symbol(index.key(of: $0) ?? "", .property, $0)
        }
      default:
        if SyntaxIndex.sources.contains(name) {
          found.append(symbol(name, .event, member, detail: text(of: member)))
        }
      }
    }
    return found
  }

  private func operators(of list: Int) -> [Value] {
    syntax.children(of: list).compactMap { node in
      guard let use = operatorMember(of: node), let name = index.key(of: use) else { return nil }
      let inner = syntax.children(of: use).filter {
        if case .operators? = index.slots[$0] { true } else { false }
      }
      return symbol(
        name, .operation, node, detail: text(of: use), children: inner.flatMap(operators))
    }
  }

  /// The member of an operator's object that is the operator.
  private func operatorMember(of node: Int) -> Int? {
    syntax.children(of: node).first { !(index.key(of: $0)?.hasPrefix("$") ?? true) }
  }

  private func symbol(
    _ name: String, _ kind: SymbolKind, _ node: Int, detail: String? = nil, children: [Value] = []
  ) -> Value {
    let selection = syntax.nodes[node].key ?? syntax.nodes[node].range
    let whole = selection.lowerBound..<syntax.nodes[node].range.upperBound
    // Some clients reject an empty name.
    return .object(
      Object(
        shape: Self.symbolShape,
        [
          Value(name.isEmpty ? "''" : name), Value(kind.rawValue), Value(detail ?? ""),
          value(whole), value(selection), .array(children),
        ]))
  }

  /// A long document has thousands of symbols.
  private static let symbolShape = ObjectShape(
    shared: ["name", "kind", "detail", "range", "selectionRange", "children"])

  // MARK: - Hints

  /// The type of the values that each operator emits, shown after the operator.
  func inlayHints() -> Value {
    // Hints that may be out of date are shown only if they can be replaced.
    if !client.refreshesHints { analysis.check() }
    let range = document.range(parameters["range"]) ?? 0..<document.source.count
    var hints: [Value] = []
    for node in syntax.nodes.indices {
      guard case .operatorUse? = index.slots[node], syntax.nodes[node].kind == .object,
        range.lowerBound <= syntax.nodes[node].range.upperBound,
        syntax.nodes[node].range.lowerBound <= range.upperBound,
        let use = operatorMember(of: node), let types = analysis.types(of: use)
      else { continue }
      hints.append([
        "position": document.lines.position(of: syntax.nodes[node].range.upperBound).value,
        "label": Value("→ \(types.output)"), "kind": 1, "paddingLeft": true,
      ])
    }
    return .array(hints)
  }
}
