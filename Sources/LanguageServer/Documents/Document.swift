import Editing
package import Values

/// An open document, with the text that the client has.
package struct Document {
  package let uri: DocumentURI
  package private(set) var version: Int
  package private(set) var source: SourceText
  private(set) var lines: LineTable
  private let encoding: PositionEncoding

  init(_ uri: DocumentURI, version: Int, text: String, encoding: PositionEncoding) {
    self.uri = uri
    self.version = version
    self.encoding = encoding
    source = SourceText(name: uri.name, Self.withoutMark(text, encoding))
    lines = LineTable(source, encoding)
  }

  /// Makes the changes of a notification, one after another.
  ///
  /// Changes from the end of the text to its beginning, such as those of most formatters, are made
  /// at once, because each is at a place that the previous changes have not moved.
  mutating func change(_ changes: [Value], version: Int) {
    var edits: [TextEdit] = []
    for change in changes {
      guard let text = change["text"]?.text else { continue }
      guard var range = self.range(change["range"]) else {
        edits = []
        set(SourceText(name: uri.name, Self.withoutMark(text, encoding)))
        continue
      }
      if let last = edits.last, range.upperBound >= last.range.lowerBound {
        make(&edits)
        range = self.range(change["range"]) ?? range
      }
      edits.append(TextEdit(range: range, text: text))
    }
    make(&edits)
    self.version = version
  }

  private mutating func make(_ edits: inout [TextEdit]) {
    guard !edits.isEmpty else { return }
    set(SourceText(name: uri.name, bytes: edits.applied(to: source)))
    edits = []
  }

  private mutating func set(_ source: SourceText) {
    self.source = source
    lines = LineTable(source, encoding)
  }

  /// Returns the text with blanks in place of a byte order mark, which counts in positions like any
  /// other character.
  private static func withoutMark(_ text: String, _ encoding: PositionEncoding) -> String {
    guard text.unicodeScalars.first == "\u{FEFF}" else { return text }
    let width = encoding == .utf8 ? 3 : 1
    return String(repeating: " ", count: width)
      + String(text.unicodeScalars.dropFirst())
  }

  /// The range of bytes for a range of the protocol; nil if there is none.
  func range(_ value: Value?) -> Range<Int>? {
    guard let value, let start = Position(value["start"]), let end = Position(value["end"]) else {
      return nil
    }
    let (lower, upper) = (lines.offset(of: start), lines.offset(of: end))
    return min(lower, upper)..<max(lower, upper)
  }
}
