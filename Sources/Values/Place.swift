/// A line and a column of a text, both counted from 1; columns count Unicode scalars.
public struct Place: Sendable, Hashable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of an offset, found by walking the text from its beginning.
  init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(line: 1, column: 1)
    let end = min(max(offset, 0), bytes.count)
    var lineStart = 0
    for position in 0..<end where bytes[position] == .lineFeed {
      line += 1
      lineStart = position + 1
    }
    column += Place.scalarCount(bytes[lineStart..<end])
  }

  /// How many scalars begin in a range; each byte of what is not UTF-8 counts as one.
  static func scalarCount(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }
}

extension Place: Comparable {
  public static func < (left: Place, right: Place) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
