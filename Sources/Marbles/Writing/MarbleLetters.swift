/// The symbols for values without assigned symbols, in the order of assignment: a–z, A–Z, α–ω
/// without the final ς, then the ideographs from U+4E00 to U+9FFF and from U+20000 to U+2A6DF.
///
/// None of them has a meaning in marbles, is a digit, or joins with its neighbours.
struct MarbleLetters: Sequence, IteratorProtocol {
  private static let ranges: [ClosedRange<UInt32>] = [
    0x61...0x7A, 0x41...0x5A, 0x3B1...0x3C1, 0x3C3...0x3C9, 0x4E00...0x9FFF, 0x20000...0x2A6DF,
  ]

  /// The number of letters.
  static var count: Int { ranges.map(\.count).reduce(0, +) }

  private var range = 0
  private var offset: UInt32 = 0

  mutating func next() -> String? {
    guard range < Self.ranges.count else { return nil }
    let current = Self.ranges[range]
    let scalar = Unicode.Scalar(current.lowerBound + offset)
    offset += 1
    if current.lowerBound + offset > current.upperBound { (range, offset) = (range + 1, 0) }
    return scalar.map(String.init)
  }
}
