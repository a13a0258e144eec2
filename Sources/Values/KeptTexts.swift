/// Texts that a reader has made, kept so that the same one is not made again: keys, and short strings
/// of which there often are few in a document, as names, kinds and units.
///
/// Each stands at the place that its bytes give, and gives way to the next one that belongs there. There
/// are few places at first, and many once so many texts have been made that few do not seem to do.
@safe struct KeptTexts: ~Copyable {
  private static let placeBits = (few: 8, many: 12)
  /// How many texts are made before there are many places.
  private static let patience = 2048
  /// The length of a string up to which looking for it takes much less time than making it.
  static let valueLimit = 16

  private struct Place {
    var word: UInt64 = 0
    var tail: UInt64 = 0
    var length = -1
    var text = Text(validUTF8: [])
  }

  /// Made when the first text comes: many readings have none.
  private var places: UnsafeMutablePointer<Place>?
  private var bits = Self.placeBits.few
  private var madeCount = 0

  init() {}

  deinit {
    unsafe places?.deinitialize(count: 1 << bits)
    unsafe places?.deallocate()
  }

  /// The text of valid UTF-8 behind whose beginning eight bytes can be read.
  @inline(__always)
  mutating func text(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Text {
    let word = unsafe length >= 8 ? bytes.word : bytes.word & ((1 &<< UInt64(length &* 8)) &- 1)
    let tail = unsafe length > 8 ? (bytes + (length &- 8)).word : word
    guard let places = unsafe places else { return unsafe makePlaces(bytes, length, word, tail) }
    let mixed = (word ^ tail &* 31 ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    let place = unsafe places + Int(truncatingIfNeeded: mixed &>> UInt64(64 &- bits))
    if unsafe place.pointee.word == word, unsafe place.pointee.tail == tail,
      unsafe place.pointee.length == length,
      unsafe length <= 16
        || place.pointee.text.equals(UnsafeBufferPointer(start: bytes, count: length))
    {
      return unsafe place.pointee.text
    }
    return unsafe makeText(bytes, length, word, tail, at: place)
  }

  @inline(never)
  private mutating func makeText(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ word: UInt64, _ tail: UInt64,
    at place: UnsafeMutablePointer<Place>
  ) -> Text {
    let text = unsafe Text(validUTF8: Array(UnsafeBufferPointer(start: bytes, count: length)))
    unsafe place.pointee = Place(word: word, tail: tail, length: length, text: text)
    madeCount &+= 1
    if madeCount == Self.patience, bits == Self.placeBits.few {
      self = KeptTexts()
      bits = Self.placeBits.many
    }
    return text
  }

  @inline(never)
  private mutating func makePlaces(
    _ bytes: UnsafePointer<UInt8>, _ length: Int, _ word: UInt64, _ tail: UInt64
  ) -> Text {
    let places = UnsafeMutablePointer<Place>.allocate(capacity: 1 << bits)
    unsafe places.initialize(repeating: Place(), count: 1 << bits)
    unsafe self.places = unsafe places
    return unsafe text(bytes, length)
  }
}
