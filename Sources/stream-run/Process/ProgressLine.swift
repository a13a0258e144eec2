import Marbles
import Pipelines
import Platform
import Synchronization

/// Tells a person at a terminal how far a long job is, on a line of standard error that is rewritten
/// every second and removed at the end.
///
/// A thread of its own shows the line, so that it also appears while the main thread is busy with one
/// long piece of work, such as reading a large file. Nothing appears within the first second, nor within
/// a second of something else that was written to the terminal, which is progress enough.
enum ProgressLine {
  private static let pause: Int64 = 1_000_000_000
  /// How long the thread sleeps between two looks, in nanoseconds.
  private static let sleep: Int64 = 100_000_000
  /// How long the main thread leaves a text as it is: making one is not to slow it down.
  private static let textPause: Int64 = 20_000_000

  private struct State {
    /// What the job is at; nil while there is none.
    var text: String?
    var begin: Int64 = 0
    /// When the text was last updated, and when the line may next be shown.
    var update: Int64 = 0
    var due: Int64 = 0
    var isShown = false
    var hasThread = false
  }

  private static let state = Mutex(State())

  /// Begins a job; nothing happens where nobody looks.
  static func begin(_ text: String) {
    guard FileDescriptor.standardError.isTerminal,
      CurrentProcess.environmentVariable("TERM") != "dumb"
    else { return }
    let now = MonotonicClock.nanoseconds
    let needsThread = state.withLock { state in
      (state.text, state.begin, state.due) = (text.onOneLine, now, now + pause)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread { startThread() }
  }

  /// Says what the job is at now, if there is one.
  static func changePart(to text: String) {
    state.withLock { state in
      if state.text != nil { (state.text, state.update) = (text.onOneLine, 0) }
    }
  }

  /// Changes what the line says, if it is time for that.
  static func update(_ text: (_ nanoseconds: Int64) -> String) {
    let now = MonotonicClock.nanoseconds
    state.withLock { state in
      guard state.text != nil, now - state.update >= textPause else { return }
      (state.text, state.update) = (text(now - state.begin).onOneLine, now)
    }
  }

  /// Ends the job, and removes the line.
  static func end() {
    state.withLock { finish(&$0) }
  }

  /// The same, for a thread that must not wait for the one that writes.
  static func endIfPossible() {
    _ = state.withLockIfAvailable { finish(&$0) }
  }

  /// Writes to a terminal while the line is away.
  static func aside<Result>(_ write: () -> Result) -> Result {
    state.withLock { state in
      guard state.text != nil else { return write() }
      hide(&state)
      defer { state.due = MonotonicClock.nanoseconds + pause }
      return write()
    }
  }

  private static func finish(_ state: inout State) {
    hide(&state)
    state.text = nil
  }

  private static func hide(_ state: inout State) {
    if state.isShown { show("\r\u{1B}[K") }
    state.isShown = false
  }

  private static func showIfDue() {
    let now = MonotonicClock.nanoseconds
    state.withLock { state in
      guard let text = state.text, now >= state.due else { return }
      (state.isShown, state.due) = (true, now + pause)
      let seconds = (now - state.begin) / 1_000_000_000
      let width = (FileDescriptor.standardError.columns ?? 80) - 1
      show("\r\u{1B}[K" + ChartText.line("\(text), \(seconds) s so far", limit: max(1, width - 1)))
    }
  }

  /// Writes without a buffer, and without a lock: the caller has it.
  private static func show(_ text: String) {
    StandardError.write(text)
  }

  private static func startThread() {
    // Without the thread there is no line, which harms nobody.
    _ = DetachedThread.start { ProgressLine.watch() }
  }

  private static func watch() -> Never {
    while true {
      CurrentThread.sleep(nanoseconds: sleep)
      showIfDue()
    }
  }
}
