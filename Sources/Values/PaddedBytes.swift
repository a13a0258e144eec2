/// Whether two ranges of memory contain the same bytes. Eight more bytes must be readable after
/// both. This is faster than `memcmp` for the few dozen bytes that typically repeat in a document.
@inline(__always)
func equalPaddedBytes(
  _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
) -> Bool {
  var place = 0
  while count &- place >= 8 {
    if unsafe (left + place).word != (right + place).word { return false }
    place &+= 8
  }
  let difference = unsafe (left + place).word ^ (right + place).word
  return difference & ((1 &<< UInt64(truncatingIfNeeded: (count &- place) &* 8)) &- 1) == 0
}

extension UnsafePointer<UInt8> {
  /// The eight bytes from here on, with the first one lowest, at any alignment.
  @inline(__always)
  var word: UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self))
  }
}
