/// Bytes on their way to an output: grows as needed and keeps its memory when it is emptied.
///
/// The array is always as long as its memory; `count` says how much of it is written. This leaves
/// one check for room for each thing that is written, not one for each byte.
public struct ByteBuffer: Sendable {
  private var storage: [UInt8]
  public private(set) var count = 0

  public init(capacity: Int = 256) {
    storage = [UInt8](repeating: 0, count: max(capacity, 64))
  }

  public var isEmpty: Bool { count == 0 }

  /// A copy of what has been written.
  public var bytes: [UInt8] { Array(storage[..<count]) }

  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer[..<count].rebased))
    }
  }

  /// Forgets what has been written after the first `length` bytes; the memory stays.
  public mutating func truncate(to length: Int = 0) {
    precondition(length >= 0 && length <= count, "a buffer is cut within what has been written")
    count = length
  }

  public mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  public mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    write(atMost: bytes.count) { target in
      if let start = bytes.baseAddress { target.update(from: start, count: bytes.count) }
      return bytes.count
    }
  }

  mutating func append(_ byte: UInt8, repeated times: Int) {
    write(atMost: times) { target in
      target.update(repeating: byte, count: times)
      return times
    }
  }

  /// Makes room for `limit` bytes and lets `body` write there; it says how many it has written.
  @inline(__always)
  mutating func write(atMost limit: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(limit)
    let start = count
    count += storage.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { body($0 + start) } ?? 0
    }
  }

  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if storage.count - count < size { grow(size) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    let added = max(size, storage.count)
    storage.append(contentsOf: repeatElement(0, count: added))
  }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
  fileprivate var rebased: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: self) }
}
