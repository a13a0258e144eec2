#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that a thread waits on. Another thread writes a byte into it to end the wait.
package struct WakePipe: ~Copyable {
  /// A handle that ends the wait from any thread. It is valid only as long as the pipe exists.
  package struct Waker: Sendable {
    fileprivate let writingEnd: FileDescriptor

    package func wake() {
      var byte: UInt8 = 0
      // The write fails only when the pipe is full, and then the reader wakes as well.
      _ = unsafe write(writingEnd.rawValue, &byte, 1)
    }
  }

  private let readingEnd: FileDescriptor
  package let waker: Waker

  package init() {
    // Without a pipe, when the process has no descriptors left, waits are short: see `wait`.
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

  /// Blocks until the monotonic clock reaches about `moment`, forever if that is nil, or until it
  /// is woken. It may return early, so the caller checks the clock and waits for the rest.
  package func wait(until moment: Int64?) {
    var milliseconds: Int64 = -1
    if let moment {
      let left = moment - MonotonicClock.nanoseconds
      milliseconds = left / 1_000_000
      // `poll` waits for whole milliseconds, so shorter times are slept instead.
      if milliseconds <= 0 { return CurrentThread.sleep(nanoseconds: left) }
    }
    if readingEnd == .none { milliseconds = 1 }
    var ends = pollfd(fd: readingEnd.rawValue, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&ends, 1, Int32(clamping: milliseconds)) > 0 else { return }
    var byte: UInt8 = 0
    while unsafe read(readingEnd.rawValue, &byte, 1) > 0 {}
  }
}
