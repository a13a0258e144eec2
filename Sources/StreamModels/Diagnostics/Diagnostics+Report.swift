import Platform
package import Values

extension Diagnostics {
  /// All diagnostics as shown to people: each with its code, the line of the file, and a caret
  /// below the place.
  public var report: String {
    var parts = items.map { diagnostic in
      let excerpt = diagnostic.location.flatMap { $0.excerpt.isEmpty ? nil : $0.excerpt }
      return ([diagnostic.headline] + (excerpt.map { [$0] } ?? []) + diagnostic.noteLines)
        .joined(separator: "\n")
    }
    if omittedCount > 0 { parts.append("and \(omittedCount) more") }
    return parts.joined(separator: "\n")
  }
}

/// The line of a file that contains a place, shortened to fit on a screen.
package struct Excerpt: CustomStringConvertible {
  /// The number of bytes shown in either direction, because a file may be a single line.
  private static let reach = 60

  private let line: Int
  private let before: String
  private let after: String

  /// - Parameter reach: The number of bytes of the line to show in either direction.
  package init(of location: SourceLocation, in source: SourceText, reach: Int = Self.reach) {
    let bytes = source.bytes
    let place = bytes.startIndex + min(location.offset, bytes.count)
    line = location.line
    var start = place
    while start > bytes.startIndex, place - start < reach, bytes[start - 1] != 0x0A {
      start -= 1
    }
    var end = place
    while end < bytes.endIndex, end - place < reach, bytes[end] != 0x0A { end += 1 }
    let isCutBefore = start > bytes.startIndex && bytes[start - 1] != 0x0A
    let isCutAfter = end < bytes.endIndex && bytes[end] != 0x0A
    // A cut may fall inside a scalar, whose remaining bytes are left out.
    while start < place, bytes[start] & 0xC0 == 0x80 { start += 1 }
    while end > place, end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    before = (isCutBefore ? "…" : "") + Self.printable(bytes[start..<place])
    let rest = Self.printable(bytes[place..<end])
    after = isCutAfter ? rest + "…" : rest.withoutBlanksAtEnd
  }

  package var description: String {
    let number = "\(line)"
    let margin = String(repeating: " ", count: number.count)
    let blanks = String(repeating: " ", count: before.reduce(0) { $0 + $1.columns })
    let shown = " \(number) | \(before)\(after)".withoutBlanksAtEnd
    return "\(shown)\n \(margin) | \(blanks)^"
  }

  /// Returns the text with a blank in place of every invisible character.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    String(
      String.UnicodeScalarView(
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
          scalar.isUnprintable ? " " : scalar
        }))
  }
}

extension String {
  fileprivate var withoutBlanksAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
