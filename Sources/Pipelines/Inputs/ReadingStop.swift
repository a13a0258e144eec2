import Platform
import Synchronization

/// Ends the reading of files and pipes, from any thread, and even while it waits for bytes.
public final class ReadingStop: Sendable {
  private let isSet = Atomic<Bool>(false)
  /// A pipe that is never written to. Closing its writing end wakes all waiting readers.
  private let readingEnd: FileDescriptor
  private let writingEnd: FileDescriptor

  /// Creates a stop. Reading continues until `stop()` is called.
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

  /// Ends every reading with this stop, both current and future ones.
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

  /// Waits until there is something to read. Returns false if one of the stops has been used.
  static func waitToRead(
    _ descriptor: FileDescriptor, canWait: Bool, unless stops: [ReadingStop]
  ) -> Bool {
    while canWait, !stops.contains(where: \.isStopped) {
      if descriptor.waitToRead(besides: stops.map(\.readingEnd)) { break }
    }
    return !stops.contains(where: \.isStopped)
  }
}
