import Platform
import Reactive
import Values

/// A thread that reads an input and decodes its records ahead of the playback, which receives them
/// in batches.
///
/// The thread owns its source and its decoder. A batch contains values, their text, the mistakes in
/// the records, and the progress of the reading. It is sent to the playback through a bounded
/// queue. It returns when all of its records have been played, so that its memory is reused. Order,
/// messages and counts do not depend on the progress of the thread. An error while reading arrives
/// after the records before it.
///
/// When the playback needs no more records, the thread ends on its own, even while it waits for
/// room or for bytes. No other thread waits for it, and it closes its source.
final class ReadingAhead {
  /// The conditions for using a thread, and how far it reads ahead.
  struct Plan: Sendable {
    /// The number of bytes after which a thread is used, because it is not worth starting one for a
    /// short text.
    var firstByte = TextDecoding.firstSize + TextDecoding.blockSize
    /// The number of records in a batch, and of batches in the queue.
    var batchSize = RecordBatch.size
    var queueLength = 32
    /// Whether a thread requires a second processor.
    var needsProcessor = true

    /// The current plan, which tests can replace.
    @TaskLocal static var current = Plan()
  }

  /// Returns the plan for a playback; nil if nothing is read ahead. That is the case on a single
  /// processor, and on a clock that accepts messages from other threads, because such a clock does
  /// not wait for reading.
  static func plan(on scheduler: any Scheduler) -> Plan? {
    let plan = Plan.current
    guard !plan.needsProcessor || processorCount > 1 else { return nil }
    return scheduler._receivesMessages ? nil : plan
  }

  private let queue: BatchQueue
  /// Wakes the thread while it waits for bytes.
  private let stop = ReadingStop()
  private let bytes: any ThreadBytes
  private var handed = HandedBatch()
  /// The end or the failure that follows the latest records.
  private var end: RecordReading?

  /// Starts the thread; returns nil if that fails.
  init?(_ plan: Plan, _ decoding: TextDecoding, of source: any ByteSource, fields: Set<Text>?) {
    queue = BatchQueue(length: plan.queueLength)
    guard let bytes = source.bytesForThread(endedBy: stop) else { return nil }
    self.bytes = bytes
    let worker = Worker(decoding, bytes, fields, batchSize: plan.batchSize, queue: queue)
    guard DetachedThread.start({ worker.run() }) else { return nil }
    source.leaveToThread()
  }

  deinit {
    close()
  }

  /// Takes the next records, and completes their deferred strings with `memory`. Returns nil if
  /// there are records; otherwise, returns the reading that replaces them.
  func take(into batch: RecordBatch, with memory: ReaderMemory) -> RecordReading? {
    while true {
      if let end = takeEnd() { return end }
      guard queue.take(&handed) else {
        batch.removeAll()
        end = .end
        return end
      }
      batch.letGoOfTexts(with: memory)
      batch.letGoOfLongRecords()
      batch.exchange(with: &handed)
      batch.makeTexts(with: memory)
      end = handed.end.take()
      if batch.count > 0 { return nil }
    }
  }

  /// Returns what follows the latest records: an end, or nothing yet for as long as the reading is
  /// paused.
  private func takeEnd() -> RecordReading? {
    if case .notYet? = end, !bytes.isPaused { end = nil }
    return end
  }

  /// Ends the thread, without waiting for it.
  func close() {
    queue.close()
    stop.stop()
  }
}

/// The work of the thread.
private struct Worker: Sendable {
  let decoding: TextDecoding
  let bytes: any ThreadBytes
  let fields: Set<Text>?
  let batchSize: Int
  let queue: BatchQueue

  init(
    _ decoding: TextDecoding, _ bytes: any ThreadBytes, _ fields: Set<Text>?, batchSize: Int,
    queue: BatchQueue
  ) {
    (self.decoding, self.bytes, self.fields) = (decoding, bytes, fields)
    (self.batchSize, self.queue) = (batchSize, queue)
  }

  func run() {
    var (decoding, bytes) = (decoding, bytes)
    defer { bytes.close() }
    let memory = ReaderMemory()
    memory.deferTexts()
    decoding.handOverBlocks()
    if let fields { memory.readOnly(fields) }
    let batch = RecordBatch(limit: batchSize)
    var handed = HandedBatch()
    while true {
      let end = unsafe decoding.next(into: batch, with: memory) { target in
        // Hand over finished batches before a read that may take long.
        if bytes.canWait { queue.flush() }
        return unsafe bytes.read(into: target)
      }
      batch.exchange(with: &handed)
      handed.end = end
      // The playback ends a pause only after it has taken the batch that was put during it.
      let pause = bytes.pauseNumber
      guard queue.put(&handed) else { return }
      switch end {
      case nil: break
      case .notYet?: bytes.waitForEnd(ofPause: pause)
      default: return
      }
      decoding.takeBack(handed.takeText())
    }
  }
}
