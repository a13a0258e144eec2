import Dispatch
import Platform
import Reactive
import Synchronization

/// Reads a pipe or a terminal on a separate thread, so that timers fire while reading waits.
///
/// The thread hands over each block through a sender, and waits while too many bytes have not been
/// consumed. Bytes may wait because another input has not caught up with the present. A slow stream
/// therefore slows down the writer, and memory use stays limited.
final class LiveFeed {
  private static let blockSize = 64 * 1024
  /// The maximum number of bytes that may wait.
  private static let byteLimit = 8 << 20

  fileprivate enum News: Sendable {
    /// Bytes, the first of which is at a place.
    case block([UInt8], FilePlace?)
    /// There is nothing more to read for now.
    case present
    case end
    case stopped
    case failed(String)
  }

  private let room = Room()
  private var sender: WallClockScheduler.Sender<News>?
  /// The blocks that have arrived, and the blocks that are being read, with the next one last.
  private var arrived: [(bytes: [UInt8], place: FilePlace?)] = []
  private var blocks: [(bytes: [UInt8], place: FilePlace?)] = []
  /// The position in the next block.
  private var position = 0
  /// The place of the bytes that were last read.
  private(set) var place: FilePlace?
  private var end: ByteReading?
  /// Whether there was nothing more to read when the thread last checked.
  private(set) var isAtPresent = false
  var onNews: (() -> Void)?

  /// Returns nil if the scheduler does not accept messages from other threads, because its time
  /// then waits for reading. The thread closes the bytes.
  init?(of bytes: any ThreadBytes, on scheduler: any Scheduler) {
    let sender = scheduler._makeSender(
      for: News.self, closed: {}, receive: { [weak self] news in self?.receive(news) })
    guard let sender else { return nil }
    self.sender = sender
    let reader = Reader(bytes: bytes, sender: sender, room: room)
    if !DetachedThread.start({ reader.read() }) {
      end = .failed("no thread to read it")
      close()
    }
  }

  /// Closes the sender, so that a run does not wait for bytes without a reader.
  func close() {
    sender?.close()
    sender = nil
    // The thread completes its block, and then finds the sender closed.
    room.open()
  }

  /// The number of bytes that wait.
  var heldByteCount: Int { room.held }

  private func receive(_ news: News) {
    switch news {
    case .block(let bytes, let place):
      arrived.append((bytes, place))
      isAtPresent = false
    case .present: isAtPresent = true
    case .end: end = .end
    case .stopped: end = .stopped
    case .failed(let reason): end = .failed(reason)
    }
    if end != nil { close() }
    onNews?()
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    if blocks.isEmpty {
      blocks = arrived.reversed()
      arrived.removeAll()
    }
    guard let block = blocks.last else { return end ?? .notYet }
    let count = min(target.count, block.bytes.count - position)
    unsafe target.copyBytes(from: block.bytes[position..<position + count])
    place = block.place
    place?.offset += position
    position += count
    if position == block.bytes.count {
      blocks.removeLast()
      position = 0
      room.leave(block.bytes.count)
    }
    return .bytes(count)
  }

  /// Limits the number of bytes that wait.
  private final class Room: Sendable {
    private let count = Atomic<Int>(0)
    private let isOpen = Atomic<Bool>(false)
    private let news = DispatchSemaphore(value: 0)

    /// The number of bytes for which room is reserved.
    var held: Int { count.load(ordering: .relaxed) }

    /// Reserves room for bytes, and waits until there is room for more.
    func enter(_ bytes: Int) {
      count.wrappingAdd(bytes, ordering: .sequentiallyConsistent)
      while count.load(ordering: .sequentiallyConsistent) >= LiveFeed.byteLimit,
        !isOpen.load(ordering: .sequentiallyConsistent)
      {
        news.wait()
      }
    }

    func leave(_ bytes: Int) {
      let left = count.wrappingSubtract(bytes, ordering: .sequentiallyConsistent)
      if left.oldValue >= LiveFeed.byteLimit { news.signal() }
    }

    /// Ends all waiting.
    func open() {
      isOpen.store(true, ordering: .sequentiallyConsistent)
      news.signal()
    }
  }

  /// The values that the thread uses.
  private struct Reader: Sendable {
    let bytes: any ThreadBytes
    let sender: WallClockScheduler.Sender<News>
    let room: Room

    func read() {
      var bytes = bytes
      defer { bytes.close() }
      while true {
        var reading = ByteReading.end
        let block = unsafe [UInt8](unsafeUninitializedCapacity: LiveFeed.blockSize) {
          target, count in
          reading = unsafe bytes.read(into: UnsafeMutableRawBufferPointer(target))
          if case .bytes(let read) = reading { count = read } else { count = 0 }
        }
        switch reading {
        case .bytes:
          // Do not retain the memory of a whole block for a few bytes.
          let isSmall = block.count < LiveFeed.blockSize / 2
          let kept = unsafe isSmall ? block.withUnsafeBufferPointer { unsafe Array($0) } : block
          guard sender.send(.block(kept, bytes.place(ofLast: kept.count))) else { return }
          room.enter(kept.count)
        case .failed(let reason):
          sender.send(.failed(reason))
          return
        case .notYet:
          guard sender.send(.present) else { return }
        case .end:
          sender.send(.end)
          return
        case .stopped:
          sender.send(.stopped)
          return
        }
      }
    }
  }
}
