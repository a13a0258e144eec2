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
package final class CheckpointFile {
  /// The last line.
  private struct End: Codable {
    let checksum: String
    let lines: Int
  }

  package let path: String
  private var next: FileReplacement

  /// Claims the place of a checkpoint.
  package init(at path: String) throws(CheckpointError) {
    self.path = path
    next = try Self.replacement(of: path)
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
    do throws(SystemError) {
      try next.descriptor.truncate(to: 0)
      if let error = next.descriptor.writeAll(bytes, at: 0) { throw error }
      try next.synchronize()
      try next.commit()
    } catch {
      throw Self.unwritable(path, error.reason)
    }
    next = try Self.replacement(of: path)
  }

  /// Gives up the place, and leaves the last checkpoint there.
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
  /// Reads a checkpoint; nil if there is no file.
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
