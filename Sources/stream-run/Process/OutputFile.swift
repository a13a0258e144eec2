import Pipelines
import Platform
import Values

/// One output with one buffer. What goes wrong is kept until it is asked for.
///
/// It belongs to the thread that writes: there is no lock on the way of a value.
final class OutputFile {
  /// How a regular file is written; devices and pipes are written as they are.
  enum Manner {
    /// Beside the file, which is replaced at the end of a run that went well.
    case replacing
    /// Into the file, which is emptied when the run begins.
    case inPlace
    /// Behind what the file has.
    case appending
  }

  private static let limit = 64 * 1024

  private let descriptor: FileDescriptor
  /// What the file is called; nil for what the process was started with.
  private let path: String?
  /// The file that takes the place of another in the end; nil if the output is written in place.
  private let replacement: FileReplacement?
  /// Whether the file is in the place of the other one.
  private var hasReplaced = false
  private let appends: Bool
  /// Whether the file still has what is to go when the run begins.
  private var isStale = false
  // Unchecked: nothing that is written to it writes to it.
  @exclusivity(unchecked) private var writer = JSONWriter(capacity: OutputFile.limit + 4096)
  private var result = WriteResult.written
  /// How full the buffer may be.
  private var limit = OutputFile.limit

  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    (path, replacement, appends) = (nil, nil, false)
  }

  /// Opens what a path leads to; `-` is standard output.
  init(path: String, _ manner: Manner) throws(OutputError) {
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

  var isTerminal: Bool { descriptor.isTerminal }

  /// Whether writing makes sense: false once the reader has gone or an error occurred.
  var isOpen: Bool {
    if case .written = result { true } else { false }
  }

  /// The file that is written, and the one that it is to replace.
  var identities: [FileIdentity] {
    [FileIdentity(descriptor: descriptor.rawValue), path.flatMap { FileIdentity(path: $0) }]
      .compactMap { $0 }
  }

  /// The first bytes of the file to which this is appended; nothing if it has none.
  func firstBytes(_ count: Int) -> [UInt8] {
    guard appends, let path else { return [] }
    return FileDescriptor.firstBytes(count, ofFile: path)
  }

  /// Lets each line go out as it comes, for somebody who waits for it.
  func sendEachLine() {
    limit = 0
  }

  /// Empties a file that is written in place.
  func begin() {
    defer { isStale = false }
    guard isStale, isOpen else { return }
    do throws(SystemError) {
      try descriptor.truncate(to: 0)
    } catch {
      result = .failed(error.reason)
    }
  }

  func write(_ text: String) {
    _ = write { $0.buffer.append(text) }
  }

  /// Lets `body` write to the buffer, which goes out when it is full. False once nobody reads it.
  func write(_ body: (inout JSONWriter) -> Void) -> Bool {
    unsafe body(&writer)
    if unsafe writer.buffer.count >= limit { flush() }
    return isOpen
  }

  /// Writes out what is left, and tells how all of it went.
  func close() -> ExitCode {
    flush()
    guard case .failed(let reason) = result else { return .done }
    say(reason)
    return .outputError
  }

  /// Writes out what is in the buffer.
  func flush() {
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
  /// Whether the file gets its place only when the run has ended.
  var isReplacing: Bool { replacement != nil }

  /// Has all that was written reach the disk. If that cannot be done it says why, and is false.
  func synchronize() -> Bool {
    do throws(SystemError) {
      try replacement?.synchronize()
      return true
    } catch {
      say(error.reason)
      return false
    }
  }

  /// Puts the file in the place of the other one. Gives the reason if that cannot be done.
  func replace() -> OutputError? {
    do throws(SystemError) {
      try replacement?.commit()
      hasReplaced = true
      return nil
    } catch {
      return OutputError(path: path ?? "", reason: error.reason)
    }
  }

  /// Ends an output of its own: what is written takes its place, or nothing of it stays.
  func finish() -> ExitCode {
    defer { abandon() }
    guard close() == .done, synchronize() else { return .outputError }
    guard let error = replace() else { return .done }
    complain("stream-run: \(error.message)".onOneLine)
    return .outputError
  }

  /// Removes what was begun before anything was played.
  func abandon() {
    replacement?.discard()
  }

  /// Where the output of a run that did not end well is; nil if it is in its place.
  var remains: String? {
    guard let replacement, let path, !hasReplaced else { return nil }
    let fate = replacement.isNew ? "was not created" : "is unchanged"
    let partial = "'\(replacement.partialPath)'"
    return "stream-run: '\(path)' \(fate); "
      + (replacement.isInPlace
        ? "what was written is in \(partial)" : "\(partial) was removed meanwhile")
  }
}

extension OutputError {
  init(path: String, _ failure: FileReplacement.Failure) {
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
  /// Nobody reads the other end any more, which is not an error.
  case readerGone
  /// The system's words for what went wrong.
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
  mutating func append(_ text: String) {
    append(Array(text.utf8))
  }
}
