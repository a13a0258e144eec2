import Pipelines
import Platform
import Reactive
import Synchronization

/// Ends the process in order when it is interrupted or terminated.
///
/// A thread of its own waits for SIGINT and SIGTERM, which all others block. While nothing is being
/// played it ends the process at once. A playback sees the signal between two values and two pieces
/// of work, stops, and has what came before printed; one that is stuck in a pipe that nobody reads,
/// or in a computation that takes seconds, is not waited for. A second signal ends the process at
/// once, as it does without all this. A process that ends before its output files are whole says where
/// they are. No code runs inside a signal handler.
enum Interruption {
  /// How long a playback has to print what came, and how long a single write may take meanwhile, in
  /// looks of ten milliseconds.
  private static let patience = (playback: 1000, write: 50)

  /// The signal that came; 0 if none did.
  private static let received = Atomic<Int32>(0)
  /// Whether somebody sees to it that the process ends when a signal comes.
  private static let isAwaited = Atomic<Bool>(false)
  /// Whether the main thread is in the middle of writing.
  private static let isWriting = Atomic<Bool>(false)
  /// What ends the waiting of a playback in real time.
  private static let remote = Mutex<WallClockScheduler.Remote?>(nil)
  /// What ends the reading of inputs.
  private static let reading = Mutex<ReadingStop?>(nil)

  /// What is said of outputs when the process does not end in order.
  private static let lastWords = Mutex<[String]>([])

  /// Whether a signal has come.
  static var hasCome: Bool { received.load(ordering: .relaxed) != 0 }

  /// What the process ends with if a signal has come.
  static var code: ExitCode? {
    let signal = received.load(ordering: .acquiring)
    return signal == 0 ? .none : code(of: Signal(number: signal))
  }

  /// Begins to watch; to be called on the main thread before there are others.
  static func watch() {
    // Without one that is ignored already.
    let signals = [Signal.interruption, .termination].filter { !$0.isIgnored() }
    Signal.block(signals)
    let isWatched = DetachedThread.start { waitAndEnd(on: signals) }
    // Without the thread the signals do what they always do.
    if !isWatched { Signal.unblock(signals) }
  }

  /// Says that from now on the main thread asks `hasCome` again and again, or waits for `remote`.
  /// With something that reads it is the reading that stops; what is pending then comes at once.
  static func expect(
    stopping remote: WallClockScheduler.Remote?, reading: ReadingStop? = nil
  ) {
    self.remote.withLock { $0 = remote }
    self.reading.withLock { $0 = reading }
    isAwaited.store(true, ordering: .sequentiallyConsistent)
  }

  /// Has lines said if the process is ended before `conclude`.
  static func prepare(lastWords words: [String]) {
    lastWords.withLock { $0 = words }
  }

  /// Runs what is to be done as a whole or not at all: a signal does not end the process meanwhile.
  /// The body takes the code of one that came before.
  static func conclude(_ body: (ExitCode?) -> Void) {
    lastWords.withLock { words in
      body(code)
      words = []
    }
  }

  /// Marks a write, which may wait for a reader.
  static func during<Result>(write: () -> Result) -> Result {
    isWriting.store(true, ordering: .relaxed)
    defer { isWriting.store(false, ordering: .relaxed) }
    return write()
  }

  private static func waitAndEnd(on signals: [Signal]) -> Never {
    let signal = Signal.wait(for: signals)
    Signal.unblock(signals)
    received.store(signal.number, ordering: .sequentiallyConsistent)
    if isAwaited.load(ordering: .sequentiallyConsistent) {
      stop()
      waitForPlayback()
    }
    // Held to the end: what is said stays true.
    return lastWords.withLock { words in
      for line in words { complainAtOnce(line) }
      exitAtOnce(with: code(of: signal))
    }
  }

  private static func stop() {
    let reading = reading.withLock { $0 }
    reading?.stop()
    remote.withLock { remote in
      if reading == nil { remote?.stop() } else { remote?.hurry() }
    }
  }

  /// Waits for the main thread, which ends the process, as long as that makes sense.
  private static func waitForPlayback() {
    var looksAtWrite = 0
    for _ in 0..<patience.playback where looksAtWrite < patience.write {
      CurrentThread.sleep(nanoseconds: 10_000_000)
      looksAtWrite = isWriting.load(ordering: .relaxed) ? looksAtWrite + 1 : 0
    }
  }

  private static func code(of signal: Signal) -> ExitCode {
    signal == .termination ? .terminated : .interrupted
  }
}
