package import Values

/// Brings JSON documents into the form in which people would write them.
///
/// Only the blank space between the parts of a document changes. Each key, number and string keeps
/// its bytes, and all of them stay in order. Lines end with a line feed, including the last one,
/// and a byte order mark is removed.
package enum JSONFormatter {
  /// Returns the canonical form of a document. Throws if it is not JSON.
  package static func formatted(_ source: SourceText) throws(ReadError) -> [UInt8] {
    try FormattedText(of: source).bytes
  }

  /// Returns the smallest edits that bring a document into its canonical form. There are none if it
  /// is already in this form. Throws if it is not JSON.
  ///
  /// - Parameter range: The part of the document to change. Everything that it touches changes,
  ///   too.
  package static func edits(
    for source: SourceText, in range: Range<Int>? = nil
  ) throws(ReadError) -> [TextEdit] {
    let formatted = try FormattedText(of: source)
    var edits: [TextEdit] = []
    var position = 0
    func add(_ place: Range<Int>, _ text: [UInt8]) {
      guard !source.bytes[place].elementsEqual(text) else { return }
      if let range, place.upperBound < range.lowerBound || place.lowerBound > range.upperBound {
        return
      }
      edits.append(TextEdit(range: place, text: String(decoding: text, as: UTF8.self)))
    }
    formatted.layOut { gap, token in
      add(position..<token.lowerBound, gap.bytes)
      position = token.upperBound
      return true
    }
    add(position..<source.count, [.lineFeed])
    return edits
  }
}

extension JSONLayout.Gap {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .blanks(let count): Array(repeating: .space, count: Int(count))
    case .line(let count): [.lineFeed] + Array(repeating: .space, count: Int(count))
    }
  }
}
