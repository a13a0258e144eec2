import Platform
import Synchronization

/// Stops or pauses the reading of files and pipes, from any thread, even while it waits for bytes.
public final class ReadingStop: Sendable {
  private let isSet = Atomic<Bool>(false)
  private let isPausing = Atomic<Bool>(false)
  private let pauseCount = Atomic<Int>(0)
  /// The end of a pipe that wakes all waiting readers when a byte is written to it during a pause,
  /// or when its writing end is closed.
  private let readingEnd: FileDescriptor
  private let writingEnd: Mutex<FileDescriptor>

  /// Creates a stop. Reading continues until `stop()` is called.
  public init() {
    // If the process has no descriptors left, there is no pipe, and a wait cannot be cut short.
    let pipe = FileDescriptor.makePipe() ?? (.none, .none)
    readingEnd = pipe.reading
    writingEnd = Mutex(pipe.writing)
  }

  deinit {
    if readingEnd != .none { readingEnd.close() }
    closeWritingEnd()
  }

  private func closeWritingEnd() {
    writingEnd.withLock { end in
      if end != .none { end.close() }
      end = .none
    }
  }

  /// Whether reading has been stopped.
  public var isStopped: Bool { isSet.load(ordering: .acquiring) }

  /// Stops all reading that uses this stop, both current and future.
  public func stop() {
    let wasSet = isSet.exchange(true, ordering: .acquiringAndReleasing)
    if !wasSet { closeWritingEnd() }
  }

  /// Whether reading that would wait returns instead.
  package var isPaused: Bool { isPausing.load(ordering: .acquiring) }

  /// Ends all waiting for bytes until `resume()` is called. Reading that does not wait continues.
  package func pause() {
    let wasPausing = isPausing.exchange(true, ordering: .acquiringAndReleasing)
    guard !wasPausing else { return }
    pauseCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
    // A pipe that is never full does not block.
    writingEnd.withLock { end in if end != .none { _ = end.writeAll([0]) } }
  }

  /// Lets reading wait again.
  package func resume() {
    guard isPausing.exchange(false, ordering: .acquiringAndReleasing), !isStopped,
      readingEnd != .none
    else { return }
    var byte: UInt8 = 0
    _ = unsafe withUnsafeMutableBytes(of: &byte) { target in
      Result { () throws(SystemError) in unsafe try readingEnd.read(into: target) }
    }
  }

  /// The number of pauses that have begun. It shows whether one pause has followed another.
  static func pauseNumber(_ stops: [ReadingStop]) -> Int {
    stops.reduce(0) { $0 + $1.pauseCount.load(ordering: .acquiring) }
  }

  /// Waits until a pause of the reading is over, or one of the stops is used.
  static func waitForEnd(ofPause number: Int, _ stops: [ReadingStop]) {
    while stops.contains(where: \.isPaused), pauseNumber(stops) == number,
      !stops.contains(where: \.isStopped)
    {
      CurrentThread.sleep(nanoseconds: 1_000_000)
    }
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
      if other?.isReadyToRead == true || stops.contains(where: \.isPaused) { return .silent }
      if milliseconds >= 0, MonotonicClock.nanoseconds >= end { return .silent }
    }
    return stops.contains(where: \.isStopped) ? .stopped : .ready
  }
}
