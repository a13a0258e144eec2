/// A line and a column in a source, both counted from 1. Columns count Unicode scalars.
public struct Place: Sendable, Hashable {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1.
  public var column: Int

  /// Creates a place in a source.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the place of an offset by going through the text from its beginning.
  init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(line: 1, column: 1)
    for position in 0..<min(max(offset, 0), bytes.count) { unsafe pass(bytes[position]) }
  }

  /// Advances past a byte. A scalar is counted at its first byte, so that invalid UTF-8 has columns
  /// too.
  @inline(__always)
  mutating func pass(_ byte: UInt8) {
    if byte == .lineFeed {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}

extension Place: Comparable {
  public static func < (left: Place, right: Place) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
