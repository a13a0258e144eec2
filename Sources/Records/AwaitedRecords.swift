import Reactive
import Synchronization
import Values

extension InputBinding {
  /// Binds an input to the elements of an asynchronous sequence. A separate task reads them, a few
  /// elements ahead of the playback.
  ///
  /// On the wall clock, an element is emitted when it arrives, or at its `time` if that is later. A
  /// playback in virtual time waits for each element, so the pace of the sequence makes no
  /// difference.
  public static func sequence<S: AsyncSequence & Sendable>(_ sequence: S) -> InputBinding
  where S.Element: Encodable {
    InputBinding { (_) throws(InputError) in AwaitedRecords(sequence) }
  }
}

/// The elements of an asynchronous sequence.
final class AwaitedRecords: RecordReader {
  private let feed = AwaitedFeed()
  private let task: Task<Void, Never>
  private var block: [RecordReading] = []
  private var position = 0
  private var count = 0
  private(set) var text: [UInt8] = []
  var onNews: (() -> Void)?
  /// Whether the clock waits for this reader; false once the reader notifies the clock of new
  /// records.
  private(set) var _isAwaited = true

  init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element: Encodable {
    task = Task { [feed] in
      do {
        for try await element in sequence {
          await feed.put(RecordReading(encoding: element))
          if Task.isCancelled { return }
        }
        await feed.put(.end)
      } catch {
        await feed.put(.failed("\(error)"))
      }
    }
  }

  deinit {
    cancel()
  }

  var place: RecordPlace { RecordPlace(source: "", line: count) }

  func begin(on scheduler: any Scheduler) {
    let sender = scheduler._makeSender(
      for: Void.self, closed: {}, receive: { [weak self] _ in self?.onNews?() })
    guard let sender else { return }
    _isAwaited = false
    feed.send(through: sender)
  }

  func next() -> RecordReading {
    if position == block.count { (block, position) = (feed.take(), 0) }
    guard position < block.count else { return .notYet }
    let reading = block[position]
    switch reading {
    case .end, .failed: feed.close()
    default: position += 1
    }
    if case .record(let value) = reading {
      count += 1
      text = JSONWriter.text(of: value)
    }
    return reading
  }

  func _waitForNews(isolation: isolated (any Actor)?) async {
    if position == block.count { await feed.waitForNews() }
  }

  func cancel() {
    task.cancel()
    feed.close()
  }
}

/// A buffer of a few elements between the task that reads a sequence and the playback. The task
/// waits while the buffer is full.
final class AwaitedFeed: Sendable {
  private static let limit = 64

  private struct State {
    var readings: [RecordReading] = []
    var isClosed = false
    var sender: WallClockScheduler.Sender<Void>?
    /// The task that waits for room, and the playback that waits for elements.
    var writer: CheckedContinuation<Void, Never>?
    var reader: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Adds an element, and waits for room for the next one.
  func put(_ reading: RecordReading) async {
    let (reader, sender, hasRoom) = state.withLock { state in
      let isNews = state.readings.isEmpty
      if !state.isClosed { state.readings.append(reading) }
      return (
        state.reader.take(), isNews ? state.sender : nil, state.readings.count < Self.limit
      )
    }
    reader?.resume()
    sender?.send(())
    if !hasRoom { await waitForRoom() }
  }

  private func waitForRoom() async {
    await withCheckedContinuation { continuation in
      let isFull = state.withLock { state in
        guard !state.isClosed, state.readings.count >= Self.limit else { return false }
        state.writer = continuation
        return true
      }
      if !isFull { continuation.resume() }
    }
  }

  /// Removes and returns all elements of the buffer.
  func take() -> [RecordReading] {
    let (readings, writer) = state.withLock { state in
      defer { state.readings = [] }
      return (state.readings, state.writer.take())
    }
    writer?.resume()
    return readings
  }

  func waitForNews() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasNews = state.withLock { state in
          guard state.readings.isEmpty, !state.isClosed else { return true }
          state.reader = continuation
          return false
        }
        if hasNews { continuation.resume() }
      }
    } onCancel: {
      close()
    }
  }

  /// Sends a message whenever an element arrives in an empty buffer. If there are elements already,
  /// it sends one immediately.
  func send(through sender: WallClockScheduler.Sender<Void>) {
    let hasNews = state.withLock { state in
      state.sender = sender
      return !state.readings.isEmpty
    }
    if hasNews { sender.send(()) }
  }

  /// Resumes both sides, and accepts no more elements.
  func close() {
    let (waiting, sender) = state.withLock { state in
      state.isClosed = true
      return ([state.writer.take(), state.reader.take()], state.sender.take())
    }
    for continuation in waiting { continuation?.resume() }
    sender?.close()
  }
}
