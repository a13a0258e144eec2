public import Values

extension Diagnostics {
  /// All of them as a person reads them: each with its line of the file, and a caret below the place.
  public func report(showing source: SourceText) -> String {
    var parts = items.map { diagnostic in
      guard let location = diagnostic.location else { return "\(diagnostic)" }
      return "\(diagnostic)\n\(Excerpt(of: location, in: source))"
    }
    if omittedCount > 0 { parts.append("and \(omittedCount) more") }
    return parts.joined(separator: "\n")
  }
}

/// The line of a file in which a place is, as much of it as fits on a screen.
struct Excerpt: CustomStringConvertible {
  /// How far to look in either direction, in bytes; a file can be a single line.
  private static let reach = 60

  private let line: Int
  private let before: String
  private let after: String

  init(of location: SourceLocation, in source: SourceText) {
    let bytes = source.bytes
    let place = bytes.startIndex + min(location.offset, bytes.count)
    line = location.line
    var start = place
    while start > bytes.startIndex, place - start < Self.reach, bytes[start - 1] != 0x0A {
      start -= 1
    }
    var end = place
    while end < bytes.endIndex, end - place < Self.reach, bytes[end] != 0x0A { end += 1 }
    let isCutBefore = start > bytes.startIndex && bytes[start - 1] != 0x0A
    let isCutAfter = end < bytes.endIndex && bytes[end] != 0x0A
    // A cut may fall inside a character: its other bytes are left out.
    while start < place, bytes[start] & 0xC0 == 0x80 { start += 1 }
    while end > place, end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    before = (isCutBefore ? "…" : "") + Self.printable(bytes[start..<place])
    after = Self.printable(bytes[place..<end]) + (isCutAfter ? "…" : "")
  }

  var description: String {
    let number = "\(line)"
    let margin = String(repeating: " ", count: number.count)
    let blanks = String(repeating: " ", count: before.count)
    return " \(number) | \(before)\(after)\n \(margin) | \(blanks)^"
  }

  /// One column for each character, whatever it does to a terminal.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    String(
      String.UnicodeScalarView(
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
          scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
        }))
  }
}
