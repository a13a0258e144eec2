import Platform
import Reactive
import Values

/// The bytes of a file that others write to while it is read. At its end, reading waits for more.
///
/// If a file is truncated or replaced by another one, as when logs are rotated, reading starts
/// again from the beginning. On the wall clock, a separate thread reads the file.
final class FollowedBytes: ByteSource {
  private var file: UnpackedBytes<FollowedFile>
  private var feed: LiveFeed?
  private var isOpen = true
  /// Whether reading waits at the end of the file.
  private var waitsForMore = true

  var onNews: (() -> Void)? {
    didSet { feed?.onNews = onNews }
  }

  /// Opens a regular file; returns nil if the path leads to something else.
  ///
  /// - Parameter hasHeader: Whether each file begins with a header; only the first one is used.
  init?(path: String, hasHeader: Bool, stop: ReadingStop?) throws(FileError) {
    do throws(SystemError) {
      guard try FileStatus(ofPath: path).kind == .file else { return nil }
      file = UnpackedBytes(try FollowedFile(path: path, hasHeader: hasHeader, stop: stop))
    } catch {
      throw FileError(file: path, error)
    }
  }

  deinit {
    cancel()
  }

  func cancel() {
    feed?.close()
    // The thread that reads the descriptor closes it.
    if isOpen, feed == nil { file.close() }
    file.cancel()
    isOpen = false
  }

  var isAtPresent: Bool { feed?.isAtPresent ?? file.base.isAtPresent }

  var heldByteCount: Int { feed?.heldByteCount ?? 0 }

  func limitWaiting(to milliseconds: Int32) {
    waitsForMore = false
  }

  func begin(on scheduler: any Scheduler) {
    waitsForMore = true
    guard isOpen, feed == nil else { return }
    file.base.isAtPresent = false
    feed = LiveFeed(of: file, on: scheduler)
    feed?.onNews = onNews
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    if let feed { return unsafe feed.read(into: target) }
    while isOpen {
      let reading = unsafe file.read(into: target)
      if case .notYet = reading, waitsForMore { continue }
      return reading
    }
    return .end
  }
}

/// A file that is followed by its name.
struct FollowedFile: WaitingBytes {
  /// The time between two checks at the end of the file, in milliseconds.
  private static let pause: Int32 = 100

  private let path: String
  private let hasHeader: Bool
  private let stops: [ReadingStop]
  private var descriptor: FileDescriptor
  private var identity: FileStatus.Identity
  /// The number of bytes read from this file.
  private var position = 0
  /// Whether the last byte was inside a line.
  private var endsInsideLine = false
  /// Whether the first line of this file still has to be skipped.
  private var isInHeader = false
  /// Whether reading has reached the end of the file, and has reported that.
  var isAtPresent = false

  init(path: String, hasHeader: Bool, stop: ReadingStop?) throws(SystemError) {
    self.path = path
    self.hasHeader = hasHeader
    stops = [stop].compactMap { $0 }
    descriptor = try FileDescriptor(reading: path)
    identity = try FileStatus(of: descriptor).identity
  }

  var canWait: Bool { true }

  func close() { descriptor.close() }

  mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    unsafe read(into: target, waitingAtMost: -1, besides: nil)
  }

  /// Reads the next bytes, and waits for them. Returns `notYet` once each time it reaches the end
  /// of the file, and as long as there is something to read from another descriptor.
  mutating func read(
    into target: UnsafeMutableRawBufferPointer, waitingAtMost patience: Int32,
    besides other: FileDescriptor?
  ) -> ByteReading {
    while !stops.contains(where: \.isStopped) {
      let count: Int
      do throws(SystemError) {
        count = unsafe try descriptor.read(into: target)
      } catch {
        if error == .interrupted { continue }
        return .failed(error.reason)
      }
      if count > 0 {
        let bytes = unsafe take(count, of: target)
        if bytes > 0 { return .bytes(bytes) }
        continue
      }
      do throws(SystemError) {
        if try startsAfresh() {
          guard endsInsideLine else { continue }
          // The incomplete last line is treated as a separate record.
          endsInsideLine = false
          unsafe target.storeBytes(of: UInt8(ascii: "\n"), as: UInt8.self)
          return .bytes(1)
        }
      } catch {
        return .failed(error.reason)
      }
      if !isAtPresent {
        isAtPresent = true
        return .notYet
      }
      if other?.isReadyToRead == true { return .notYet }
      _ = ReadingStop.pause(milliseconds: Self.pause, unless: stops)
    }
    return .stopped
  }

  /// Notes bytes that were read. Returns the number of bytes after the header, which are moved to
  /// the beginning.
  private mutating func take(_ count: Int, of target: UnsafeMutableRawBufferPointer) -> Int {
    position += count
    isAtPresent = false
    var rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[..<count])
    if isInHeader {
      guard let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")) else { return 0 }
      isInHeader = false
      unsafe rest = UnsafeMutableRawBufferPointer(rebasing: rest[(end + 1)...])
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rest))
    }
    if let last = unsafe rest.last { endsInsideLine = last != UInt8(ascii: "\n") }
    return rest.count
  }

  /// Returns whether the file was truncated, or was replaced by another one, which is then opened.
  private mutating func startsAfresh() throws(SystemError) -> Bool {
    if try FileStatus(of: descriptor).size < position {
      try descriptor.rewind()
    } else {
      let other: FileDescriptor
      do throws(SystemError) {
        guard try FileStatus(ofPath: path).identity != identity else { return false }
        other = try FileDescriptor(reading: path)
      } catch {
        // During a rotation, there may briefly be no file.
        return false
      }
      // The rest of the old file is read first.
      let status = try FileStatus(of: descriptor)
      guard status.size == position else {
        other.close()
        return false
      }
      descriptor.close()
      descriptor = other
      identity = try FileStatus(of: other).identity
    }
    position = 0
    isInHeader = hasHeader
    return true
  }
}
