import Reactive

/// Gives bytes, some at a time, when it is asked.
protocol ByteSource: AnyObject {
  /// Puts the next bytes at the beginning of `target`, which has room.
  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading

  /// Called when more can be read than there was.
  var onNews: (() -> Void)? { get set }

  /// Tells of the clock of the playing, which now begins.
  func begin(on scheduler: any Scheduler)

  func cancel()

  /// The bytes that are left, for a thread that reads them until `stop` ends that; nil if they have to
  /// be read here.
  func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)?

  /// Leaves what is open to the thread that has the bytes that are left.
  func leaveToThread()
}

extension ByteSource {
  func begin(on scheduler: any Scheduler) {}
  func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)? { nil }
  func leaveToThread() {}
}

/// Bytes that can be read on any thread, by one at a time.
protocol ThreadBytes: Sendable {
  /// Whether reading may take as long as somebody else likes.
  var canWait: Bool { get }

  /// Puts the next bytes at the beginning of `target`, which has room, and waits for them.
  mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading

  /// Called by the thread when it reads no more.
  func close()
}

enum ByteReading {
  /// So many, and at least one.
  case bytes(Int)
  case notYet
  case end
  /// The system's words for what went wrong.
  case failed(String)
}

/// Bytes that are at hand.
final class BytesInMemory: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
  /// How many are given at once at most, so that tests can cut them anywhere.
  private let stride: Int
  var onNews: (() -> Void)?

  init(_ bytes: [UInt8], stride: Int = .max) {
    self.bytes = bytes
    self.stride = stride
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    let count = min(target.count, bytes.count - position, stride)
    guard count > 0 else { return .end }
    unsafe target.copyBytes(from: bytes[position..<position + count])
    position += count
    return .bytes(count)
  }

  func cancel() {}
}
