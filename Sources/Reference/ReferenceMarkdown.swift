/// The reference as Markdown, for the pages of the documentation.
package struct ReferenceMarkdown {
  private let kind: ReferenceKind

  package init(kind: ReferenceKind) {
    self.kind = kind
  }

  /// Tables, each below the heading of its category.
  package var list: String {
    kind.entries.grouped.map { group in
      let rows = group.entries.map { entry in
        let calls = entry.calls.map { code($0) }
        return [code(entry.name), calls.joined(separator: separator), prose(entry.summary)]
      }
      let heading = group.heading.map { "### \($0.prefix(1).uppercased())\($0.dropFirst())\n\n" }
      return (heading ?? "") + table([kind.noun, kind.callNoun, kind.summaryHead], rows)
    }.joined(separator: "\n")
  }

  /// Returns a section with everything about a name.
  package func section(of entry: ReferenceEntry) -> String {
    if let page = entry.page {
      return "### \(entry.label)\n\n"
        + block(
          page.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
    }
    var parts = ["### \(entry.name)\n", "\(prose(entry.summary))\n", block(entry.usage)]
    if !entry.otherNames.isEmpty {
      parts.append("Elsewhere: \(entry.otherNames.map(code).joined(separator: ", "))\n")
    }
    if !entry.parameters.isEmpty {
      parts.append(
        table(
          [entry.parameterNoun, "type", "meaning"],
          entry.parameters.map { parameter in
            let type = parameter.expectation + (parameter.isOptional ? "; optional" : "")
            return [code(parameter.name), prose(type), prose(parameter.summary)]
          }))
    }
    if let remark = entry.remark { parts.append("\(prose(remark))\n") }
    parts += entry.examples.joined().map(text)
    return parts.joined(separator: "\n")
  }

  /// Signatures are separate items; forms are alternatives.
  private var separator: String { kind == .functions ? ", " : " or " }

  private func text(of part: ReferenceEntry.Part) -> String {
    switch part {
    case .drawing(let lines): block(lines)
    case .meanings(let meanings):
      "where \(meanings.map { "\(code($0.symbol)) is \(code($0.value))" }.joined(separator: ", "))\n"
    case .json(let value): block(JSONLayout.lines(of: value), "json")
    }
  }

  private func block(_ lines: [String], _ language: String = "text") -> String {
    "```\(language)\n\(lines.joined(separator: "\n"))\n```\n"
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let rule = head.map { _ in "---" }
    let lines = ["| \(head.joined(separator: " | ")) |", "|\(rule.joined(separator: "|"))|"]
    return (lines + rows.map { "| \($0.map(cell).joined(separator: " | ")) |" })
      .map { "\($0)\n" }.joined()
  }

  /// Returns the text of a cell. A bar is escaped because it would end the cell, even in code.
  private func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: #"\|"#)
  }

  private func code(_ text: String) -> String { "`\(text)`" }

  /// Returns text without markup, except that names in single quotes become code.
  private func prose(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let parts = word.split(separator: "'", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty else { return escaped(word) }
      return code(String(parts[1])) + escaped(parts[2])
    }.joined(separator: " ")
  }

  private func escaped(_ text: Substring) -> String {
    String(text.flatMap { #"\`*_<>[]#"#.contains($0) ? ["\\", $0] : [$0] })
  }
}
