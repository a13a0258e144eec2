/// Prints a part of the reference, made from the registries: a list, or all about a name.
struct ListCommand {
  let kind: ReferenceKind
  /// Nil for a list; a name that there is.
  let name: String?
  let format: ListFormat

  var text: String {
    let entries = kind.entries
    let named = entries.filter { $0.name == name }
    switch format {
    case .json:
      return (name == nil ? entries : named).map { "\($0.json.text)\n" }.joined()
    case .text:
      let text = ReferenceText(columns: Descriptor.standardOutput.columns)
      return name == nil ? text.list(of: kind, entries) : named.map(text.page).joined()
    case .markdown:
      let markdown = ReferenceMarkdown(kind: kind)
      return name == nil ? markdown.list(of: entries) : named.map(markdown.section).joined()
    }
  }
}
