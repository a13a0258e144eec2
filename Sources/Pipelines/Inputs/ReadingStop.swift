import Platform
import Synchronization

/// Ends the reading of files and pipes from any thread, also while it waits for bytes.
public final class ReadingStop: Sendable {
  private let isSet = Atomic<Bool>(false)
  /// A pipe into which nothing is ever written: when its end is closed, whoever waits wakes up.
  private let readingEnd: FileDescriptor
  private let writingEnd: FileDescriptor

  /// Creates a stop; reading goes on until it is used.
  public init() {
    // Without a pipe, when the process has no descriptor left, a wait is not cut short.
    (readingEnd, writingEnd) = FileDescriptor.makePipe() ?? (.none, .none)
  }

  deinit {
    guard readingEnd != .none else { return }
    readingEnd.close()
    if !isStopped { writingEnd.close() }
  }

  /// Whether reading has been stopped.
  public var isStopped: Bool { isSet.load(ordering: .acquiring) }

  /// Has every reading that asks for this end, now and later.
  public func stop() {
    let wasSet = isSet.exchange(true, ordering: .acquiringAndReleasing)
    if !wasSet, writingEnd != .none { writingEnd.close() }
  }

  /// Waits until there is something to read. False if one of those who may end the reading has done so.
  static func waitToRead(
    _ descriptor: FileDescriptor, canWait: Bool, unless stops: [ReadingStop]
  ) -> Bool {
    while canWait, !stops.contains(where: \.isStopped) {
      if descriptor.waitToRead(besides: stops.map(\.readingEnd)) { break }
    }
    return !stops.contains(where: \.isStopped)
  }
}
