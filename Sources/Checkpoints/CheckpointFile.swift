import Platform
import Values

/// The reason why a checkpoint cannot be used.
package struct CheckpointError: Error {
  package enum Kind {
    case unreadable, unwritable
    /// The file is not a checkpoint, or is one of another run.
    case invalid
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

/// The file of a checkpoint: lines of JSON, the last of which is a checksum of the others.
///
/// It is written beside its place, forced to storage, and moved. Until the next checkpoint is
/// written, the file beside it is locked, so that no other run uses the same one.
///
/// A path that ends in '/' is a folder, in which the last checkpoint is `checkpoint`, and the one
/// before it `checkpoint.1`.
package final class CheckpointFile {
  /// The last line.
  private struct End: Codable {
    let checksum: String
    let lines: Int
  }

  /// The name of the last checkpoint in a folder.
  private static let name = "checkpoint"

  private let path: String
  /// The number of checkpoints that are kept.
  private let count: Int
  private var next: FileReplacement

  /// Claims the place of a checkpoint.
  ///
  /// - Parameter count: The number of checkpoints that a folder keeps.
  package init(at path: String, keeping count: Int = 1) throws(CheckpointError) {
    let isFolder = path.hasSuffix("/")
    if isFolder {
      do throws(SystemError) {
        _ = try FolderTree(creating: path)
      } catch {
        throw Self.unwritable(path, error.reason)
      }
    }
    self.path = Self.file(at: path)
    self.count = isFolder ? count : 1
    next = try Self.replacement(of: self.path)
  }

  /// Returns the path of the last checkpoint.
  package static func file(at path: String) -> String {
    path.hasSuffix("/") ? path + name : path
  }

  private static func earlier(_ number: Int, than path: String) -> String {
    number == 0 ? path : "\(path).\(number)"
  }

  private static func replacement(of path: String) throws(CheckpointError) -> FileReplacement {
    let target: FileTarget
    do throws(SystemError) {
      target = try FileTarget(path)
    } catch {
      throw unwritable(path, error.reason)
    }
    guard case .file(let place) = target else { throw unwritable(path, "it is not a file") }
    do throws(FileReplacement.Failure) {
      return try FileReplacement(of: place)
    } catch {
      if case .busy = error { throw unwritable(path, "another run uses it") }
      throw unwritable(path, error.systemError.reason)
    }
  }

  private static func unwritable(_ path: String, _ reason: String) -> CheckpointError {
    CheckpointError(.unwritable, "the checkpoint '\(path)' cannot be written: \(reason)")
  }

  /// Writes a checkpoint. The earlier one stays in place until the new one is complete.
  package func write(_ checkpoint: RunCheckpoint) throws(CheckpointError) {
    let bytes: [UInt8]
    do {
      bytes = try Self.text(of: checkpoint.lines())
    } catch {
      throw Self.unwritable(path, "\(error)")
    }
    guard bytes.count <= SourceText.sizeLimit else {
      throw Self.unwritable(
        path, "it would have \(bytes.count) bytes; the limit is \(SourceText.sizeLimit)")
    }
    do throws(SystemError) {
      if let error = next.descriptor.writeAll(bytes) { throw error }
      try next.synchronize()
      try keepEarlier()
      try next.commit()
    } catch {
      next.discard()
      next = try Self.replacement(of: path)
      throw Self.unwritable(path, error.reason)
    }
    next = try Self.replacement(of: path)
  }

  /// Moves the checkpoints in a folder by one number. Until the new one is in its place, the last
  /// one has the number 1.
  private func keepEarlier() throws(SystemError) {
    for number in (0..<count - 1).reversed() {
      let file = FilePath(Self.earlier(number, than: path))
      if file.exists { try file.move(to: Self.earlier(number + 1, than: path)) }
    }
  }

  /// Releases the lock. The last checkpoint stays.
  package func close() {
    next.discard()
  }

  private static func text(of lines: [Value]) throws -> [UInt8] {
    var writer = JSONWriter()
    for line in lines {
      writer.write(line)
      writer.buffer.append("\n" as StaticString)
    }
    var bytes = writer.buffer.bytes
    var checksum = Checksum()
    checksum.add(bytes)
    let end = try ValueEncoder().encode(End(checksum: checksum.text, lines: lines.count))
    bytes += JSONWriter.text(of: end) + [UInt8(ascii: "\n")]
    return bytes
  }
}

// MARK: - Reading

extension CheckpointFile {
  /// Reads the last checkpoint at a path, which must exist.
  package static func existing(
    at path: String, report: (String) -> Void
  ) throws(CheckpointError) -> RunCheckpoint {
    if let checkpoint = try lastCheckpoint(at: path, report: report) { return checkpoint }
    throw CheckpointError(.unreadable, "cannot read '\(path)': No such file or directory")
  }

  /// Reads the last checkpoint at a path; nil if there is none. In a folder, one that is damaged is
  /// reported, and the one before it is read.
  package static func lastCheckpoint(
    at path: String, report: (String) -> Void
  ) throws(CheckpointError) -> RunCheckpoint? {
    guard path.hasSuffix("/") else { return try checkpoint(at: path) }
    let file = file(at: path)
    var failure: CheckpointError?
    var number = 0
    while number == 0 || FilePath(earlier(number, than: file)).exists {
      do throws(CheckpointError) {
        if let checkpoint = try checkpoint(at: earlier(number, than: file)) {
          if let failure { report(failure.message) }
          return checkpoint
        }
      } catch {
        failure = failure ?? error
      }
      number += 1
    }
    if let failure { throw failure }
    return nil
  }

  /// Reads a checkpoint. Returns nil if the file does not exist.
  package static func checkpoint(at path: String) throws(CheckpointError) -> RunCheckpoint? {
    guard FilePath(path).exists else { return nil }
    let source: SourceText
    do throws(FileError) {
      source = try SourceText(contentsOfRegularFile: path)
    } catch {
      throw CheckpointError(.unreadable, "\(error)")
    }
    let lines = try lines(of: source)
    do {
      return try RunCheckpoint(lines: lines)
    } catch {
      throw invalid(path, "its lines are not those of a checkpoint")
    }
  }

  private static func invalid(_ path: String, _ reason: String) -> CheckpointError {
    CheckpointError(
      .invalid,
      "the checkpoint '\(path)' cannot be used: \(reason); name another one, or begin "
        + "without '--resume'")
  }

  /// Returns the lines except the last one, which must be the right checksum.
  private static func lines(of source: SourceText) throws(CheckpointError) -> [Value] {
    let bytes = source.bytes
    let newline = UInt8(ascii: "\n")
    let texts = bytes.split(separator: newline)
    guard let first = texts.first, let last = texts.last, bytes.last == newline, texts.count > 1
    else { throw invalid(source.name, "it is empty or has been cut off") }
    guard let header = value(of: first), case .object(let members) = header,
      case .int(let version)? = members["checkpoint"]
    else { throw invalid(source.name, "it is another kind of file") }
    guard version == RunCheckpoint.version else {
      throw invalid(
        source.name,
        "its format has version \(version), and this command reads version "
          + "\(RunCheckpoint.version)")
    }
    var checksum = Checksum()
    checksum.add(bytes[..<last.startIndex])
    guard case .object(let end)? = value(of: last), case .string(let stated)? = end["checksum"],
      case .int(let count)? = end["lines"], count == texts.count - 1
    else { throw invalid(source.name, "it has been cut off") }
    guard stated.string == checksum.text else {
      throw invalid(source.name, "it was changed after it had been written")
    }
    let values = texts.dropLast().compactMap(value)
    guard values.count == texts.count - 1 else {
      throw invalid(source.name, "one of its lines is not JSON")
    }
    return values
  }

  private static func value(of line: ArraySlice<UInt8>) -> Value? {
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: "", bytes: Array(line))).value
    } catch {
      return nil
    }
  }
}
