import Pipelines
package import Platform
package import Values

/// An output with a buffer. Errors are stored until the output is closed.
///
/// It belongs to the thread that writes, so a value passes no lock.
package final class OutputFile {
  /// The ways to write a regular file; devices and pipes are written directly.
  package enum Manner {
    /// Writes into a partial file beside the file, and replaces the file at the end of a successful
    /// run.
    case replacing
    /// Writes into the file, which is truncated when the run begins.
    case inPlace
    /// Appends to the end of the file.
    case appending
  }

  private static let limit = 64 * 1024

  private let descriptor: FileDescriptor
  package private(set) lazy var isTerminal = descriptor.isTerminal
  /// The path of the file; nil for a descriptor that the process was started with.
  private let path: String?
  /// The file that finally replaces another one; nil if the output is written in place.
  private let replacement: FileReplacement?
  /// Whether the file has replaced the other one.
  private var hasReplaced = false
  private let appends: Bool
  /// Whether the file still has its old contents, which are truncated when the run begins.
  private var isStale = false
  /// The length to which they are truncated.
  private var keptLength = 0
  // Unchecked, because a value that is being written never writes to the same output.
  @exclusivity(unchecked) private var writer = JSONWriter(capacity: OutputFile.limit + 4096)
  private var result = WriteResult.written
  /// The size in bytes at which the buffer is written.
  private var limit = OutputFile.limit

  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    (path, replacement, appends) = (nil, nil, false)
  }

  /// Opens the target of a path. `-` is standard output.
  package init(path: String, _ manner: Manner) throws(OutputError) {
    guard path != "-" else {
      (descriptor, self.path, replacement, appends) = (.standardOutput, nil, nil, false)
      return
    }
    self.path = path
    let target = try Self.target(of: path)
    appends = manner == .appending && target.isFile
    switch (target, manner) {
    case (.descriptor(let number), _):
      (descriptor, replacement) = (FileDescriptor(rawValue: number), nil)
    case (.device, _):
      (descriptor, replacement) = (try FileDescriptor(output: path), nil)
    case (.file, .appending):
      (descriptor, replacement) = (try FileDescriptor(output: path, [.create, .append]), nil)
    case (.file, .inPlace):
      (descriptor, replacement) = (try FileDescriptor(occupying: path), nil)
      isStale = true
    case (.file(let target), .replacing):
      let replacement = try Self.replacement(of: target, named: path)
      (descriptor, self.replacement) = (replacement.descriptor, replacement)
    }
  }

  private static func target(of path: String) throws(OutputError) -> FileTarget {
    do throws(SystemError) {
      return try FileTarget(path)
    } catch {
      throw OutputError(path: path, reason: error.reason)
    }
  }

  private static func replacement(
    of target: String, named path: String
  ) throws(OutputError) -> FileReplacement {
    do throws(FileReplacement.Failure) {
      return try FileReplacement(of: target)
    } catch {
      throw OutputError(path: path, error)
    }
  }

  /// Whether writing makes sense. It is false after an error, or once the reader has gone.
  package var isOpen: Bool {
    if case .written = result { true } else { false }
  }

  /// The identities of the file that is written, and of the file that it will replace.
  package var identities: [FileIdentity] {
    [FileIdentity(descriptor: descriptor.rawValue), path.flatMap { FileIdentity(path: $0) }]
      .compactMap { $0 }
  }

  /// Returns the edges of the file that this output is appended to.
  package func edges(_ count: Int) -> FileEdges {
    guard appends, let path else { return FileEdges() }
    return FileEdges(ofFile: path, count)
  }

  /// Writes each line at once, for a reader who is waiting for it.
  package func sendEachLine() {
    limit = 0
  }

  /// Truncates a file that is written in place.
  package func begin() {
    defer { isStale = false }
    guard isStale, isOpen else { return }
    do throws(SystemError) {
      try descriptor.truncate(to: keptLength)
      if keptLength > 0, !appends { try descriptor.seek(to: keptLength) }
    } catch {
      result = .failed(error.reason)
    }
  }

  /// The path, and the length and identity of a regular file, after all bytes have been forced to
  /// storage; nil if that fails.
  package func save() -> (path: String?, length: Int?, identity: String?)? {
    flush()
    guard isOpen else { return nil }
    do throws(SystemError) {
      let status = try FileStatus(of: descriptor)
      guard status.kind == .file else { return (path, nil, nil) }
      try descriptor.synchronize()
      return (path, status.size, "\(status.identity)")
    } catch {
      result = .failed(error.reason)
      return nil
    }
  }

  /// Continues a regular file that had a length: later bytes are cut off when the run begins. A
  /// file to which the process was redirected is left as it is if it is another one.
  package func resume(at length: Int, identity: String?) throws(OutputError) {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: descriptor)
    } catch {
      throw OutputError(path: path ?? "-", reason: error.reason)
    }
    let isRedirected = path == nil || path == "-"
    let isOther = "\(status.identity)" != identity || status.size < length
    guard status.kind == .file, !isRedirected || !isOther else { return }
    guard status.size >= length else {
      throw OutputError(
        path: path ?? "-",
        reason: "it has \(status.size) bytes, and had \(length) when the run was saved",
        hint: "restore it, or begin without '--resume'")
    }
    (isStale, keptLength) = (true, length)
  }

  package func write(_ text: String) {
    _ = write { $0.buffer.append(text) }
  }

  /// Writes the bytes of a file unchanged.
  package func write(_ bytes: [UInt8]) {
    _ = write(exactly: true) { $0.buffer.append(bytes) }
  }

  /// Escapes everything that a terminal would obey, except line breaks and tabs.
  private func escapeForTerminal(from start: Int) {
    let text = unsafe writer.buffer.withUnsafeBytes { bytes in
      unsafe String(decoding: bytes[start...], as: UTF8.self)
    }
    unsafe writer.buffer.truncate(to: start)
    unsafe writer.buffer.append(text.escaping { $0.isUnprintable && $0 != "\n" && $0 != "\t" })
  }

  /// Calls `body` to write to the buffer, and flushes the buffer when it is full. Returns false
  /// once the output has no reader.
  ///
  /// - Parameter isExact: Whether characters are escaped only on a terminal. Everything else that
  ///   is printed, and JSON, contains no non-ASCII scalar that moves a cursor or changes the
  ///   direction of a line.
  package func write(exactly isExact: Bool = false, _ body: (inout JSONWriter) -> Void) -> Bool {
    let start = unsafe writer.buffer.count
    unsafe body(&writer)
    if !isExact {
      unsafe writer.buffer.escapeUnprintable(from: start)
    } else if isTerminal {
      escapeForTerminal(from: start)
    }
    if unsafe writer.buffer.count >= limit { flush() }
    return isOpen
  }

  /// Flushes the buffer, reports an error of this or an earlier write, and returns the exit code.
  package func close() -> ExitCode {
    flush()
    guard case .failed(let reason) = result else { return .done }
    say(reason)
    return .outputError
  }

  /// Flushes the buffer.
  package func flush() {
    begin()
    if isOpen {
      result = Interruption.during {
        unsafe WriteResult(
          writer.buffer.withUnsafeBytes { bytes in
            descriptor.isTerminal
              ? ProgressLine.aside { unsafe descriptor.writeAll(bytes) }
              : unsafe descriptor.writeAll(bytes)
          })
      }
    }
    unsafe writer.buffer.truncate()
  }

  private func say(_ reason: String) {
    guard descriptor != .standardError else { return }
    let name = path.map { "'\($0)'" } ?? "the output"
    complain("stream-run: \(name) cannot be written: \(reason)".onOneLine)
  }
}

// MARK: - The end of a file that replaces another

extension OutputFile {
  /// Whether the output replaces a file when the run has ended.
  package var isReplacing: Bool { replacement != nil }

  /// Forces the written bytes to storage. On an error, prints the reason and returns false.
  package func synchronize() -> Bool {
    do throws(SystemError) {
      try replacement?.synchronize()
      return true
    } catch {
      say(error.reason)
      return false
    }
  }

  /// Replaces the other file. Returns the error if that fails.
  package func replace() -> OutputError? {
    do throws(SystemError) {
      try replacement?.commit()
      hasReplaced = true
      return nil
    } catch {
      return OutputError(path: path ?? "", reason: error.reason)
    }
  }

  /// Ends an output without a run. The written file replaces the other one, or is removed after an
  /// error.
  package func finish() -> ExitCode {
    defer { abandon() }
    guard close() == .done, synchronize() else { return .outputError }
    guard let error = replace() else { return .done }
    complain("stream-run: \(error.message)".onOneLine)
    return .outputError
  }

  /// Removes the partial file, unless it has replaced the other one.
  package func abandon() {
    replacement?.discard()
  }

  /// A message about the place of the output after a run that failed; nil if it is in its final
  /// place.
  package var remains: String? {
    guard let replacement, let path, !hasReplaced else { return nil }
    let fate = replacement.isNew ? "was not created" : "is unchanged"
    let partial = "'\(replacement.partialPath)'"
    return "stream-run: '\(path)' \(fate); "
      + (replacement.isInPlace
        ? "the output so far is in \(partial)" : "\(partial) was removed in the meantime")
  }
}

extension OutputError {
  package init(path: String, _ failure: FileReplacement.Failure) {
    switch failure {
    case .target(let error): self.init(path: path, reason: error.reason)
    case .partial(let partial, let error):
      self.init(
        path: path, reason: "'\(partial)' cannot be created: \(error.reason)",
        hint: "name a file in another folder"
          + (FilePath(path).exists ? ", or write in place with '--append'" : ""))
    case .busy(let partial):
      self.init(path: path, reason: "another run is writing '\(partial)'")
    case .obstructed(let partial):
      self.init(path: path, reason: "'\(partial)' is in the way: it is not a regular file")
    }
  }
}

/// The result of writing to a descriptor.
private enum WriteResult {
  case written
  /// The other end is closed, which is not an error.
  case readerGone
  /// The system's message for the error.
  case failed(String)

  init(_ error: SystemError?) {
    switch error {
    case nil: self = .written
    case .brokenPipe?: self = .readerGone
    case let error?: self = .failed(error.reason)
    }
  }
}

extension ByteBuffer {
  package mutating func append(_ text: String) {
    append(Array(text.utf8))
  }
}
