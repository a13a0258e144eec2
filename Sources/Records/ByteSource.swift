package import Reactive

/// A source of bytes that are read in pieces, on demand.
package protocol ByteSource: AnyObject {
  /// Reads the next bytes into the beginning of `target`, which is not empty.
  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading

  /// Called after `notYet`, when there is more to read.
  var onNews: (() -> Void)? { get set }

  /// Whether there is nothing more to read for now, as at the end of a followed file. The input
  /// then does not have to wait before it catches up with the present.
  var isAtPresent: Bool { get }

  /// The number of bytes that have been read ahead.
  var heldByteCount: Int { get }

  /// Sets the longest wait for bytes before the playback begins, in milliseconds. Without a limit,
  /// reading waits as long as necessary.
  func limitWaiting(to milliseconds: Int32)

  /// Called with the scheduler when the playback begins.
  func begin(on scheduler: any Scheduler)

  func cancel()

  /// Returns the remaining bytes for a thread, which reads them until `stop` ends the reading; nil
  /// if they have to be read by this object.
  func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)?

  /// Whether another source has the same bytes from the beginning, although they are not in a file.
  var isRepeatable: Bool { get }

  /// Returns the file that contains the byte at an offset in the text, and the offset in the file;
  /// nil if the bytes come only once.
  func place(ofByteAt offset: Int) -> FilePlace?

  /// Moves to a place before the first byte is read.
  func move(to place: FilePlace) throws(InputError) -> FileMove

  /// Leaves the open descriptor to the thread that reads the remaining bytes.
  func leaveToThread()
}

extension ByteSource {
  package var isAtPresent: Bool { false }
  package var heldByteCount: Int { 0 }
  package func limitWaiting(to milliseconds: Int32) {}
  package func begin(on scheduler: any Scheduler) {}
  package func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)? { nil }
  package var isRepeatable: Bool { false }
  package func place(ofByteAt offset: Int) -> FilePlace? { nil }
  package func move(to place: FilePlace) throws(InputError) -> FileMove {
    throw InputError(.changed, "the records come only once")
  }
  package func leaveToThread() {}
}

/// Bytes that any thread can read, one thread at a time.
package protocol ThreadBytes: Sendable {
  /// Whether reading may wait for a writer indefinitely.
  var canWait: Bool { get }

  /// Reads the next bytes into the beginning of `target`, which is not empty, and waits for them.
  mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading

  /// The place of the bytes that were last read, of the given number; nil if they come only once.
  func place(ofLast count: Int) -> FilePlace?

  /// Whether reading is paused, the number of the last pause, and waiting for its end.
  var isPaused: Bool { get }
  var pauseNumber: Int { get }
  func waitForEnd(ofPause number: Int)

  /// Called by the thread when it stops reading.
  func close()
}

extension ThreadBytes {
  package func place(ofLast count: Int) -> FilePlace? { nil }
  package var isPaused: Bool { false }
  package var pauseNumber: Int { 0 }
  package func waitForEnd(ofPause number: Int) {}
}

/// A byte in a file.
package struct FilePlace: Sendable {
  package var file: FileMark
  package var offset: Int
}

package enum ByteReading {
  /// The number of bytes that were read, at least one.
  case bytes(Int)
  case notYet
  case end
  /// Reading was stopped, possibly within a record.
  case stopped
  /// The system's message for the error.
  case failed(String)
}

/// Bytes in memory.
package final class BytesInMemory: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
  /// The maximum number of bytes that a single read returns, so that tests can split the text
  /// anywhere.
  private let stride: Int
  package var onNews: (() -> Void)?
  package var isRepeatable: Bool { true }

  package init(_ bytes: [UInt8], stride: Int = .max) {
    self.bytes = bytes
    self.stride = stride
  }

  package func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    let count = min(target.count, bytes.count - position, stride)
    guard count > 0 else { return .end }
    unsafe target.copyBytes(from: bytes[position..<position + count])
    position += count
    return .bytes(count)
  }

  package func cancel() {}
}
