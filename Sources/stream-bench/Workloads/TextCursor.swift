import Platform

/// Reads text by hand, where its shape is known.
@safe struct TextCursor {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  /// Reads bytes with a cursor. Returns false if there are none.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ read: (inout TextCursor) -> Bool
  ) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var cursor = unsafe TextCursor(next: start, end: start + bytes.count)
    return read(&cursor)
  }

  var isAtEnd: Bool { unsafe next == end }

  @inline(__always)
  mutating func skip(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard unsafe end - next >= count, unsafe Memory.areEqual(next, expected.utf8Start, count: count)
    else {
      return false
    }
    unsafe next += count
    return true
  }

  /// Moves to the next occurrence of a byte.
  @inline(__always)
  mutating func skip(to byte: UInt8) -> Bool {
    while unsafe next < end, unsafe next.pointee != byte { unsafe next += 1 }
    return unsafe next < end
  }

  /// Moves past the next occurrence of a string.
  @inline(__always)
  mutating func skip(past expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    while unsafe skip(to: expected.utf8Start.pointee), unsafe end - next >= count {
      if unsafe Memory.areEqual(next, expected.utf8Start, count: count) {
        unsafe next += count
        return true
      }
      unsafe next += 1
    }
    return false
  }

  /// The bytes before the next occurrence of a byte; nil if there is none.
  @inline(__always)
  mutating func bytes(to byte: UInt8) -> UnsafeRawBufferPointer? {
    let start = unsafe next
    guard skip(to: byte) else { return nil }
    return unsafe UnsafeRawBufferPointer(start: start, count: next - start)
  }

  /// Reads a number of seconds with at most three digits after the point.
  @inline(__always)
  mutating func milliseconds() -> Int64? {
    guard let seconds = number() else { return nil }
    guard skip("."), let start = unsafe Optional(next), let fraction = number() else {
      return seconds * 1_000
    }
    let places = unsafe next - start
    return seconds * 1_000 + (places == 1 ? fraction * 100 : places == 2 ? fraction * 10 : fraction)
  }

  @inline(__always)
  mutating func number() -> Int64? {
    var number: Int64 = 0
    let start = unsafe next
    while unsafe next < end, unsafe next.pointee &- 0x30 < 10 {
      number = unsafe number &* 10 &+ Int64(next.pointee &- 0x30)
      unsafe next += 1
    }
    return unsafe next > start ? number : nil
  }
}
