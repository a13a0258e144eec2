package import Pipelines
import Platform
package import Reactive
import Synchronization

/// Ends the process in an orderly way when it is interrupted or terminated.
///
/// A separate thread waits for SIGINT and SIGTERM, which all other threads block. While nothing is
/// being played, the thread ends the process at once. A playback stops at its next `Safepoint`, and
/// prints the values that it has already emitted. A playback that reads inputs stops reading, and
/// stops itself only if it then makes no progress. The thread does not wait for a playback that is
/// stuck in a pipe without a reader, or in a computation of a second. A second signal ends the
/// process at once, as it would by default. A process that ends before its output files are
/// complete prints where they are. No code runs inside a signal handler.
package enum Interruption {
  /// The time that a playback has to stop, to make progress if it has read inputs, and to print the
  /// values that it has emitted; and the time for a single write during this. All are in steps of
  /// ten milliseconds.
  private static let patience = (stop: 90, progress: 30, playback: 1000, write: 50)

  /// The signal that arrived; 0 if there is none.
  private static let received = Atomic<Int32>(0)
  /// Whether a thread already watches for signals.
  private static let isWatching = Atomic<Bool>(false)
  /// Whether the main thread will end the process when a signal arrives.
  private static let isAwaited = Atomic<Bool>(false)
  /// Whether the main thread is still playing.
  private static let isPlaying = Atomic<Bool>(false)
  /// Whether the main thread is opening inputs, of which a pipe without a writer cannot be stopped.
  private static let isOpening = Atomic<Bool>(false)
  /// Whether the main thread is in the middle of writing.
  private static let isWriting = Atomic<Bool>(false)
  /// The handle that ends the waiting of a playback in real time.
  private static let remote = Mutex<WallClockScheduler.Remote?>(nil)
  /// The stop that ends the reading of inputs.
  private static let reading = Mutex<ReadingStop?>(nil)

  /// Whether a signal lets the main thread save its playback, instead of ending the inputs.
  private static let isSaved = Atomic<Bool>(false)

  /// The lines about outputs that are printed when the process does not end in an orderly way.
  private static let lastWords = Mutex<[String]>([])

  /// The exit code if a signal has arrived.
  package static var code: ExitCode? {
    let signal = received.load(ordering: .acquiring)
    return signal == 0 ? .none : code(of: Signal(number: signal))
  }

  /// Begins to watch for signals, unless that has already been done. Must be called on the main
  /// thread before other threads start.
  package static func watch() {
    guard !isWatching.exchange(true, ordering: .relaxed) else { return }
    // A signal that is already ignored stays ignored.
    let signals = [Signal.interruption, .termination].filter { !$0.isIgnored() }
    Signal.block(signals)
    let isWatched = DetachedThread.start { waitAndEnd(on: signals) }
    // Without the thread the signals have their default effect.
    if !isWatched { Signal.unblock(signals) }
  }

  /// Declares that the main thread plays from now on, on the scheduler of `remote` if that waits.
  /// With `reading`, a signal stops the reading, and pending work then runs at once; if the
  /// playback is saved, it only ends the waiting.
  package static func expect(
    stopping remote: WallClockScheduler.Remote?, reading: ReadingStop? = nil, isSaved: Bool = false
  ) {
    self.isSaved.store(isSaved, ordering: .relaxed)
    self.remote.withLock { $0 = remote }
    self.reading.withLock { $0 = reading }
    isPlaying.store(true, ordering: .relaxed)
    isOpening.store(false, ordering: .relaxed)
    isAwaited.store(true, ordering: .sequentiallyConsistent)
    // The signal may have arrived while the inputs were opened.
    if received.load(ordering: .sequentiallyConsistent) != 0 { _ = stop() }
  }

  /// Declares that from now on the main thread opens inputs, and waits for their first records. A
  /// signal stops the reading, and what has been read is played.
  package static func expectOpening(stopping reading: ReadingStop) {
    expect(stopping: nil, reading: reading)
    isOpening.store(true, ordering: .relaxed)
  }

  /// Declares that the playback has ended, and that its events are being printed.
  package static func endPlaying() {
    isPlaying.store(false, ordering: .relaxed)
  }

  /// Declares that nothing is being played any more, so that a signal now ends the process at once.
  /// Returns the exit code of a signal that has already arrived.
  package static func rest() -> ExitCode? {
    endPlaying()
    isAwaited.store(false, ordering: .sequentiallyConsistent)
    reading.withLock { $0 = nil }
    return received.load(ordering: .sequentiallyConsistent) == 0 ? nil : code
  }

  /// Sets lines that are printed if the process ends before `conclude`.
  package static func prepare(lastWords words: [String]) {
    lastWords.withLock { $0 = words }
  }

  /// Runs a step that must be done completely or not at all, so a signal does not end the process
  /// during it. The body receives the exit code of an earlier signal.
  package static func conclude(_ body: (ExitCode?) -> Void) {
    lastWords.withLock { words in
      body(code)
      words = []
    }
  }

  /// Runs a write, which may wait for a reader, and marks it for the watching thread.
  package static func during<Result>(write: () -> Result) -> Result {
    isWriting.store(true, ordering: .relaxed)
    defer { isWriting.store(false, ordering: .relaxed) }
    return write()
  }

  private static func waitAndEnd(on signals: [Signal]) -> Never {
    let signal = Signal.wait(for: signals)
    received.store(signal.number, ordering: .sequentiallyConsistent)
    if isAwaited.load(ordering: .sequentiallyConsistent) {
      let isReading = stop()
      // 'timeout' sends a signal to its command and at once to the whole group.
      CurrentThread.sleep(nanoseconds: 20_000_000)
      Signal.discardPending([signal])
      Signal.unblock(signals)
      waitForPlayback(isReading: isReading)
    }
    end(with: code(of: signal))
  }

  /// Ends the process, and prints where its outputs are.
  private static func end(with code: ExitCode) -> Never {
    // The lock is held to the end, so that the printed lines stay true.
    lastWords.withLock { words in
      for line in words { complainAtOnce(line) }
      exitAtOnce(with: code)
    }
  }

  /// Limits the memory of the process. If the limit is exceeded where no playback can fail, such as
  /// while files are checked or pictures are drawn, the process ends.
  package static func limitMemory(to bytes: Int) {
    MemoryBudget.enforce(bytes) {
      complainAtOnce(
        "stream-run: the process uses more than \(ByteCount(bytes).text) of memory, outside a playback; "
          + "allow more with '--max-memory \(ByteCount(bytes * 2).text)'")
      end(with: .outOfMemory)
    }
  }

  /// Stops the playback, or the inputs that it reads. Returns whether it reads any inputs.
  private static func stop() -> Bool {
    let reading = reading.withLock { $0 }
    guard !isSaved.load(ordering: .relaxed) else {
      reading?.pause()
      remote.withLock { $0?.stop() }
      return false
    }
    reading?.stop()
    remote.withLock { remote in
      if reading == nil { remote?.stop() } else { remote?.hurry() }
    }
    if reading == nil { Safepoint.request(.stop) }
    return reading != nil
  }

  /// Waits for the main thread to end the process, within the limits of `patience`.
  private static func waitForPlayback(isReading: Bool) {
    var looksAtWrite = 0
    for look in 1...patience.playback where looksAtWrite < patience.write {
      CurrentThread.sleep(nanoseconds: 10_000_000)
      if isReading, !isOpening.load(ordering: .relaxed) {
        if look % patience.progress == 0 { Safepoint.request(.stopIfStuck) }
      } else if look > patience.stop, isPlaying.load(ordering: .relaxed) {
        return
      }
      looksAtWrite = isWriting.load(ordering: .relaxed) ? looksAtWrite + 1 : 0
    }
  }

  private static func code(of signal: Signal) -> ExitCode {
    signal == .termination ? .terminated : .interrupted
  }
}
