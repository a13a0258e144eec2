import Editing
import Pipelines
import Values

/// A document with mistakes, changed so that it can be played. An operator with a mistake passes
/// values on unchanged, and records arrive at once if the expression of their time has a mistake.
struct PlayableText {
  /// The changed text. It is unchanged if the mistakes are elsewhere.
  private(set) var source: SourceText

  /// The limit on the number of attempts, because a mistake may hide others.
  private static let attempts = 4

  init(_ source: SourceText, naming texts: DocumentTexts) {
    self.source = source
    for _ in 0..<Self.attempts {
      let validation = Validation(of: self.source, texts: texts, includesTests: false)
      let mistakes = validation.diagnostics.items.filter {
        $0.severity == .error && $0.location?.file == source.name
      }
      let edits = Self.edits(of: mistakes, in: self.source)
      if edits.isEmpty { return }
      self.source = SourceText(name: source.name, bytes: edits.applied(to: self.source))
    }
  }

  private static func edits(of mistakes: [Diagnostic], in source: SourceText) -> [TextEdit] {
    guard !mistakes.isEmpty else { return [] }
    let index = SyntaxIndex(source)
    var edits: [Int: TextEdit] = [:]
    for mistake in mistakes {
      guard let offset = mistake.location?.offset,
        let (node, text) = index.replacement(around: index.syntax.node(containing: offset))
      else { continue }
      edits[node] = TextEdit(range: index.syntax.nodes[node].range, text: text)
    }
    return edits.filter { node, _ in !index.hasAncestor(of: node, in: edits) }.map(\.value)
      .inTextOrder
  }
}

extension SyntaxIndex {
  /// The innermost part around a node that can be left out, and the text that replaces it.
  fileprivate func replacement(around node: Int) -> (node: Int, text: String)? {
    var next: Int? = node
    while let inner = next {
      switch slots[inner] {
      case .operatorUse: return (inner, #"{"map": {"expression": "$0"}}"#)
      case .tests: return (inner, "[]")
      case .expectation: return (inner, #""|""#)
      // The time of records. If it is not correct, all records arrive at once.
      case .leaf(.expression) where syntax.nodes[inner].parent.map(isModel) ?? false:
        return (inner, #""0""#)
      default: next = syntax.nodes[inner].parent
      }
    }
    return nil
  }

  fileprivate func hasAncestor(of node: Int, in edits: [Int: TextEdit]) -> Bool {
    var next = syntax.nodes[node].parent
    while let outer = next {
      if edits[outer] != nil { return true }
      next = syntax.nodes[outer].parent
    }
    return false
  }
}
