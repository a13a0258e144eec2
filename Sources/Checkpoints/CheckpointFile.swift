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
/// A path that ends in '.gz' is packed with the system's `gzip`.
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
  /// The copy of this process that writes, the number of bytes that it had written when that was
  /// last looked at, and the moment at which that number had changed.
  private var copy: ProcessCopy?
  private var progress = (byteCount: 0, moment: Int64.zero)
  private var canCopy = true

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
    next = try Self.replacement(of: self.path, waiting: Self.lockPatience)
  }

  /// The time in nanoseconds for which a run waits for the place. The copy of a process that was
  /// killed needs a moment to notice that.
  private static let lockPatience: Int64 = 2_000_000_000

  /// Returns the path of the last checkpoint.
  package static func file(at path: String) -> String {
    path.hasSuffix("/") ? path + name : path
  }

  private static func earlier(_ number: Int, than path: String) -> String {
    number == 0 ? path : "\(path).\(number)"
  }

  private static func replacement(
    of path: String, waiting patience: Int64 = 0
  ) throws(CheckpointError) -> FileReplacement {
    let target: FileTarget
    do throws(SystemError) {
      target = try FileTarget(path)
    } catch {
      throw unwritable(path, error.reason)
    }
    guard case .file(let place) = target else { throw unwritable(path, "it is not a file") }
    let deadline = MonotonicClock.nanoseconds + patience
    while true {
      do throws(FileReplacement.Failure) {
        return try FileReplacement(of: place)
      } catch {
        guard case .busy = error else { throw unwritable(path, error.systemError.reason) }
        guard MonotonicClock.nanoseconds < deadline else {
          throw unwritable(path, "another run uses it")
        }
        CurrentThread.sleep(nanoseconds: 10_000_000)
      }
    }
  }

  private static func unwritable(_ path: String, _ reason: String) -> CheckpointError {
    CheckpointError(.unwritable, "the checkpoint '\(path)' cannot be written: \(reason)")
  }

  /// Writes a checkpoint. The earlier one stays in place until the new one is complete.
  ///
  /// - Parameters:
  ///   - playback: The state of the playback; nil if the run has ended.
  ///   - patience: The time in nanoseconds after which a copy of this process writes it instead,
  ///     so that this one can continue; nil for never. `finish` then puts it in its place.
  package func write(
    _ run: RunDescription, _ playback: (any WritablePlayback)?, patience: Int64? = nil
  ) throws(CheckpointError) {
    abandonCopy()
    let deadline = patience.flatMap { canCopy ? MonotonicClock.nanoseconds + $0 : nil }
    do {
      try fill(run, playback) {
        if let deadline, MonotonicClock.nanoseconds > deadline {
          throw CheckpointLines.Trouble.late
        }
      }
      try replace()
    } catch CheckpointLines.Trouble.late {
      do throws(SystemError) {
        try next.empty()
        copy = try ProcessCopy { isAbandoned in fillCopy(run, playback, isAbandoned) }
        progress = (0, MonotonicClock.nanoseconds)
      } catch {
        try fail(error.reason)
      }
    } catch {
      try fail(Self.reason(of: error))
    }
  }

  private func fill(
    _ run: RunDescription, _ playback: (any WritablePlayback)?, check: @escaping () throws -> Void
  ) throws {
    func write(_ bytes: some Collection<UInt8>) throws {
      if let error = next.descriptor.writeAll(Array(bytes)) { throw error }
    }
    let gzip = path.hasSuffix(".gz") ? try Gzip("-c") : nil
    let lines = CheckpointLines(check: check) { bytes in
      if let gzip { try gzip.pass(bytes) { try write($0) } } else { try write(bytes) }
    }
    try run.write(with: playback, to: lines)
    try lines.flush()
    try lines.add(End(checksum: lines.checksum.text, lines: lines.count))
    try lines.flush()
    try gzip?.finish { try write($0) }
    guard lines.byteCount <= SourceText.sizeLimit else {
      throw CheckpointLines.Trouble.tooLong(lines.byteCount)
    }
    try next.synchronize()
  }

  /// Moves the complete file to its place.
  private func replace() throws {
    try keepEarlier()
    try next.commit()
    next = try Self.replacement(of: path)
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as SystemError: error.reason
    case let trouble as Gzip.Trouble: trouble.reason
    case CheckpointLines.Trouble.tooLong(let count):
      "it would have \(count) bytes; the limit is \(SourceText.sizeLimit)"
    case EncodingError.invalidValue(_, let context): context.debugDescription
    default: "\(error)"
    }
  }

  private func fail(_ reason: String) throws(CheckpointError) {
    next.discard()
    next = try Self.replacement(of: path)
    throw Self.unwritable(path, reason)
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
    abandonCopy()
    next.discard()
  }
}

// MARK: - Writing in a copy of this process

extension CheckpointFile {
  /// The time without progress after which a copy is ended, and this process writes itself.
  private static let patience: Int64 = 30_000_000_000

  /// Whether a copy of this process is writing a checkpoint.
  package var isBeingWritten: Bool { copy != nil }

  /// Writes in the copy. Returns its exit status: 0, the number of an error of the system, or 255.
  private func fillCopy(
    _ run: RunDescription, _ playback: (any WritablePlayback)?, _ isAbandoned: @escaping () -> Bool
  ) -> Int32 {
    do {
      try fill(run, playback) { if isAbandoned() { throw CheckpointLines.Trouble.abandoned } }
      return 0
    } catch {
      return (error as? SystemError)?.code ?? 255
    }
  }

  /// Puts the checkpoint in its place once the copy has written it.
  package func finish() throws(CheckpointError) {
    guard let copy else { return }
    guard let outcome = copy.outcome else { return endIfStuck() }
    self.copy = nil
    switch outcome {
    case .status(0):
      do {
        try replace()
      } catch {
        try fail(Self.reason(of: error))
      }
    case .status(let code) where code < 255: try fail(SystemError(code: code).reason)
    case .status, .broken:
      // This process then finds out the reason.
      canCopy = false
      try fail("the process that writes it has failed")
    }
  }

  private func endIfStuck() {
    let now = MonotonicClock.nanoseconds
    let byteCount = next.byteCount
    if byteCount != progress.byteCount { progress = (byteCount, now) }
    guard now - progress.moment > Self.patience else { return }
    canCopy = false
    abandonCopy()
  }

  /// Ends the copy, whose checkpoint is not wanted any more.
  private func abandonCopy() {
    guard let running = copy.take() else { return }
    running.end()
    do throws(SystemError) {
      try next.empty()
    } catch {
      canCopy = false
    }
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
    var source: SourceText
    do throws(FileError) {
      source = try SourceText(contentsOfRegularFile: path)
    } catch {
      throw CheckpointError(.unreadable, "\(error)")
    }
    if source.bytes.starts(with: FileDescriptor.signOfPacked) {
      do {
        source = SourceText(name: path, bytes: try Gzip.unpacked(Array(source.bytes)))
      } catch {
        throw invalid(path, reason(of: error))
      }
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
  private static func lines(of source: SourceText) throws(CheckpointError) -> ArraySlice<UInt8> {
    let bytes = source.bytes
    let newline = UInt8(ascii: "\n")
    guard let first = bytes.firstIndex(of: newline), bytes.last == newline,
      let last = bytes.dropLast().lastIndex(of: newline)
    else { throw invalid(source.name, "it is empty or has been cut off") }
    guard case .object(let members)? = Value(line: bytes[..<first]),
      case .int(let version)? = members["checkpoint"]
    else { throw invalid(source.name, "it is another kind of file") }
    guard let number = Int(exactly: version), RunDescription.readableVersions.contains(number)
    else {
      throw invalid(
        source.name,
        "its format has version \(version), and this command reads versions up to "
          + "\(RunDescription.version)")
    }
    let lines = bytes[...last]
    guard case .object(let end)? = Value(line: bytes[(last + 1)...].dropLast()),
      case .string(let stated)? = end["checksum"], case .int(let count)? = end["lines"],
      count == lines.count(where: { $0 == newline })
    else { throw invalid(source.name, "it has been cut off") }
    var checksum = Checksum()
    checksum.add(lines)
    guard stated.string == checksum.text else {
      throw invalid(source.name, "it was changed after it had been written")
    }
    return lines
  }
}
