#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension WallClockScheduler {
  /// What a thread waits at: a pipe, into which another thread writes a byte to end the wait.
  struct WakePipe: ~Copyable {
    private let readingEnd: Int32
    private let writingEnd: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      // Without a pipe, when the process has no descriptor left, waits are cut short: see `wait`.
      if unsafe pipe(&ends) != 0 { ends = [-1, -1] }
      (readingEnd, writingEnd) = (ends[0], ends[1])
      for end in ends where end >= 0 {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }

    deinit {
      guard readingEnd >= 0 else { return }
      close(readingEnd)
      close(writingEnd)
    }

    var waker: Waker { .pipe(writingEnd: writingEnd) }

    static func write(to end: Int32) {
      var byte: UInt8 = 0
      // It fails only when the pipe is full, and then the reader wakes up as well.
      #if canImport(Darwin)
        _ = Darwin.write(end, &byte, 1)
      #elseif canImport(Glibc)
        _ = unsafe Glibc.write(end, &byte, 1)
      #elseif canImport(Musl)
        _ = Musl.write(end, &byte, 1)
      #endif
    }

    /// Blocks until about `moment`, for ever if that is nil, or until it is woken. It may come back
    /// early, so the caller looks at the clock and waits for the rest.
    func wait(until moment: Int64?) {
      var milliseconds: Int64 = -1
      if let moment {
        let left = moment - Pace.moment()
        milliseconds = left / 1_000_000
        // The system counts such waits in whole milliseconds; what is less is slept through.
        if milliseconds <= 0 { return Self.sleep(left) }
      }
      if readingEnd < 0 { milliseconds = 1 }
      var ends = pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&ends, 1, Int32(clamping: milliseconds)) > 0 else { return }
      var byte: UInt8 = 0
      while unsafe read(readingEnd, &byte, 1) > 0 {}
    }

    private static func sleep(_ nanoseconds: Int64) {
      guard nanoseconds > 0 else { return }
      var time = timespec(tv_sec: 0, tv_nsec: Int(nanoseconds))
      unsafe nanosleep(&time, nil)
    }
  }
}
