import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends the reading of files and pipes from any thread, also while it waits for bytes.
public final class ReadingStop: Sendable {
  private let isSet = Atomic<Bool>(false)
  /// A pipe into which nothing is ever written: when its end is closed, whoever waits wakes up.
  private let readingEnd: Int32
  private let writingEnd: Int32

  /// Creates a stop; reading goes on until it is used.
  public init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe, when the process has no descriptor left, a wait is not cut short.
    if unsafe pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readingEnd, writingEnd) = (ends[0], ends[1])
  }

  deinit {
    guard readingEnd >= 0 else { return }
    close(readingEnd)
    if !isStopped { close(writingEnd) }
  }

  /// Whether reading has been stopped.
  public var isStopped: Bool { isSet.load(ordering: .acquiring) }

  /// Has every reading that asks for this end, now and later.
  public func stop() {
    let wasSet = isSet.exchange(true, ordering: .acquiringAndReleasing)
    if !wasSet, writingEnd >= 0 { close(writingEnd) }
  }

  /// Waits until there is something to read. False if one of those who may end the reading has done so.
  static func waitToRead(_ descriptor: Int32, canWait: Bool, unless stops: [ReadingStop]) -> Bool {
    while canWait, !stops.contains(where: \.isStopped) {
      var requests = ([descriptor] + stops.map(\.readingEnd)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard unsafe poll(&requests, nfds_t(requests.count), -1) > 0 else { continue }
      if requests[0].revents != 0 { break }
    }
    return !stops.contains(where: \.isStopped)
  }
}
