// Skips the columns of a table, sixteen bytes at a time.
extension JSONReader {
  /// The number of skipped columns from which this is faster.
  private static let fewCells = 4

  /// Skips some cells and the separators after them.
  @inline(__always)
  mutating func skipCells(
    _ count: Int, before separator: UInt8, _ lineBreaks: inout Int
  ) -> Bool {
    if count >= Self.fewCells { return skipManyCells(count, before: separator, &lineBreaks) }
    for _ in 0..<count {
      guard skipCell(before: separator, &lineBreaks), passSeparator(separator) else { return false }
    }
    return true
  }

  @inline(never)
  private mutating func skipManyCells(
    _ count: Int, before separator: UInt8, _ lineBreaks: inout Int
  ) -> Bool {
    var left = count
    while left > 0 {
      let unclear = skipPlainCells(&left, before: separator)
      if left == 0 { break }
      repeat {
        guard skipCell(before: separator, &lineBreaks), passSeparator(separator) else {
          return false
        }
        left &-= 1
      } while left > 0 && position < unclear
    }
    return true
  }

  @inline(__always)
  private mutating func passSeparator(_ separator: UInt8) -> Bool {
    guard unsafe bytes[position] == separator else { return false }
    position &+= 1
    return true
  }

  /// Skips cells as long as no byte of a block of sixteen needs a closer look, up to the beginning
  /// of a cell. Returns an offset. Everything before that offset must be skipped cell by cell.
  @inline(__always)
  private mutating func skipPlainCells(_ left: inout Int, before separator: UInt8) -> Int {
    let start = position
    var place = start
    // One more byte is read than is examined.
    while place &+ 17 <= count {
      let signs = unsafe CellSigns(bytes + place, separator)
      if signs.areUnclear { break }
      let separators = signs.separatorCount
      if separators >= left {
        position = place &+ signs.end(of: left)
        left = 0
        return position
      }
      left &-= separators
      place &+= 16
    }
    position = place
    while position > start, unsafe bytes[position &- 1] != separator { position &-= 1 }
    return min(place &+ 16, count)
  }
}

/// A classification of sixteen bytes of a table: two words side by side, in which the top bit of
/// each byte is a flag.
///
/// The compiler (6.3) turns comparisons of byte vectors into loops, but not sums of words.
private struct CellSigns {
  private typealias Words = SIMD2<UInt64>
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private let separators: Words
  /// Whether there may be a line break, a quote, a non-ASCII character, or a number that is too
  /// large, which has an exponent or so many digits that eight of them fill a word.
  let areUnclear: Bool

  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, _ separator: UInt8) {
    let here = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: Words.self)
    let next = unsafe UnsafeRawPointer(bytes + 1).loadUnaligned(as: Words.self)
    let low = here & Self.all(0x7F)
    let isOther = Self.differs(here, from: separator)
    let isAboveControls = low &+ Self.all(0x80 - 0x20)
    let isDigit = (low &+ Self.all(0x80 - 0x30)) & ~(low &+ Self.all(0x80 - 0x3A))
    let isNoExponent = Self.differs(next | Self.all(0x20), from: .lowercaseE)
    let unclear =
      here | ~Self.differs(here, from: .quote) | isOther & ~isAboveControls
      | isDigit & ~isNoExponent
    let tops = Self.all(0x80)
    let (odd, digits) = (unclear & tops, isDigit & tops)
    areUnclear = odd[0] | odd[1] != 0 || digits[0] == tops[0] || digits[1] == tops[1]
    separators = ~isOther & tops
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> Words { Words(repeating: ones &* UInt64(byte)) }

  /// Returns the bytes that differ from `byte`.
  @inline(__always)
  private static func differs(_ words: Words, from byte: UInt8) -> Words {
    let difference = words ^ all(byte)
    return (difference & all(0x7F)) &+ all(0x7F) | difference
  }

  @inline(__always)
  var separatorCount: Int {
    Self.sum((separators[0] &>> 7) &+ (separators[1] &>> 7))
  }

  /// Returns the sum of the bytes of a word.
  @inline(__always)
  private static func sum(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* ones) &>> 56)
  }

  /// Returns the number of bytes up to and including the separator with the given number, counted
  /// from 1.
  @inline(__always)
  func end(of number: Int) -> Int {
    let first = Self.sum(separators[0] &>> 7)
    let isInFirst = number <= first
    var word = isInFirst ? separators[0] : separators[1]
    for _ in 1..<(isInFirst ? number : number &- first) { word &= word &- 1 }
    return (isInFirst ? 1 : 9) &+ word.trailingZeroBitCount / 8
  }
}
