import Values

/// Documentation comments of written Swift.
enum SwiftComment {
  /// Returns paragraphs as a documentation comment, wrapped at the margin.
  static func lines(of paragraphs: [String], indent: Int) -> String {
    let margin = SwiftCode.blank(indent) + "///"
    let blocks = paragraphs.map { paragraph in
      wrapped(paragraph, width: SwiftCode.width - indent - 4).map { "\(margin) \($0)\n" }.joined()
    }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\(margin)\n")
  }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      let next = String(word).onOneLine
      if !line.isEmpty, line.count + next.count + 1 > width {
        lines.append(line)
        line = next
      } else {
        line += line.isEmpty ? next : " \(next)"
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
