import Dispatch
import Platform
import Reactive
import Values

/// Reads a pipe or a terminal on a thread of its own, so that timers fire while reading waits.
///
/// The thread reads a block, hands it over through a sender, and waits until it is consumed. A slow
/// stream thus slows the writer, and nothing accumulates.
final class LiveFeed {
  private static let blockSize = 64 * 1024

  fileprivate enum News: Sendable {
    case block([UInt8])
    case end
    case failed(String)
  }

  private let taken = DispatchSemaphore(value: 0)
  private var sender: WallClockScheduler.Sender<News>?
  private var block: [UInt8] = []
  private var position = 0
  private var end: ByteReading?
  var onNews: (() -> Void)?

  /// Returns nil if the scheduler accepts no messages from other threads; its time then waits for
  /// the reading. The thread closes the bytes.
  init?(of bytes: any ThreadBytes, on scheduler: any Scheduler) {
    let sender = scheduler._makeSender(
      for: News.self, closed: {}, receive: { [weak self] news in self?.receive(news) })
    guard let sender else { return nil }
    self.sender = sender
    let reader = Reader(bytes: bytes, sender: sender, taken: taken)
    if !DetachedThread.start({ reader.read() }) {
      end = .failed("no thread to read it")
      close()
    }
  }

  /// Closes the sender, so that a run does not wait for bytes without a reader.
  func close() {
    sender?.close()
    sender = nil
    // The thread finishes its block, and finds the sender closed.
    taken.signal()
  }

  private func receive(_ news: News) {
    switch news {
    case .block(let bytes): (block, position) = (bytes, 0)
    case .end: end = .end
    case .failed(let reason): end = .failed(reason)
    }
    if end != nil { close() }
    onNews?()
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    let count = min(target.count, block.count - position)
    guard count > 0 else { return end ?? .notYet }
    unsafe target.copyBytes(from: block[position..<position + count])
    position += count
    if position == block.count {
      (block, position) = ([], 0)
      taken.signal()
    }
    return .bytes(count)
  }

  /// The values that the thread uses.
  private struct Reader: Sendable {
    let bytes: any ThreadBytes
    let sender: WallClockScheduler.Sender<News>
    let taken: DispatchSemaphore

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
          guard sender.send(.block(block)) else { return }
          taken.wait()
        case .failed(let reason):
          sender.send(.failed(reason))
          return
        case .end, .notYet:
          sender.send(.end)
          return
        }
      }
    }
  }
}
