#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether two stretches of memory hold the same bytes.
@inline(__always)
func equalBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  unsafe memcmp(left, right, count) == 0
}

/// Below zero, zero or above it, as the bytes of `left` come before, are, or follow those of `right`.
func compareBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
  let shared = min(left.count, right.count)
  if shared > 0, let left = left.baseAddress, let right = right.baseAddress {
    let order = unsafe memcmp(left, right, shared)
    if order != 0 { return Int(order) }
  }
  return left.count - right.count
}

/// Whether two stretches of memory hold the same bytes, where eight more can be read behind both.
/// Faster than `memcmp` for the few dozen bytes of what repeats in a document.
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
  /// The eight bytes from here on, the first one lowest, wherever they stand.
  @inline(__always)
  var word: UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self))
  }
}
