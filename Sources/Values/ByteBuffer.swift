/// A buffer for output. It grows as needed and keeps its memory when it is emptied.
///
/// It is noncopyable and owns its memory, so that writing a number needs only one check for room.
/// An array would check for each byte whether it is shared.
@safe public struct ByteBuffer: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes in the buffer.
  public private(set) var count = 0

  /// Creates an empty buffer with room for `capacity` bytes.
  public init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    unsafe memory = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe memory.deallocate()
  }

  /// Whether the buffer is empty.
  public var isEmpty: Bool { count == 0 }

  /// A copy of the bytes written so far.
  public var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: memory, count: count)) }

  /// Calls a closure with the bytes, which are valid during the call.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: memory, count: count))
  }

  /// Drops everything after the first `length` bytes, but keeps the memory.
  package mutating func truncate(to length: Int = 0) {
    precondition(length >= 0 && length <= count, "a buffer is cut within what has been written")
    count = length
  }

  /// Appends a byte.
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe memory[count] = byte
    count &+= 1
  }

  /// Appends bytes.
  public mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  /// Appends the bytes of a static string.
  @inline(__always)
  public mutating func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    if let start = bytes.baseAddress {
      unsafe (memory + count).update(from: start, count: bytes.count)
    }
    count &+= bytes.count
  }

  mutating func append(_ byte: UInt8, repeated times: Int) {
    reserve(times)
    unsafe (memory + count).update(repeating: byte, count: times)
    count &+= times
  }

  /// Makes room for `limit` bytes and lets `body` write there. `body` returns the number of bytes
  /// that it wrote.
  @inline(__always)
  mutating func write(atMost limit: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    reserve(limit)
    unsafe count &+= body(memory + count)
  }

  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if capacity &- count < size { grow(size) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    let larger = max(capacity * 2, count + size)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe moved.update(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = unsafe moved
    capacity = larger
  }
}
