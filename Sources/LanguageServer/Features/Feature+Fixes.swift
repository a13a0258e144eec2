import Editing
import Pipelines
import Values

/// Fixes for mistakes, for the client to apply.
extension Feature {
  func codeActions() -> Value {
    let asked = document.range(parameters["range"]) ?? 0..<document.source.count
    let only = parameters["context"]?["only"]?.elements?.compactMap(\.text)
    guard only?.contains(where: "quickfix".hasPrefix) ?? true else { return .array([]) }
    guard let known = analysis.known else { return .array([]) }
    let published = PublishedDiagnostics(document, known, in: workspace, for: client)
    return .array(
      published.found.filter { item in
        item.range.lowerBound <= asked.upperBound && asked.lowerBound <= item.range.upperBound
      }.compactMap(fix))
  }

  /// The fix for a mistake whose hint names what was probably meant; nil for any other mistake.
  private func fix(_ item: PublishedDiagnostics.Item) -> Value? {
    guard let name = item.diagnostic.suggestedName,
      let edit = edit(of: item, to: name)
    else { return nil }
    let change: Value = ["range": value(edit.range), "newText": Value(edit.text)]
    return [
      "title": Value("Change to '\(name)'"), "kind": "quickfix", "isPreferred": true,
      "diagnostics": [item.value],
      "edit": ["changes": .object(Object([Member(key: Text(document.uri.text), value: [change])]))],
    ]
  }

  /// The edit that replaces the name that the mistake is about with another name.
  private func edit(of item: PublishedDiagnostics.Item, to name: String) -> TextEdit? {
    let spelling = String(Value(name).description.dropFirst().dropLast())
    let text = document.source.text(item.range)
    // The message quotes the name as it was found. Only that name is replaced.
    for quoted in item.diagnostic.quotedNames {
      let found = String(Value(quoted).description.dropFirst().dropLast())
      guard let start = text.utf8Offset(of: found) else { continue }
      let lower = item.range.lowerBound + start
      return TextEdit(range: lower..<lower + found.utf8.count, text: spelling)
    }
    let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1
    if isQuoted { return TextEdit(range: index.contents(of: item.range), text: spelling) }
    return item.range.isEmpty ? nil : TextEdit(range: item.range, text: spelling)
  }
}

extension Diagnostic {
  /// The name in a hint of the form "did you mean 'filter'?"; nil for any other hint.
  fileprivate var suggestedName: String? {
    let (beginning, end) = ("did you mean '", "'?")
    guard let hint, hint.hasPrefix(beginning), hint.hasSuffix(end) else { return nil }
    return String(hint.dropFirst(beginning.count).dropLast(end.count))
  }

  /// The names in single quotes of the message, in order.
  fileprivate var quotedNames: [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 && !$0.element.isEmpty }
      .map { String($0.element) }
  }
}

extension String {
  /// The offset in bytes of the first occurrence of a string.
  fileprivate func utf8Offset(of text: String) -> Int? {
    let (all, part) = (Array(utf8), Array(text.utf8))
    guard !part.isEmpty, part.count <= all.count else { return nil }
    return (0...all.count - part.count).first { all[$0..<$0 + part.count].elementsEqual(part) }
  }
}
