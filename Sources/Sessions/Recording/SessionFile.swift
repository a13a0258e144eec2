#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a session cannot be recorded.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A file that is a whole document after each item that is added.
///
/// One write puts the new item in the place of the document's end, and the end behind it. So a
/// process that is killed leaves a file that can be read, and an item costs a write of its own length.
final class SessionFile {
  /// What ends the document behind its last item.
  private static let tail = Array("\n  ]\n}\n".utf8)

  private let path: String
  private let descriptor: Int32
  /// Where the document's end begins.
  private var end = 0
  private var isFirst = true

  /// Creates a file, or empties the one that is there. `head` is all that stands before the items.
  init(path: String, head: [UInt8]) throws(RecordingError) {
    self.path = path
    guard !path.utf8.contains(0) else {
      throw RecordingError("cannot record to a name with a NUL character")
    }
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw RecordingError("cannot record to '\(path)': not a regular file")
    }
    // Two recordings would write over one another's lines. Where files have no locks, nobody knows.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw RecordingError("cannot record to '\(path)': another recording is under way there")
    }
    guard ftruncate(descriptor, 0) == 0 else { throw Self.failure(path) }
    try write(head + Self.tail)
    end = head.count
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Adds an item. If that fails the file is as it was before, as far as that can be done.
  func append(_ item: [UInt8]) throws(RecordingError) {
    let separator = Array((isFirst ? "\n" : ",\n").utf8)
    do {
      try write(separator + item + Self.tail)
    } catch {
      // A disk that is full takes back what it gave: there was room for the end before.
      do throws(RecordingError) {
        try write(Self.tail)
        _ = ftruncate(descriptor, off_t(end + Self.tail.count))
      } catch {
        _ = ftruncate(descriptor, off_t(end))
      }
      throw error
    }
    end += separator.count + item.count
    isFirst = false
  }

  private func write(_ bytes: [UInt8]) throws(RecordingError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(
          descriptor, $0.baseAddress.map { unsafe $0 + written }, bytes.count - written,
          off_t(end + written))
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw Self.failure(path)
      }
    }
  }

  private static func failure(_ path: String) -> RecordingError {
    RecordingError(unsafe "cannot record to '\(path)': \(String(cString: strerror(errno)))")
  }
}
