import Platform
import Values

/// The reason why a session cannot be recorded.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  fileprivate init(_ path: String, _ reason: String) {
    self.init("cannot record to '\(path)': \(reason)")
  }
}

/// A file that is a complete document after each item.
///
/// A single write replaces the end of the document with the new item and the end. A process that is
/// killed therefore leaves a readable file, and an item costs only a write of that item.
final class SessionFile {
  /// The end of the document, after its last item.
  private static let tail = Array("\n  ]\n}\n".utf8)

  private let path: String
  private let descriptor: FileDescriptor
  /// The offset of the document's end.
  private var end = 0
  private var isFirst = true

  /// Creates a file, or truncates the existing one. `head` is the text before the items.
  init(path: String, head: [UInt8]) throws(RecordingError) {
    self.path = path
    guard !path.utf8.contains(0) else {
      throw RecordingError("cannot record to a name with a NUL character")
    }
    descriptor = try Self.open(path, [.create, .nonBlocking], length: 0)
    try write(head + Self.tail)
    end = head.count
  }

  /// Opens the file of a recording that has ended, to append to it.
  init(continuing path: String, _ session: Session) throws(RecordingError) {
    self.path = path
    let text = session.source.bytes
    guard text.suffix(Self.tail.count).elementsEqual(Self.tail) else {
      throw RecordingError(
        path, "it does not end as a recording does, because it was edited; record to another file")
    }
    descriptor = try Self.open(path, [.nonBlocking], length: text.count)
    end = text.count - Self.tail.count
    isFirst = session.entries.isEmpty
  }

  /// Opens a file, and truncates it to a length that it must have at least.
  private static func open(
    _ path: String, _ options: FileDescriptor.WritingOptions, length: Int
  ) throws(RecordingError) -> FileDescriptor {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(writing: path, options)
    } catch {
      throw RecordingError(path, error.reason)
    }
    if let obstacle = obstacle(toTruncating: descriptor, to: length) {
      descriptor.close()
      throw RecordingError(path, obstacle)
    }
    return descriptor
  }

  /// Truncates an open file. Returns the reason if that is not possible.
  private static func obstacle(
    toTruncating descriptor: FileDescriptor, to length: Int
  ) -> String? {
    do throws(SystemError) {
      guard try FileStatus(of: descriptor).kind == .file else { return "not a regular file" }
      // Two recordings would overwrite each other's lines. On file systems without locks this goes
      // unnoticed.
      guard descriptor.lock() else { return "another recording is in progress there" }
      guard try FileStatus(of: descriptor).size >= length else { return "it has become shorter" }
      try descriptor.truncate(to: length)
      return nil
    } catch {
      return error.reason
    }
  }

  deinit {
    descriptor.unlock()
    descriptor.close()
  }

  /// Appends an item. If that fails, the file is restored as far as possible.
  func append(_ item: [UInt8]) throws(RecordingError) {
    let separator = Array((isFirst ? "\n" : ",\n").utf8)
    do {
      try write(separator + item + Self.tail)
    } catch {
      // A full disk has room for the old end again, because it was there before.
      do throws(RecordingError) {
        try write(Self.tail)
        try? descriptor.truncate(to: end + Self.tail.count)
      } catch {
        try? descriptor.truncate(to: end)
      }
      throw error
    }
    end += separator.count + item.count
    isFirst = false
  }

  private func write(_ bytes: [UInt8]) throws(RecordingError) {
    if let error = descriptor.writeAll(bytes, at: end) { throw RecordingError(path, error.reason) }
  }
}
