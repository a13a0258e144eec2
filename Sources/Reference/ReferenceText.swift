/// The reference as plain text.
package struct ReferenceText {
  private let width: Int

  /// - Parameter columns: The width of the terminal, if there is one.
  package init(columns: Int?) {
    width = max(40, min(columns ?? 80, 100))
  }

  package func list(of kind: ReferenceKind) -> String {
    let entries = kind.entries
    let column = table(of: entries).column(limit: width / 2 - 8)
    var parts = [folded(kind.introduction)]
    for group in entries.grouped {
      let lines = table(of: group.entries).lines(width: width, column: column)
      parts.append((group.heading.map { ["\($0):"] } ?? []) + lines)
    }
    parts.append(folded("'stream-run explain NAME' describes one of them in full."))
    return joined(parts)
  }

  private func table(of entries: [ReferenceEntry]) -> TextTable {
    TextTable(entries.map { ($0.label, $0.summary) })
  }

  /// The names of all kinds, without their summaries.
  package var overview: String {
    let lists = ReferenceKind.allCases.map { kind in
      let names = kind.names.sorted().joined(separator: ", ").folded(to: width - 2)
      return ["\(kind.rawValue):"] + names.map { "  \($0)" }
    }
    return joined(
      lists + [
        folded(
          "'stream-run explain NAME' describes one of them, and 'stream-run explain --kind "
            + "operator' lists those of a kind with their summaries.")
      ])
  }

  package func page(of entry: ReferenceEntry) -> String {
    if let page = entry.page { return page }
    let usage = entry.usage.flatMap { form in
      form.folded(to: width - 4).enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element }
    }
    var parts = [folded("\(entry.name): \(entry.summary)"), usage]
    if !entry.otherNames.isEmpty {
      parts.append(folded("elsewhere: \(entry.otherNames.joined(separator: ", "))"))
    }
    if !entry.parameters.isEmpty {
      parts.append(["\(entry.parameterNoun)s:"] + parameters(of: entry))
    }
    if let remark = entry.remark { parts.append(folded(remark)) }
    parts.append([entry.examples.count == 1 ? "example:" : "examples:"])
    for (index, part) in entry.examples.joined().enumerated() {
      switch part {
      case _ where index == 0, .meanings: parts[parts.count - 1] += lines(of: part)
      case .drawing, .json: parts.append(lines(of: part))
      }
    }
    return joined(parts)
  }

  private func parameters(of entry: ReferenceEntry) -> [String] {
    let column = entry.parameters.map(\.name.count).max() ?? 0
    return entry.parameters.flatMap { parameter in
      let type = parameter.expectation + (parameter.isOptional ? "; optional" : "")
      let first = TextTable([(parameter.name, type)]).lines(width: width, column: column)
      return first + TextTable([("", parameter.summary)]).lines(width: width, column: column)
    }
  }

  private func lines(of part: ReferenceEntry.Part) -> [String] {
    switch part {
    case .drawing(let lines): lines.map { "  \($0)" }
    case .meanings(let meanings):
      "where \(meanings.map { "\($0.symbol) is \($0.value)" }.joined(separator: ", "))"
        .folded(to: width - 2).map { "  \($0)" }
    case .json(let value): JSONLayout.lines(of: value).map { "  \($0)" }
    }
  }

  private func folded(_ text: String) -> [String] { text.folded(to: width) }

  private func joined(_ parts: [[String]]) -> String {
    parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}

extension [ReferenceEntry] {
  /// The entries under the headings of their categories, in order.
  package var grouped: [(heading: String?, entries: [ReferenceEntry])] {
    var headings: [String?] = []
    for entry in self where !headings.contains(entry.category) { headings.append(entry.category) }
    return headings.map { heading in (heading, filter { $0.category == heading }) }
  }
}
