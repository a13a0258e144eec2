public import StreamModels

/// The explanation of one kind of mistake: its meaning, a file that contains it, and a corrected
/// file.
public struct Explanation: Sendable {
  /// A stream file of an example.
  public struct File: Sendable, Hashable {
    /// The name of the file.
    public let name: String
    /// The text of the file.
    public let text: String
  }

  /// The code that is explained.
  public let code: DiagnosticCode
  /// The mistake in a few words, on one line.
  public let summary: String
  /// The meaning of the mistake, and the reason why it is a mistake.
  public let paragraphs: [String]
  /// The smallest file that contains the mistake, and the files that it names.
  public let example: [File]
  /// The exact message about the first file of `example`.
  public let message: String
  /// The same files without the mistake.
  public let repaired: [File]

  package init(
    _ code: DiagnosticCode, _ summary: String, _ paragraphs: String..., example: [File],
    message: String, repaired: [File]
  ) {
    self.code = code
    self.summary = summary
    self.paragraphs = paragraphs
    self.example = example
    self.message = message
    self.repaired = repaired
  }
}

extension Explanation {
  /// The width of a page in columns.
  package static let width = 80

  /// The explanation as a page of plain text, no wider than `width`, that ends with a line break.
  public var page: String {
    var parts = ["\(code.number) \(code.rawValue): \(summary)".wrapped()]
    parts += paragraphs.map { $0.wrapped() }
    parts += Self.shown(example, ending: "has the mistake:")
    parts.append("It is reported as:")
    parts.append(
      "\(message) [\(code.rawValue)]".split(separator: "\n").map {
        String($0).wrapped(indentation: 4, continuation: 8)
      }.joined(separator: "\n"))
    parts += Self.shown(repaired, ending: "is accepted:")
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func shown(_ files: [File], ending: String) -> [String] {
    files.enumerated().flatMap { index, file in
      [
        index == 0 ? "This \(file.name) \(ending)" : "with this \(file.name) beside it:",
        file.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          "    \(line.shortenedInTheMiddle(to: width - 4))"
        }.joined(separator: "\n"),
      ]
    }
  }
}

extension String {
  /// Returns the text in lines that fit on a page, broken between words.
  fileprivate func wrapped(indentation: Int = 0, continuation: Int = 0) -> String {
    var lines: [String] = []
    var line = String(repeating: " ", count: indentation)
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > Explanation.width {
        lines.append(line)
        line = String(repeating: " ", count: continuation)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}

extension Substring {
  /// Returns the line or, if it is too long, its beginning and its end.
  fileprivate func shortenedInTheMiddle(to limit: Int) -> String {
    guard count > limit else { return String(self) }
    return "\(prefix(limit / 2 - 2)) … \(suffix(limit / 2 - 1))"
  }
}
