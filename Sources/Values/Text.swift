import Platform

/// A string as JSON and CEL see it: a sequence of code points, compared byte by byte.
///
/// Swift's `String` compares by canonical equivalence ("é" in one scalar equals "é" in two), but
/// files, keys and expressions must not. `Text` stores valid UTF-8 in a single reference, compares
/// and hashes its bytes, and orders by code point, which for UTF-8 is the order of the bytes.
public struct Text: Sendable {
  /// The bytes, which are valid UTF-8.
  public let utf8: [UInt8]

  /// Creates a `Text` from a string.
  public init(_ string: String) {
    utf8 = Array(string.utf8)
  }

  /// Creates a `Text` from bytes that are known to be valid UTF-8.
  package init(validUTF8 bytes: [UInt8]) {
    utf8 = bytes
  }

  /// Creates a `Text` from any bytes. Invalid UTF-8 becomes U+FFFD.
  public init(repairing bytes: some Sequence<UInt8>) {
    utf8 = Array(String(decoding: Array(bytes), as: UTF8.self).utf8)
  }

  /// The text as a Swift string.
  public var string: String { String(decoding: utf8, as: UTF8.self) }
  /// Whether the text has no characters.
  public var isEmpty: Bool { utf8.isEmpty }
}

extension Text {
  /// Whether the text consists of these bytes.
  @inline(__always)
  func equals(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe utf8.withUnsafeBufferPointer { own in
      guard own.count == bytes.count else { return false }
      // Both are often the same array, because keys are shared among the objects of one document.
      guard let start = own.baseAddress, let other = bytes.baseAddress, unsafe start != other else {
        return true
      }
      return unsafe Memory.areEqual(start, other, count: bytes.count)
    }
  }
}

extension Text: Hashable {
  public static func == (left: Text, right: Text) -> Bool {
    unsafe right.utf8.withUnsafeBufferPointer { unsafe left.equals($0) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    unsafe utf8.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension Text: Comparable {
  public static func < (left: Text, right: Text) -> Bool {
    unsafe left.utf8.withUnsafeBufferPointer { left in
      unsafe right.utf8.withUnsafeBufferPointer { right in unsafe Memory.order(left, right) < 0 }
    }
  }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { string }
}
