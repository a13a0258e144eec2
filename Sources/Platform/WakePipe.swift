#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a thread waits at: a pipe, into which another thread writes a byte to end the wait.
package struct WakePipe: ~Copyable {
  /// What ends the wait, from any thread; only as long as there is the pipe.
  package struct Waker: Sendable {
    fileprivate let writingEnd: FileDescriptor

    package func wake() {
      var byte: UInt8 = 0
      // It fails only when the pipe is full, and then the reader wakes up as well.
      _ = unsafe write(writingEnd.rawValue, &byte, 1)
    }
  }

  private let readingEnd: FileDescriptor
  package let waker: Waker

  package init() {
    // Without a pipe, when the process has no descriptor left, waits are cut short: see `wait`.
    let ends = FileDescriptor.makePipe() ?? (.none, .none)
    readingEnd = ends.reading
    waker = Waker(writingEnd: ends.writing)
    for end in [ends.reading, ends.writing] where end != .none {
      _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    guard readingEnd != .none else { return }
    readingEnd.close()
    waker.writingEnd.close()
  }

  /// Blocks until the monotonic clock shows about `moment`, for ever if that is nil, or until it is
  /// woken. It may come back early, so the caller looks at the clock and waits for the rest.
  package func wait(until moment: Int64?) {
    var milliseconds: Int64 = -1
    if let moment {
      let left = moment - MonotonicClock.nanoseconds
      milliseconds = left / 1_000_000
      // The system counts such waits in whole milliseconds; what is less is slept through.
      if milliseconds <= 0 { return CurrentThread.sleep(nanoseconds: left) }
    }
    if readingEnd == .none { milliseconds = 1 }
    var ends = pollfd(fd: readingEnd.rawValue, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&ends, 1, Int32(clamping: milliseconds)) > 0 else { return }
    var byte: UInt8 = 0
    while unsafe read(readingEnd.rawValue, &byte, 1) > 0 {}
  }
}
