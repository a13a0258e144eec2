package import Values

/// Brings JSON documents into the form in which people would write them.
///
/// Only the blank space between the parts of a document changes. Each key, number and string keeps
/// its bytes, and all of them stay in order. Lines end with a line feed, including the last one,
/// and a byte order mark is removed.
package enum JSONFormatter {
  /// Returns the canonical form of a document. Throws if it is not JSON.
  package static func formatted(_ source: SourceText) throws(ReadError) -> [UInt8] {
    let widths = try widths(of: source)
    // Laying it out twice takes less memory than an array that grows.
    var count = 1
    JSONLayout.layOut(source, widths) { count += $0.count + $1.count }
    let bytes = source.bytes
    var result: [UInt8] = []
    result.reserveCapacity(count)
    JSONLayout.layOut(source, widths) { gap, token in
      result.append(gap)
      result += bytes[token]
    }
    result.append(.lineFeed)
    return result
  }

  /// Returns the smallest edits that bring a document into its canonical form. There are none if it
  /// is already in this form. Throws if it is not JSON.
  ///
  /// - Parameter range: The part of the document to change. Everything that it touches changes,
  ///   too.
  package static func edits(
    for source: SourceText, in range: Range<Int>? = nil
  ) throws(ReadError) -> [TextEdit] {
    let widths = try widths(of: source)
    var edits: [TextEdit] = []
    var position = 0
    func add(_ place: Range<Int>, _ text: [UInt8]) {
      guard !source.bytes[place].elementsEqual(text) else { return }
      if let range, place.upperBound < range.lowerBound || place.lowerBound > range.upperBound {
        return
      }
      edits.append(TextEdit(range: place, text: String(decoding: text, as: UTF8.self)))
    }
    JSONLayout.layOut(source, widths) { gap, token in
      var text: [UInt8] = []
      text.append(gap)
      add(position..<token.lowerBound, text)
      position = token.upperBound
    }
    add(position..<source.count, [.lineFeed])
    return edits
  }

  /// Measures a document. Throws if it is not JSON.
  private static func widths(of source: SourceText) throws(ReadError) -> FlatWidths {
    try JSONReader.reading(source) { reader throws(ReadError) in
      try reader.skipValue()
      try reader.finish()
    }
    return FlatWidths(of: source)
  }
}

extension JSONLayout.Gap {
  /// The number of bytes.
  fileprivate var count: Int {
    switch self {
    case .blanks(let count): Int(count)
    case .line(let count): 1 + Int(count)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ gap: JSONLayout.Gap) {
    switch gap {
    case .blanks(let count): append(contentsOf: repeatElement(.space, count: Int(count)))
    case .line(let count):
      append(.lineFeed)
      append(contentsOf: repeatElement(.space, count: Int(count)))
    }
  }
}
