import Editing
package import Values

/// An open document: its text, as the client has it.
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
  mutating func change(_ changes: [Value], version: Int) {
    for change in changes {
      guard let text = change["text"]?.text else { continue }
      if let range = self.range(change["range"]) {
        let edit = TextEdit(range: range, text: text)
        source = SourceText(name: uri.name, bytes: [edit].applied(to: source))
      } else {
        source = SourceText(name: uri.name, Self.withoutMark(text, encoding))
      }
      lines = LineTable(source, encoding)
    }
    self.version = version
  }

  /// Returns a text with blanks in place of a byte order mark, which counts in positions like any
  /// other character.
  private static func withoutMark(_ text: String, _ encoding: PositionEncoding) -> String {
    guard text.unicodeScalars.first == "\u{FEFF}" else { return text }
    let width = encoding == .utf8 ? 3 : 1
    return String(repeating: " ", count: width)
      + String(text.unicodeScalars.dropFirst())
  }

  /// The range of bytes of a range of the protocol; nil if there is none.
  func range(_ value: Value?) -> Range<Int>? {
    guard let value, let start = Position(value["start"]), let end = Position(value["end"]) else {
      return nil
    }
    let (lower, upper) = (lines.offset(of: start), lines.offset(of: end))
    return min(lower, upper)..<max(lower, upper)
  }
}
