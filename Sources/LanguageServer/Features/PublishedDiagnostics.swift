import Editing
import Pipelines
import Values

/// The mistakes of a document in the form of the protocol, as far as they are known.
struct PublishedDiagnostics {
  private let document: Document
  /// The version of the document that the mistakes are about.
  private let analysis: Analysis
  private let findings: Findings
  /// The change of the document since then; nil if there has been none.
  private let shift: TextShift?
  private let workspace: Workspace
  private let client: ClientCapabilities

  init(
    _ document: Document, _ known: Analysis.Known, in workspace: Workspace,
    for client: ClientCapabilities
  ) {
    self.document = document
    (findings, analysis, shift) = (known.findings, known.analysis, known.shift)
    self.workspace = workspace
    self.client = client
  }

  var items: [Value] { found.map(\.value) }

  /// A mistake with its place in the document.
  struct Item {
    let diagnostic: Diagnostic
    let range: Range<Int>
    let value: Value
  }

  /// The mistakes of the document, in the order of the text. If the text is not JSON, the syntax
  /// mistake comes first, followed by the mistakes that do not depend on the damage.
  var found: [Item] {
    guard !analysis.isForeign else { return [] }
    var diagnostics: [(Diagnostic, Int)] = []
    let repaired = findings.repaired
    if let mistake = findings.syntaxMistake {
      diagnostics.append((mistake, mistake.location?.offset ?? 0))
    }
    for diagnostic in findings.diagnostics.items {
      guard let place = place(of: diagnostic) else { continue }
      let original = repaired.originalOffset(of: place)
      if !repaired.isUnchanged, repaired.isRepaired(at: original) || isDamaged(at: original) {
        continue
      }
      diagnostics.append((diagnostic, original))
    }
    return diagnostics.compactMap { item($0, at: $1) }
  }

  /// The offset of a mistake in the repaired text. For a mistake in a file that the document names,
  /// it is the offset of the name of that file.
  private func place(of diagnostic: Diagnostic) -> Int? {
    guard let location = diagnostic.location else { return 0 }
    if location.file == document.source.name { return location.offset }
    guard let naming = diagnostic.namedAt, naming.file == document.source.name else { return nil }
    return naming.offset
  }

  private func isDamaged(at offset: Int) -> Bool {
    let node = analysis.index.syntax.nodes[analysis.index.syntax.node(containing: offset)]
    switch node.kind {
    case .missing, .damaged: return true
    case .string: return !node.isClosed
    default: return false
    }
  }

  /// The mistake as it is shown; nil if the text around it has changed.
  private func item(_ diagnostic: Diagnostic, at offset: Int) -> Item? {
    let isHere = diagnostic.location?.file == document.source.name || diagnostic.location == nil
    guard let range = present(range(of: diagnostic, at: offset, isHere: isHere)) else { return nil }
    var message = diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
    if !isHere, let location = diagnostic.location {
      message = "\(location.file):\(location.line):\(location.column): \(message)"
    }
    let related = client.takesRelatedInformation ? relatedInformation(of: diagnostic) : []
    return Item(
      diagnostic: diagnostic, range: range,
      value: .members([
        "range": document.lines.value(of: range),
        "severity": Value(diagnostic.severity == .error ? 1 : 2),
        "code": Value(diagnostic.code.rawValue), "source": "stream-run",
        "message": Value(message),
        "relatedInformation": related.isEmpty ? nil : .array(related),
      ]))
  }

  /// The place in the current text of a range of the text that the mistakes are about.
  private func present(_ range: Range<Int>) -> Range<Int>? {
    guard let shift else { return range }
    return shift.present(range)
  }

  /// The text to underline: a part of an expression, a string, a key, or the beginning of anything
  /// else.
  private func range(of diagnostic: Diagnostic, at offset: Int, isHere: Bool) -> Range<Int> {
    if isHere, let end = diagnostic.end {
      // The syntax mistake is a mistake of the original text. All others are mistakes of the
      // repaired text.
      let last =
        diagnostic.code == .syntax ? end.offset : findings.repaired.originalOffset(of: end.offset)
      if last > offset { return offset..<last }
    }
    let node = analysis.index.syntax.nodes[analysis.index.syntax.node(containing: offset)]
    guard !isHere, node.kind == .string, node.range.lowerBound == offset else {
      return rangeOfToken(at: offset)
    }
    return node.range
  }

  /// The word at an offset, or the byte there; at the end of a line, the end of the line.
  private func rangeOfToken(at offset: Int) -> Range<Int> {
    let bytes = analysis.source.bytes
    let start = min(max(offset, 0), bytes.count)
    var end = start
    while end < bytes.count, bytes[end].isPartOfWord { end += 1 }
    if end == start, end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return start..<end
  }

  /// Further places that belong to a mistake, and its place in another file.
  private func relatedInformation(of diagnostic: Diagnostic) -> [Value] {
    var places = diagnostic.notes.compactMap { note in
      note.location.map { ($0, note.message) }
    }
    if let location = diagnostic.location, location.file != document.source.name {
      places.insert((location, diagnostic.message), at: 0)
    }
    return places.compactMap { location, message in
      guard let range = relatedRange(at: location) else { return nil }
      return [
        "location": ["uri": Value(workspace.uri(ofFile: location.file).text), "range": range],
        "message": Value(message),
      ]
    }
  }
}

extension PublishedDiagnostics {
  /// The place of a further location, in this document or in another one; nil if it no longer
  /// exists.
  private func relatedRange(at location: SourceLocation) -> Value? {
    if location.file == document.source.name {
      let offset = findings.repaired.originalOffset(of: location.offset)
      return present(offset..<offset).map(document.lines.value(of:))
    }
    guard let source = workspace.source(ofFile: location.file) else { return nil }
    return workspace.lines(of: source).value(of: location.offset..<location.offset)
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit, `_`, `$`, or a part of a non-ASCII scalar.
  fileprivate var isPartOfWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }
}
