/// A cache of strings that a reader has created, so that an equal string is not created again. It
/// is for keys, and for short strings of which a document often has few distinct ones, such as
/// names, kinds and units.
///
/// Each string has two possible slots, determined by its bytes, and the older entry is evicted.
/// There are few slots at first, and many once so many strings have been created that few slots do
/// not seem to suffice.
@safe struct StringCache: ~Copyable {
  /// The number of pairs of slots, as powers of two.
  private static let pairBits = (few: 7, many: 12)
  /// The number of strings that are created before there are many slots.
  private static let patience = 2048
  /// The length of a string up to which looking it up takes much less time than creating it.
  static let valueLimit = 16

  private struct Place {
    var word: UInt64 = 0
    var tail: UInt64 = 0
    var length = -1
    var text = Text(validUTF8: [])

    /// Whether this is the string that these bytes spell.
    @inline(__always)
    func holds(
      _ bytes: UnsafePointer<UInt8>, _ length: Int, _ word: UInt64, _ tail: UInt64
    ) -> Bool {
      unsafe self.word == word && self.tail == tail && self.length == length
        && (length <= 16 || isSpelt(bytes))
    }

    private func isSpelt(_ bytes: UnsafePointer<UInt8>) -> Bool {
      unsafe text.equals(UnsafeBufferPointer(start: bytes, count: length))
    }
  }

  /// Allocated for the first string, because many readings have none.
  private var places: UnsafeMutablePointer<Place>?
  private var bits = Self.pairBits.few
  private var madeCount = 0

  init() {}

  deinit {
    unsafe places?.deinitialize(count: 2 << bits)
    unsafe places?.deallocate()
  }

  /// Returns the string for valid UTF-8. Eight bytes must be readable from its beginning.
  @inline(__always)
  mutating func text(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Text {
    let word = unsafe length >= 8 ? bytes.word : bytes.word & ((1 &<< UInt64(length &* 8)) &- 1)
    let tail = unsafe length > 8 ? (bytes + (length &- 8)).word : word
    guard let places = unsafe places else { return unsafe makePlaces(bytes, length, word, tail) }
    let mixed = (word ^ tail &* 31 ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    let place = unsafe places + 2 &* Int(truncatingIfNeeded: mixed &>> UInt64(64 &- bits))
    if unsafe place.pointee.holds(bytes, length, word, tail) { return unsafe place.pointee.text }
    let other = unsafe place + 1
    if unsafe other.pointee.holds(bytes, length, word, tail) { return unsafe other.pointee.text }
    return unsafe makeText(bytes, length, word, tail, at: place)
  }

  @inline(never)
  private mutating func makeText(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ word: UInt64, _ tail: UInt64,
    at place: UnsafeMutablePointer<Place>
  ) -> Text {
    let text = unsafe Text(validUTF8: Array(UnsafeBufferPointer(start: bytes, count: length)))
    unsafe swap(&place[0], &place[1])
    unsafe place.pointee = Place(word: word, tail: tail, length: length, text: text)
    madeCount &+= 1
    if madeCount == Self.patience, bits == Self.pairBits.few {
      self = StringCache()
      bits = Self.pairBits.many
    }
    return text
  }

  @inline(never)
  private mutating func makePlaces(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ word: UInt64, _ tail: UInt64
  ) -> Text {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: 2 << bits)
    unsafe places.initialize(repeating: Place(), count: 2 << bits)
    unsafe self.places = unsafe places
    return unsafe text(bytes, length)
  }
}
