/// Bytes that have been read and not been decoded, in memory that stays where it is.
struct RecordBlock {
  /// Zeros that a JSON reader needs behind the last byte.
  private static let paddingCount = 8

  private(set) var bytes: [UInt8] = []
  var start = 0
  private(set) var end = 0
  var isAtEnd = false
  /// The number of the line at `start`.
  var line = 1

  /// Reads up to so many bytes behind those that are left, which move to the front.
  ///
  /// The bytes are moved within their memory: a copy of the array for each block would grow by what the
  /// allocator rounds up, and its new pages cost more than the reading.
  mutating func fill(
    room: Int, _ read: (UnsafeMutableRawBufferPointer) -> ByteReading
  ) -> ByteReading {
    let (start, end) = (start, end)
    let left = end - start
    let count = left + room + Self.paddingCount
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
      for place in newEnd..<newEnd + Self.paddingCount { unsafe bytes[place] = 0 }
      return reading
    }
    (self.start, self.end) = (0, newEnd)
    return reading
  }

  /// Lets `body` change the bytes where they are.
  mutating func withBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      if let base = bytes.baseAddress { unsafe body(base) }
    }
  }
}
