#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A signal that a process receives from other processes, the system or a terminal.
package struct Signal: Hashable, Sendable {
  package static let interruption = Signal(number: SIGINT)
  package static let termination = Signal(number: SIGTERM)
  /// A write to a pipe that has no reader.
  package static let brokenPipe = Signal(number: SIGPIPE)
  /// A file that is being written has become too long.
  package static let fileTooLong = Signal(number: SIGXFSZ)

  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  /// Ignores the signal from now on.
  package func ignore() {
    signal(number, SIG_IGN)
  }

  /// Returns whether the parent process started this one with the signal ignored, as a shell does
  /// with SIGINT for background jobs. If not, the signal has its default effect afterwards.
  package func isIgnored() -> Bool {
    // This is the portable way to read the disposition. Nothing else has changed it before.
    let previous = signal(number, SIG_DFL)
    let isIgnored =
      unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { ignore() }
    return isIgnored
  }

  /// Blocks signals until `wait(for:)`, on this thread and on those that it starts from now on.
  package static func block(_ signals: [Signal]) {
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Restores the effect of signals that reach this thread.
  package static func unblock(_ signals: [Signal]) {
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Waits for one of some signals, all of which must be blocked on all threads.
  package static func wait(for signals: [Signal]) -> Signal {
    var set = signalSet(signals)
    var number: Int32 = 0
    while unsafe sigwait(&set, &number) != 0 {}
    return Signal(number: number)
  }

  /// Discards those of some blocked signals that have arrived.
  package static func discardPending(_ signals: [Signal]) {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    for signal in signals where unsafe sigismember(&pending, signal.number) == 1 {
      _ = wait(for: [signal])
    }
  }

  private static func signalSet(_ signals: [Signal]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal.number) }
    return set
  }
}
