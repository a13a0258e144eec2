/// Bytes that have been read but not decoded, in memory that stays in place.
struct RecordBlock: Sendable {
  /// The zeros that a JSON reader needs after the last byte.
  static let padding = [UInt8](repeating: 0, count: 8)

  private(set) var bytes: [UInt8] = []
  var start = 0
  private(set) var end = 0
  var isAtEnd = false
  /// The number of the line at `start`.
  var line = 1

  /// Moves the remaining bytes to the front, and reads up to `room` bytes after them.
  ///
  /// The bytes are moved within their memory. A copy of the array for each block would grow because
  /// the allocator rounds sizes up, and its new pages would cost more than the reading.
  mutating func fill(
    room: Int, _ read: (UnsafeMutableRawBufferPointer) -> ByteReading
  ) -> ByteReading {
    let (start, end) = (start, end)
    let left = end - start
    let count = left + room + Self.padding.count
    if bytes.count < count {
      bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    }
    var newEnd = left
    let reading = unsafe bytes.withUnsafeMutableBytes { bytes in
      if start > 0 {
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<left]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      let reading = unsafe read(UnsafeMutableRawBufferPointer(rebasing: bytes[left..<left + room]))
      if case .bytes(let count) = reading { newEnd += count }
      for place in newEnd..<newEnd + Self.padding.count { unsafe bytes[place] = 0 }
      return reading
    }
    (self.start, self.end) = (0, newEnd)
    return reading
  }

  /// Moves the remaining bytes to other memory, because the used bytes are shared.
  mutating func move(to memory: consuming [UInt8]) {
    let left = bytes[start..<end]
    let missing = left.count + Self.padding.count - memory.count
    if missing > 0 { memory.append(contentsOf: repeatElement(0, count: missing)) }
    memory.replaceSubrange(0..<left.count, with: left)
    memory.replaceSubrange(left.count..<left.count + Self.padding.count, with: Self.padding)
    (bytes, start, end) = (memory, 0, left.count)
  }

  /// Calls `body` to change the bytes in place.
  mutating func withBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      if let base = bytes.baseAddress { unsafe body(base) }
    }
  }
}
