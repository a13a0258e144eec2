import Platform

/// Prints a part of the reference, derived from the registries: a list, or everything about a name.
struct ListCommand {
  let kind: ReferenceKind
  /// An existing name; nil for a list.
  let name: String?
  let format: ListFormat

  var text: String {
    let entries = kind.entries
    let named = entries.filter { $0.name == name }
    switch format {
    case .json:
      return (name == nil ? entries : named).map { "\($0.json.text)\n" }.joined()
    case .text:
      let text = ReferenceText(columns: FileDescriptor.standardOutput.columns)
      return name == nil ? text.list(of: kind, entries) : named.map(text.page).joined()
    case .markdown:
      let markdown = ReferenceMarkdown(kind: kind)
      return name == nil ? markdown.list(of: entries) : named.map(markdown.section).joined()
    }
  }
}
