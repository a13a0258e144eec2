/// The difference between two versions of a file, in the form that `diff -u` prints and `patch -p0`
/// applies.
package enum UnifiedDiff {
  /// The number of equal lines around a difference.
  private static let context = 3

  /// Returns the difference; empty if there is none.
  package static func text(from old: [UInt8], to new: [UInt8], of name: String) -> [UInt8] {
    let (left, right) = (lines(of: old), lines(of: new))
    let changes = LineDifference(from: left, to: right).changes
    guard !changes.isEmpty else { return [] }
    var text = Array("--- \(quoted(name))\n+++ \(quoted(name))\n".utf8)
    var rest = changes[...]
    while let first = rest.first {
      // Changes whose contexts touch form one hunk.
      var count = 1
      while count < rest.count,
        rest[rest.startIndex + count].old.lowerBound
          - rest[rest.startIndex + count - 1].old.upperBound <= 2 * context
      {
        count += 1
      }
      let last = rest[rest.startIndex + count - 1]
      let lead = min(context, first.old.lowerBound)
      let tail = min(context, left.count - last.old.upperBound)
      let oldRange = first.old.lowerBound - lead..<last.old.upperBound + tail
      let newRange = first.new.lowerBound - lead..<last.new.upperBound + tail
      text += Array("@@ -\(span(oldRange)) +\(span(newRange)) @@\n".utf8)
      var place = oldRange.lowerBound
      for change in rest.prefix(count) {
        for line in left[place..<change.old.lowerBound] { append(" ", line, to: &text) }
        for line in left[change.old] { append("-", line, to: &text) }
        for line in right[change.new] { append("+", line, to: &text) }
        place = change.old.upperBound
      }
      for line in left[place..<oldRange.upperBound] { append(" ", line, to: &text) }
      rest = rest.dropFirst(count)
    }
    return text
  }

  /// Splits bytes into lines, each with its line break.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }

  private static func append(_ mark: String, _ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    text += mark.utf8
    text += line
    guard line.last != UInt8(ascii: "\n") else { return }
    text += "\n\\ No newline at end of file\n".utf8
  }

  /// Returns the first line and the number of lines. If there are no lines, returns the line before
  /// them.
  private static func span(_ range: Range<Int>) -> String {
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

  /// Returns the name of a file in the form that `patch` reads. A name that contains blanks is
  /// ended by a tab, and a name with control characters is in quotes.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
    guard !isPlain else { return name.contains(" ") ? name + "\t" : name }
    var text = "\""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\\(Character(Unicode.Scalar(byte)))"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return text + "\""
  }
}
