import Platform
import Reactive
import Values

/// A thread that reads a text and decodes its records ahead of the playing, which takes them batch by
/// batch.
///
/// The thread owns what it reads from and what it decodes with. A batch has its values, its text, what is
/// wrong with its records, and how far reading had come; it goes to the playing through a bounded queue,
/// and back when all of its records have come, so that the next ones are decoded into its memory. Order,
/// messages and counts do not depend on how far the thread is. An error of reading comes behind the
/// records before it.
///
/// When the playing wants no more, the thread ends by itself, also where it waits for room or for bytes.
/// Nobody waits for it, and it closes what it reads from.
final class ReadingAhead {
  /// When there is to be a thread, and how much it may be ahead.
  struct Plan: Sendable {
    /// From where on there is one: it is not worth it for a short text.
    var firstByte = TextDecoding.firstSize + TextDecoding.blockSize
    /// How many records a batch has, and how many batches the queue.
    var batchSize = RecordBatch.size
    var queueLength = 32
    /// Whether it takes a second processor.
    var needsProcessor = true

    /// The plan in force, which tests replace.
    @TaskLocal static var current = Plan()
  }

  /// The plan for a playing; nil if nothing is read ahead in it. A clock that takes messages of threads does not
  /// wait for what is read.
  static func plan(on scheduler: any Scheduler) -> Plan? {
    let plan = Plan.current
    guard !plan.needsProcessor || processorCount > 1 else { return nil }
    let sender = scheduler._makeSender(for: Never.self, closed: {}, receive: { _ in })
    sender?.close()
    return sender == nil ? plan : nil
  }

  private let queue: BatchQueue
  /// Wakes the thread where it waits for bytes.
  private let stop = ReadingStop()
  private var handed = HandedBatch()
  /// The end, or the failure, that follows the records taken last.
  private var end: RecordReading?

  /// Starts the thread; nil if there can be none.
  init?(_ plan: Plan, _ decoding: TextDecoding, of source: any ByteSource, fields: Set<Text>?) {
    queue = BatchQueue(length: plan.queueLength)
    guard let bytes = source.bytesForThread(endedBy: stop) else { return nil }
    let worker = Worker(decoding, bytes, fields, batchSize: plan.batchSize, queue: queue)
    guard DetachedThread.start({ worker.run() }) else { return nil }
    source.leaveToThread()
  }

  deinit {
    close()
  }

  /// Takes the next records; what is left to make of their texts is made with a memory. Nil if there are
  /// some; otherwise what comes in their place.
  func take(into batch: RecordBatch, with memory: ReaderMemory) -> RecordReading? {
    if let end { return end }
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
    return batch.count > 0 ? nil : end
  }

  /// Ends the thread, which is not waited for.
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
        // Batches that are ready go out before a read that may take long.
        if bytes.canWait { queue.flush() }
        return unsafe bytes.read(into: target)
      }
      batch.exchange(with: &handed)
      handed.end = end
      guard queue.put(&handed), end == nil else { return }
      decoding.takeBack(handed.takeText())
    }
  }
}
