/// Hashes of ints and short strings, for tables within one process. They need one multiplication
/// per sixteen bytes.
///
/// They depend on random numbers that differ in each process, so that nobody can write a file whose
/// keys all have the same hash.
package enum QuickHash {
  /// The random seed of Swift's own hashes.
  private static let secrets = (secret(1), secret(2))

  private static func secret(_ number: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: number.hashValue) | 1
  }

  package static func hash(of word: UInt64) -> Int {
    fold(word ^ secrets.0, secrets.1)
  }

  /// Returns the hash of bytes. It combines pairs of eight-byte words, the last of which overlap if
  /// necessary.
  fileprivate static func hash(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return hash(of: 0) }
    let (first, second) = secrets
    let count = bytes.count
    var state = UInt64(truncatingIfNeeded: count) &* first
    guard count >= 8 else { return unsafe fold(short(start, count) ^ state, second) }
    var place = 0
    while count &- place > 16 {
      let left = unsafe (start + place).word ^ first
      let right = unsafe (start + (place &+ 8)).word ^ state
      state = UInt64(bitPattern: Int64(fold(left, right))) ^ second
      place &+= 16
    }
    let end = unsafe start + (count &- 8)
    let middle = unsafe count &- place > 8 ? start + place : end
    return unsafe fold(middle.word ^ first ^ state, end.word ^ second)
  }

  /// Returns fewer than eight bytes as one number.
  private static func short(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word = unsafe word &<< 8 | UInt64(start[index]) }
    return word
  }

  /// Combines both halves of a product, each bit of which depends on many bits of the factors.
  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> Int {
    let product = left.multipliedFullWidth(by: right)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }
}

extension Text {
  /// A hash for the tables of one process.
  package var quickHash: Int {
    unsafe utf8.withUnsafeBufferPointer { unsafe QuickHash.hash(of: $0) }
  }
}
