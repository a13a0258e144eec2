import Marbles
import Pipelines
import Platform
import Synchronization
import Values

/// Shows the progress of a long job at a terminal, on a line of standard error that is rewritten
/// every second and removed at the end.
///
/// A separate thread shows the line, so that it also appears while the main thread is busy with one
/// long piece of work, such as reading a large file. It does not appear within the first second,
/// nor within a second of other output to the terminal, which already shows progress.
package enum ProgressLine {
  private static let pause: Int64 = 1_000_000_000
  /// The thread's sleep between two checks, in nanoseconds.
  private static let sleep: Int64 = 100_000_000
  /// The minimum time between two texts, in nanoseconds, so that making them does not slow the main
  /// thread down.
  private static let textPause: Int64 = 20_000_000

  private struct State {
    /// The current step of the job; nil without a job.
    var text: String?
    var begin: Int64 = 0
    /// The time of the last text, and the earliest time to show the line again.
    var update: Int64 = 0
    var due: Int64 = 0
    var isShown = false
    var hasThread = false
  }

  private static let state = Mutex(State())

  /// Begins a job. Does nothing unless standard error is a terminal that can rewrite a line.
  package static func begin(_ text: String) {
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

  /// Changes the current step of the job, if there is one.
  package static func changePart(to text: String) {
    state.withLock { state in
      if state.text != nil { (state.text, state.update) = (text.onOneLine, 0) }
    }
  }

  /// Changes the text of the line, unless the last change was too recent.
  package static func update(_ text: (_ nanoseconds: Int64) -> String) {
    let now = MonotonicClock.nanoseconds
    state.withLock { state in
      guard state.text != nil, now - state.update >= textPause else { return }
      (state.text, state.update) = (text(now - state.begin).onOneLine, now)
    }
  }

  /// Ends the job, and removes the line.
  package static func end() {
    state.withLock { finish(&$0) }
  }

  /// Ends the job, unless another thread holds the lock. This is for a thread that must not wait
  /// for it.
  package static func endIfPossible() {
    _ = state.withLockIfAvailable { finish(&$0) }
  }

  /// Writes to a terminal while the line is hidden.
  package static func aside<Result>(_ write: () -> Result) -> Result {
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

  /// Writes without a buffer. The caller must hold the lock.
  private static func show(_ text: String) {
    StandardError.write(text)
  }

  private static func startThread() {
    // Without the thread there is no line, which is harmless.
    _ = DetachedThread.start { ProgressLine.watch() }
  }

  private static func watch() -> Never {
    while true {
      CurrentThread.sleep(nanoseconds: sleep)
      showIfDue()
    }
  }
}
