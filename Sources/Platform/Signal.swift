#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What other processes, the system and people at terminals send to a process.
package struct Signal: Hashable, Sendable {
  package static let interruption = Signal(number: SIGINT)
  package static let termination = Signal(number: SIGTERM)
  /// Nobody reads a pipe that is written.
  package static let brokenPipe = Signal(number: SIGPIPE)
  /// A file that is written has become too long.
  package static let fileTooLong = Signal(number: SIGXFSZ)

  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  /// Has the signal do nothing from now on.
  package func ignore() {
    signal(number, SIG_IGN)
  }

  /// Whether the process that started this one wants the signal ignored, as a shell does with SIGINT
  /// for what runs in the background. Where that is not so, it does what it does to any process.
  package func isIgnored() -> Bool {
    // This is the portable way to ask; nothing else has set the signal before.
    let previous = signal(number, SIG_DFL)
    let isIgnored =
      unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { ignore() }
    return isIgnored
  }

  /// Has signals wait for `wait(for:)`: on this thread, and on those that it starts from now on.
  package static func block(_ signals: [Signal]) {
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Has signals that reach this thread do what they always do.
  package static func unblock(_ signals: [Signal]) {
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Waits for one of some signals, which all threads block.
  package static func wait(for signals: [Signal]) -> Signal {
    var set = signalSet(signals)
    var number: Int32 = 0
    while unsafe sigwait(&set, &number) != 0 {}
    return Signal(number: number)
  }

  private static func signalSet(_ signals: [Signal]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal.number) }
    return set
  }
}
