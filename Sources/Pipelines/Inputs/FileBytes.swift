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
  private let descriptor: Int32
  private let isOwner: Bool
  private let stop: ReadingStop?
  /// How long a regular file was when it was opened; nil for what has no length.
  private let size: Int?
  private var count = 0
  private var feed: LiveFeed?
  private var isOpen = true

  var onNews: (() -> Void)? {
    didSet { feed?.onNews = onNews }
  }

  /// Takes an open descriptor, which is closed in the end if `isOwner`.
  init(descriptor: Int32, isOwner: Bool, stop: ReadingStop?) throws(FileError) {
    self.descriptor = descriptor
    self.isOwner = isOwner
    self.stop = stop
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(file: "", code: errno) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
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
    if isOpen, isOwner, feed == nil { Self.close(descriptor) }
    isOpen = false
  }

  func begin(on scheduler: any Scheduler) {
    guard size == nil, isOpen else { return }
    feed = LiveFeed(of: descriptor, closing: isOwner, stop: stop, on: scheduler)
    feed?.onNews = onNews
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
    if let feed { return unsafe feed.read(into: target) }
    guard isOpen else { return .end }
    let reading = unsafe Self.read(descriptor, into: target, canWait: size == nil, stop)
    if case .bytes(let more) = reading { count += more }
    if case .end = reading, let size, count < size, stop?.isStopped != true {
      return .failed("the file has become shorter while it was read")
    }
    return reading
  }

  /// Reads what is there, and waits if nothing is, until somebody says stop.
  static func read(
    _ descriptor: Int32, into target: UnsafeMutableRawBufferPointer, canWait: Bool,
    _ stop: ReadingStop?
  ) -> ByteReading {
    while true {
      if let stop, !stop.waitToRead(descriptor, canWait: canWait) { return .end }
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
