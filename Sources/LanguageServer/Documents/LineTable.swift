import Values

/// The places of the lines of a text, for finding offsets and positions.
struct LineTable {
  private let bytes: ArraySlice<UInt8>
  /// The offset of the first byte of each line.
  private let starts: [Int]
  private let encoding: PositionEncoding

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  init(_ source: SourceText, _ encoding: PositionEncoding) {
    bytes = source.bytes
    self.encoding = encoding
    var starts = [0]
    for offset in bytes.indices {
      // In the protocol a carriage return by itself ends a line, too.
      switch bytes[offset] {
      case Self.lineFeed: starts.append(offset + 1)
      case Self.carriageReturn
      where offset + 1 == bytes.count || bytes[offset + 1] != Self.lineFeed:
        starts.append(offset + 1)
      default: break
      }
    }
    self.starts = starts
  }

  /// The offset of a position; one beyond a line counts as its end, one beyond the text as that of
  /// the text.
  func offset(of position: Position) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    let end = endOfLine(position.line)
    var offset = starts[position.line]
    var character = 0
    while offset < end {
      character += encoding.width(ofScalarBeginningWith: bytes[offset])
      guard character <= position.character else { return offset }
      offset = next(after: offset, before: end)
    }
    return offset
  }

  /// The position of an offset; one within a scalar counts as its beginning.
  func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineNumber(of: offset)
    var place = starts[line]
    var character = 0
    while place < offset {
      let following = next(after: place, before: bytes.count)
      guard following <= offset else { break }
      character += encoding.width(ofScalarBeginningWith: bytes[place])
      place = following
    }
    return Position(line: line, character: character)
  }

  func value(of range: Range<Int>) -> Value {
    .object(
      Object(
        shape: Self.range, position(of: range.lowerBound).value,
        position(of: range.upperBound).value))
  }

  private static let range = ObjectShape(shared: ["start", "end"])

  private func lineNumber(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

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
    while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
