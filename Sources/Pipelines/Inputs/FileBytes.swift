import Reactive
import Values

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a file, a pipe or a terminal, read when they are asked for.
///
/// On a wall clock what can make one wait is read by a thread of its own, one block ahead.
final class FileBytes: ByteSource {
  private var file: OpenFile
  private var feed: LiveFeed?
  private var isOpen = true

  var onNews: (() -> Void)? {
    didSet { feed?.onNews = onNews }
  }

  /// Takes an open descriptor, which is closed in the end if `isOwner`.
  init(descriptor: Int32, isOwner: Bool, stop: ReadingStop?) throws(FileError) {
    file = try OpenFile(descriptor: descriptor, isOwner: isOwner, stop: stop)
  }

  /// Opens a file.
  convenience init(path: String, stop: ReadingStop?) throws(FileError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(file: path, code: errno) }
    do throws(FileError) {
      try self.init(descriptor: descriptor, isOwner: true, stop: stop)
    } catch {
      Self.close(descriptor)
      throw error
    }
  }

  deinit {
    cancel()
  }

  func cancel() {
    feed?.close()
    // What another thread may be reading stays open.
    if isOpen, feed == nil { file.close() }
    isOpen = false
  }

  func begin(on scheduler: any Scheduler) {
    guard file.canWait, isOpen else { return }
    feed = LiveFeed(
      of: file.descriptor, closing: file.isOwner, stops: file.stops, on: scheduler)
    feed?.onNews = onNews
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    if let feed { return unsafe feed.read(into: target) }
    return unsafe isOpen ? file.read(into: target) : .end
  }

  func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)? {
    guard isOpen, feed == nil else { return nil }
    var file = file
    file.stops.append(stop)
    return file
  }

  func leaveToThread() {
    isOpen = false
  }

  /// Reads what is there, and waits if nothing is, until somebody says stop.
  static func read(
    _ descriptor: Int32, into target: UnsafeMutableRawBufferPointer, canWait: Bool,
    unless stops: [ReadingStop]
  ) -> ByteReading {
    while true {
      if !ReadingStop.waitToRead(descriptor, canWait: canWait && !stops.isEmpty, unless: stops) {
        return .end
      }
      let count = unsafe systemRead(descriptor, target.baseAddress, target.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        return .failed(FileError(file: "", code: errno).reason)
      }
    }
  }
}

/// A descriptor that is read, on whichever thread.
private struct OpenFile: ThreadBytes {
  let descriptor: Int32
  let isOwner: Bool
  /// Those who may end the reading.
  var stops: [ReadingStop]
  /// How long a regular file was when it was opened; nil for what has no length.
  private let size: Int?
  private var count = 0

  init(descriptor: Int32, isOwner: Bool, stop: ReadingStop?) throws(FileError) {
    self.descriptor = descriptor
    self.isOwner = isOwner
    stops = stop.map { [$0] } ?? []
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(file: "", code: errno) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  var canWait: Bool { size == nil }

  mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    let reading = unsafe FileBytes.read(descriptor, into: target, canWait: canWait, unless: stops)
    if case .bytes(let more) = reading { count += more }
    if case .end = reading, let size, count < size, !stops.contains(where: \.isStopped) {
      return .failed("the file has become shorter while it was read")
    }
    return reading
  }

  func close() {
    if isOwner { FileBytes.close(descriptor) }
  }
}

extension FileBytes {
  static func close(_ descriptor: Int32) {
    systemClose(descriptor)
  }
}

private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}

private func systemRead(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ size: Int) -> Int
{
  unsafe read(descriptor, target, size)
}
