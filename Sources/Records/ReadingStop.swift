import Platform
import Synchronization

/// Stops the reading of files and pipes, from any thread, even while it waits for bytes.
public final class ReadingStop: Sendable {
  private let isSet = Atomic<Bool>(false)
  /// The end of a pipe to which nothing is written. Closing its writing end wakes all waiting
  /// readers.
  private let readingEnd: FileDescriptor
  private let writingEnd: FileDescriptor

  /// Creates a stop. Reading continues until `stop()` is called.
  public init() {
    // If the process has no descriptors left, there is no pipe, and a wait cannot be cut short.
    (readingEnd, writingEnd) = FileDescriptor.makePipe() ?? (.none, .none)
  }

  deinit {
    guard readingEnd != .none else { return }
    readingEnd.close()
    if !isStopped { writingEnd.close() }
  }

  /// Whether reading has been stopped.
  public var isStopped: Bool { isSet.load(ordering: .acquiring) }

  /// Stops all reading that uses this stop, both current and future.
  public func stop() {
    let wasSet = isSet.exchange(true, ordering: .acquiringAndReleasing)
    if !wasSet, writingEnd != .none { writingEnd.close() }
  }

  /// Waits for a time. Returns false if one of the stops has been used.
  static func pause(milliseconds: Int32, unless stops: [ReadingStop]) -> Bool {
    if !stops.contains(where: \.isStopped) {
      FileDescriptor.waitToRead(anyOf: stops.map(\.readingEnd), milliseconds: milliseconds)
    }
    return !stops.contains(where: \.isStopped)
  }

  /// The reason why a wait for bytes ended.
  enum Wait {
    case ready
    /// No bytes arrived in the given time, or before another descriptor had something to read.
    case silent
    case stopped
  }

  /// Waits until this or another descriptor has something to read or one of the stops is used, but
  /// for no more than the given number of milliseconds unless that is negative.
  static func waitToRead(
    _ descriptor: FileDescriptor, canWait: Bool, besides other: FileDescriptor?,
    atMost milliseconds: Int32, unless stops: [ReadingStop]
  ) -> Wait {
    let others = stops.map(\.readingEnd) + [other].compactMap(\.self)
    let end = MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000
    while canWait, !stops.contains(where: \.isStopped) {
      let left = max(0, (end - MonotonicClock.nanoseconds + 999_999) / 1_000_000)
      if descriptor.waitToRead(
        besides: others, milliseconds: milliseconds < 0 ? -1 : Int32(left))
      {
        break
      }
      if other?.isReadyToRead == true { return .silent }
      if milliseconds >= 0, MonotonicClock.nanoseconds >= end { return .silent }
    }
    return stops.contains(where: \.isStopped) ? .stopped : .ready
  }
}
