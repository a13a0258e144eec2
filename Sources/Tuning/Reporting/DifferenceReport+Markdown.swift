import Values

extension DifferenceReport {
  /// The report as Markdown that fits a comment of a review.
  package var markdown: String {
    var lines = [
      "**\(Self.escaped(summary))** (\(Self.code(names.old)) → \(Self.code(names.new)), "
        + "\(difference.newRecordCount) records)", "",
      "| output | old | new | same | came | went | moved | changed |",
      "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += difference.outputs.map { output in
      let counts =
        [output.oldCount, output.newCount, output.sameCount]
        + EventChange.Kind.allCases.map { output.changes($0).count }
      let name = output.name.isEmpty ? "the stream" : Self.code(output.name)
      return "| \(name) | " + counts.map { "\($0)" }.joined(separator: " | ") + " |"
    }
    for output in difference.touched { lines += [""] + self.lines(of: output) }
    if let firstSentence { lines += ["", Self.sentence(firstSentence)] }
    if let reasons {
      lines += Self.details("Why, in the old version", reasons.old)
      lines += Self.details("Why, in the new version", reasons.new)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of output: Difference.Output) -> [String] {
    var lines: [String] = []
    if difference.outputs.count > 1 {
      lines += ["#### " + (output.name.isEmpty ? "The stream" : Self.code(output.name)), ""]
    }
    for kind in EventChange.Kind.allCases {
      let changes = output.changes(kind)
      lines += changes.first.map { "- \(kind.rawValue) \(Self.escaped(phrase(of: $0)))" }
      let more = changes.count - changes.first.count
      if more > 0 { lines.append("- … and \(more) more \(kind.rawValue)") }
      if let worst = changes.worst, worst != changes.first.first {
        lines.append("- the greatest \(kind.rawValue) \(Self.escaped(phrase(of: worst)))")
      }
    }
    if let end = endSentence(of: output) { lines.append("- the ends differ: \(Self.escaped(end))") }
    let picture = picture(of: output, width: 80)
    return lines + (picture.isEmpty ? [] : [""] + Self.fenced(picture.split(separator: "\n")))
  }

  private static func details(_ summary: String, _ lines: [String]) -> [String] {
    ["", "<details><summary>\(summary)</summary>", ""] + fenced(lines) + ["", "</details>"]
  }

  /// Returns lines as a block of code, whose fence is longer than any in them.
  private static func fenced(_ lines: [some StringProtocol]) -> [String] {
    let longest = lines.map { $0.split { $0 != "`" }.map(\.count).max() ?? 0 }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + "text"] + lines.map { String($0) } + [fence]
  }

  private static func code(_ text: String) -> String {
    let text = text.onOneLine
    return text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  private static func sentence(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst() + ".")
  }

  /// Returns text in which no character has a meaning in Markdown.
  private static func escaped(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\`*_{}[]<>#|~".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
