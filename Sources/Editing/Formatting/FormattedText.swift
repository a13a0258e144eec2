import Platform
package import Values

/// The canonical form of a document.
///
/// It can have many times the length of the document, because each line of a deeply nested part is
/// indented. It is therefore never in memory as a whole, but passed on in pieces.
package struct FormattedText {
  /// The size of a piece, in bytes.
  private static let pieceSize = 64 * 1024
  /// The blanks from which indentation is copied.
  private static let blanks = [UInt8](repeating: .space, count: 64)

  private let source: SourceText
  private let widths: FlatWidths

  /// Measures a document. Throws if it is not JSON.
  package init(of source: SourceText) throws(ReadError) {
    try JSONReader.reading(source) { reader throws(ReadError) in
      try reader.skipValue()
      try reader.finish()
    }
    self.source = source
    widths = FlatWidths(of: source)
  }

  /// Whether the document has this form already.
  package var isSource: Bool {
    // Lines end with a line feed, the last one, too, and a byte order mark goes.
    guard !source.hasByteOrderMark, source.bytes.last == .lineFeed else { return false }
    var rest = source.bytes
    write { piece in
      guard rest.prefix(piece.count) == piece[...] else { return false }
      rest = rest.dropFirst(piece.count)
      return true
    }
    return rest.isEmpty
  }

  /// The difference between the document and this form, as `diff -u` prints it.
  package var difference: [UInt8] {
    UnifiedDiff.text(from: source.bytesWithMark, to: bytes, of: source.name)
  }

  /// The whole text, which can be long.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write { piece in
      bytes += piece
      return true
    }
    return bytes
  }

  /// Passes the text to a closure, piece by piece, until that returns false.
  package func write(_ receive: ([UInt8]) -> Bool) {
    let bytes = source.bytes
    var piece: [UInt8] = []
    piece.reserveCapacity(Self.pieceSize)
    var isWanted = true
    func append(_ part: ArraySlice<UInt8>) {
      var part = part
      while isWanted, piece.count + part.count >= Self.pieceSize {
        let room = Self.pieceSize - piece.count
        piece += part.prefix(room)
        part = part.dropFirst(room)
        isWanted = receive(piece)
        piece.removeAll(keepingCapacity: true)
      }
      piece += part
    }
    layOut { gap, token in
      switch gap {
      case .blanks(let count): append(Self.blanks[..<Int(count)])
      case .line(let count):
        append([.lineFeed])
        append(Self.blanks[..<Int(count)])
      }
      append(bytes[token])
      return isWanted
    }
    append([.lineFeed])
    if isWanted, !piece.isEmpty { _ = receive(piece) }
  }

  /// Passes each token to a closure, with the blank space before it, until that returns false.
  func layOut(_ receive: (JSONLayout.Gap, Range<Int>) -> Bool) {
    JSONLayout.layOut(source, widths, receive)
  }
}
