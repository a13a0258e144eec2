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
}

extension ByteSource {
  func begin(on scheduler: any Scheduler) {}
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
