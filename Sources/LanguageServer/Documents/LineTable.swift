import Values

/// The places of the lines of a document, for finding offsets and positions.
///
/// Finding one takes about the same time in a line of any length, because a document may consist of
/// a single line.
struct LineTable {
  private let bytes: ArraySlice<UInt8>
  /// The offset of the first byte of each line.
  private let starts: [Int]
  /// The number of characters of the text before each block of bytes.
  private let counts: [Int]
  private let encoding: PositionEncoding

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let blockSize = 256

  init(_ source: SourceText, _ encoding: PositionEncoding) {
    bytes = source.bytes
    self.encoding = encoding
    var starts = [0]
    var counts: [Int] = []
    counts.reserveCapacity(bytes.count / Self.blockSize + 1)
    var count = 0
    for offset in bytes.indices {
      if offset % Self.blockSize == 0 { counts.append(count) }
      count += encoding.width(of: bytes[offset])
      // In the protocol, a carriage return by itself also ends a line.
      switch bytes[offset] {
      case Self.lineFeed: starts.append(offset + 1)
      case Self.carriageReturn
      where offset + 1 == bytes.count || bytes[offset + 1] != Self.lineFeed:
        starts.append(offset + 1)
      default: break
      }
    }
    if bytes.count % Self.blockSize == 0 { counts.append(count) }
    self.starts = starts
    self.counts = counts
  }

  /// The number of characters of the text before an offset.
  private func count(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    return bytes[block * Self.blockSize..<offset].reduce(counts[block]) {
      $0 + encoding.width(of: $1)
    }
  }

  /// The offset of a position. A position beyond a line counts as the end of the line, and one
  /// beyond the text as the end of the text.
  func offset(of position: Position) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    let (start, end) = (starts[position.line], endOfLine(position.line))
    guard position.character > 0 else { return start }
    let (wanted, overflows) = count(before: start).addingReportingOverflow(position.character)
    guard !overflows, wanted < count(before: end) else { return end }
    // The last block that does not begin after the character.
    let block = counts.endIndex(where: { $0 <= wanted }) - 1
    var offset = max(start, block * Self.blockSize)
    var character = offset == start ? wanted - position.character : counts[block]
    // A block may begin within a scalar whose width has already been counted.
    while offset < end, offset > start, bytes[offset].continuesScalar { offset += 1 }
    while offset < end {
      character += encoding.width(of: bytes[offset])
      guard character <= wanted else { return offset }
      offset = next(after: offset, before: end)
    }
    return offset
  }

  /// The position of an offset. An offset within a scalar counts as the beginning of the scalar.
  func position(of offset: Int) -> Position {
    var offset = min(max(offset, 0), bytes.count)
    let line = starts.endIndex(where: { $0 <= offset }) - 1
    let start = starts[line]
    while offset > start, offset < bytes.count, bytes[offset].continuesScalar { offset -= 1 }
    return Position(line: line, character: count(before: offset) - count(before: start))
  }

  func value(of range: Range<Int>) -> Value {
    .object(
      Object(
        shape: Self.range, position(of: range.lowerBound).value,
        position(of: range.upperBound).value))
  }

  private static let range = ObjectShape(shared: ["start", "end"])

  /// The offset of the end of a line, before its line break.
  private func endOfLine(_ line: Int) -> Int {
    guard line + 1 < starts.count else { return bytes.count }
    let end = starts[line + 1] - 1
    let hasBoth =
      bytes[end] == Self.lineFeed && end > starts[line]
      && bytes[end - 1] == Self.carriageReturn
    return hasBoth ? end - 1 : end
  }

  private func next(after offset: Int, before end: Int) -> Int {
    var next = offset + 1
    while next < end, bytes[next].continuesScalar { next += 1 }
    return next
  }
}

extension UInt8 {
  /// Whether it is not the first byte of a scalar.
  fileprivate var continuesScalar: Bool { self & 0xC0 == 0x80 }
}

extension [Int] {
  /// Returns the end of the elements at the beginning that meet a condition, provided that no
  /// element after them meets it.
  fileprivate func endIndex(where isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
