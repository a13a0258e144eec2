#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// Bytes in memory, compared and searched by the system's own functions.
///
/// Inlinable, because these functions are called for each key and each string that is read. They
/// are public for that reason: the compiler does not inline the package's declarations in other
/// modules. No product contains this module, so users do not see it.
public enum Memory {
  /// Returns whether two ranges of memory contain the same bytes.
  @inlinable @inline(__always)
  public static func areEqual(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    unsafe memcmp(left, right, count) == 0
  }

  /// Returns a number below zero, zero or above zero if the bytes of `left` come before, equal or
  /// come after those of `right`.
  @inlinable
  public static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let shared = min(left.count, right.count)
    if shared > 0, let left = left.baseAddress, let right = right.baseAddress {
      let order = unsafe memcmp(left, right, shared)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }

  /// Returns the number of bytes from `start` to the first `byte`; nil if there is none.
  @inlinable @inline(__always)
  public static func distance(
    from start: UnsafePointer<UInt8>, to byte: UInt8, within count: Int
  ) -> Int? {
    guard let found = unsafe memchr(start, Int32(byte), count) else { return nil }
    return unsafe UnsafeRawPointer(start).distance(to: found)
  }
}
