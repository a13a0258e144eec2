package import Platform

/// Reads lines as they arrive. Only a line and a block are stored, whatever the size of the input.
package struct LineReader {
  /// The limit of a line's length in bytes.
  package static let limit = 16 << 20

  private static let blockSize = 64 * 1024

  package enum Line {
    case line([UInt8])
    /// A line beyond the limit, which is skipped.
    case tooLong
    case end
    /// The system's message for the error.
    case failed(String)
  }

  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  /// The beginning of the next line in the buffer.
  private var start = 0
  /// The position up to which the buffer has been searched for a line break.
  private var searched = 0
  private var isAtEnd = false
  /// The number of lines that have been read.
  package private(set) var count = 0

  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Whether the next line, or the end, is available without waiting.
  package var hasLine: Bool {
    mutating get { isAtEnd || lineBreak() != nil }
  }

  package mutating func next() -> Line {
    var isTooLong = false
    while true {
      if let end = lineBreak() { return take(upTo: end, isTooLong) }
      if isAtEnd {
        // A last line without a line break counts as a line.
        return start == buffer.count && !isTooLong ? .end : take(upTo: buffer.count, isTooLong)
      }
      if buffer.count - start > Self.limit {
        isTooLong = true
        buffer.removeAll(keepingCapacity: true)
        (start, searched) = (0, 0)
      }
      if let reason = fill() { return .failed(reason) }
    }
  }

  private mutating func take(upTo end: Int, _ isTooLong: Bool) -> Line {
    count += 1
    let line = Array(buffer[start..<end])
    start = min(end + 1, buffer.count)
    searched = start
    return isTooLong || line.count > Self.limit ? .tooLong : .line(line)
  }

  private mutating func lineBreak() -> Int? {
    let place = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
    searched = place ?? buffer.count
    return place
  }

  /// Reads a block into the end of the buffer. Returns the reason if that fails.
  private mutating func fill() -> String? {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    do throws(SystemError) {
      let block = try descriptor.readBlock(upTo: Self.blockSize)
      isAtEnd = block.isEmpty
      buffer += block
      return nil
    } catch {
      return error.reason
    }
  }
}
