import Dispatch
import Synchronization

/// A bounded queue of batches from one thread to another.
///
/// Each side exchanges full batches for used ones, so that their memory is reused. A waiting thread
/// is woken only when there is enough to do, not for each batch.
final class BatchQueue: Sendable {
  /// The maximum amount of queued text, in bytes. A single batch may exceed it.
  private static let byteLimit = 1 << 20

  fileprivate struct State {
    /// A ring of batches: `count` full ones starting at `first`, followed by used ones.
    var ring: [HandedBatch]
    var first = 0
    var count = 0
    var byteCount = 0
    var isClosed = false
    var hasWaitingTaker = false
    var hasWaitingPutter = false

    var hasRoom: Bool { count == 0 || count < ring.count && byteCount < BatchQueue.byteLimit }
    var isHalfFull: Bool { count * 2 >= ring.count || byteCount * 2 >= BatchQueue.byteLimit }
  }

  private let state: Mutex<State>
  private let news = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init(length: Int) {
    state = Mutex(State(ring: (0..<length).map { _ in HandedBatch() }))
  }

  /// Enqueues a batch in exchange for a used one, and waits if there is no room. Returns false if
  /// the queue is closed.
  func put(_ batch: inout HandedBatch) -> Bool {
    while true {
      let (isQueued, isToWake) = state.withLock { $0.put(&batch) }
      if isToWake { news.signal() }
      if let isQueued { return isQueued }
      room.wait()
    }
  }

  /// Wakes the receiving thread if it is waiting although there are batches.
  func flush() {
    if state.withLock({ $0.count > 0 && $0.wakesTaker() }) { news.signal() }
  }

  /// Dequeues the first batch in exchange for a used one, and waits if there is none. Returns false
  /// if the queue is closed and empty.
  func take(_ batch: inout HandedBatch) -> Bool {
    while true {
      let (isTaken, isToWake) = state.withLock { $0.take(&batch) }
      if isToWake { room.signal() }
      if let isTaken { return isTaken }
      news.wait()
    }
  }

  /// Closes the queue from the receiving side: no more batches will be taken.
  func close() {
    let isToWake = state.withLock { state in
      state.isClosed = true
      return state.wakesPutter()
    }
    if isToWake { room.signal() }
  }
}

extension BatchQueue.State {
  /// Returns whether the receiving thread is waiting and has to be woken, and clears that mark.
  mutating func wakesTaker() -> Bool {
    defer { hasWaitingTaker = false }
    return hasWaitingTaker
  }

  mutating func wakesPutter() -> Bool {
    defer { hasWaitingPutter = false }
    return hasWaitingPutter
  }

  /// Returns whether the batch was enqueued: nil if there is no room yet, false if the queue is
  /// closed. Also returns whether the other thread has to be woken.
  mutating func put(_ batch: inout HandedBatch) -> (isQueued: Bool?, isToWake: Bool) {
    if isClosed { return (false, false) }
    guard hasRoom else {
      hasWaitingPutter = true
      return (nil, false)
    }
    let isLast = batch.end != nil
    byteCount += batch.size
    swap(&ring[(first + count) % ring.count], &batch)
    count += 1
    return (true, (isLast || isHalfFull) && wakesTaker())
  }

  /// Returns whether a batch was dequeued: nil if there is none yet, false if there will be no
  /// more. Also returns whether the other thread has to be woken.
  mutating func take(_ batch: inout HandedBatch) -> (isTaken: Bool?, isToWake: Bool) {
    guard count > 0 else {
      hasWaitingTaker = !isClosed
      return (isClosed ? false : nil, false)
    }
    swap(&ring[first], &batch)
    byteCount -= batch.size
    first = (first + 1) % ring.count
    count -= 1
    return (true, !isHalfFull && wakesPutter())
  }
}
