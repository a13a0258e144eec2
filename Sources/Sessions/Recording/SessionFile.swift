import Platform

/// Why a session cannot be recorded.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  fileprivate init(_ path: String, _ reason: String) {
    self.init("cannot record to '\(path)': \(reason)")
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
  private let descriptor: FileDescriptor
  /// Where the document's end begins.
  private var end = 0
  private var isFirst = true

  /// Creates a file, or empties the one that is there. `head` is all that stands before the items.
  init(path: String, head: [UInt8]) throws(RecordingError) {
    self.path = path
    guard !path.utf8.contains(0) else {
      throw RecordingError("cannot record to a name with a NUL character")
    }
    descriptor = try Self.open(path)
    try write(head + Self.tail)
    end = head.count
  }

  /// Opens a file, and empties it; one that cannot be used is closed again.
  private static func open(_ path: String) throws(RecordingError) -> FileDescriptor {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(writing: path, [.create, .nonBlocking])
    } catch {
      throw RecordingError(path, error.reason)
    }
    if let obstacle = obstacleToEmptying(descriptor) {
      descriptor.close()
      throw RecordingError(path, obstacle)
    }
    return descriptor
  }

  /// Empties an open file. Returns the reason if that is not possible.
  private static func obstacleToEmptying(_ descriptor: FileDescriptor) -> String? {
    do throws(SystemError) {
      guard try FileStatus(of: descriptor).kind == .file else { return "not a regular file" }
      // Two recordings would overwrite one another's lines. Without locks nobody could tell.
      guard descriptor.lock() else { return "another recording is under way there" }
      try descriptor.truncate(to: 0)
      return nil
    } catch {
      return error.reason
    }
  }

  deinit {
    descriptor.close()
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
