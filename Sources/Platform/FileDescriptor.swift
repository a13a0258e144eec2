#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's number of an open file, pipe, terminal or device.
///
/// It does not own anything: the code that opens a descriptor must close it.
package struct FileDescriptor: Hashable, Sendable {
  package static let standardInput = FileDescriptor(rawValue: 0)
  package static let standardOutput = FileDescriptor(rawValue: 1)
  package static let standardError = FileDescriptor(rawValue: 2)
  /// A value that is not an open descriptor.
  package static let none = FileDescriptor(rawValue: -1)

  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The options for opening a file for writing.
  package struct WritingOptions: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Creates the file if there is none.
    package static let create = WritingOptions(rawValue: O_CREAT)
    /// Empties the file.
    package static let truncate = WritingOptions(rawValue: O_TRUNC)
    /// Writes at the end of the file.
    package static let append = WritingOptions(rawValue: O_APPEND)
    /// Does not wait for the reader of a pipe.
    package static let nonBlocking = WritingOptions(rawValue: O_NONBLOCK)
  }

  /// Opens a file for reading.
  ///
  /// - Parameter waits: Whether opening waits for the writer of a pipe, and reading waits for
  ///   bytes.
  package init(reading path: String, waits: Bool = true) throws(SystemError) {
    try self.init(path, O_RDONLY | (waits ? 0 : O_NONBLOCK))
  }

  /// Opens a file for writing.
  package init(writing path: String, _ options: WritingOptions = []) throws(SystemError) {
    try self.init(path, O_WRONLY | options.rawValue)
  }

  private init(_ path: String, _ flags: Int32) throws(SystemError) {
    rawValue = unsafe open(path, flags | O_CLOEXEC, 0o666)
    guard rawValue >= 0 else { throw .last }
  }

  /// Creates and opens a file below `/tmp` with a unique name that begins with `prefix`.
  package static func createTemporaryFile(
    prefix: String
  ) throws(SystemError) -> (FileDescriptor, path: String) {
    var template = Array("/tmp/\(prefix)XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw .last }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (FileDescriptor(rawValue: descriptor), path)
  }

  /// Returns both ends of a new pipe, which child processes do not inherit; nil if the process has
  /// no descriptors left.
  package static func makePipe() -> (reading: FileDescriptor, writing: FileDescriptor)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// Whether it is open in this process.
  package var isOpen: Bool { fcntl(rawValue, F_GETFD) >= 0 }

  package func close() {
    systemClose(rawValue)
  }

  /// Truncates the file to a length, or extends it with zeros.
  package func truncate(to length: Int) throws(SystemError) {
    guard ftruncate(rawValue, off_t(length)) == 0 else { throw .last }
  }

  /// Locks the file for this process. Returns false if another process has locked it, and true on
  /// file systems without locks, where that is unknown.
  package func lock() -> Bool {
    flock(rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Unlocks the file, even if a copy of this process still has it open.
  package func unlock() {
    _ = flock(rawValue, LOCK_UN)
  }

  /// Forces the bytes to storage, where they survive a crash of the system.
  package func synchronize() throws(SystemError) {
    guard fsync(rawValue) == 0 else {
      // Some file systems have no such call.
      guard errno == EINVAL || errno == ENOTSUP else { throw .last }
      return
    }
  }
}

// MARK: - Terminals

extension FileDescriptor {
  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The number of the terminal's columns; nil if it is unknown.
  package var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

// A method hides the system's function of the same name.
private func systemClose(_ descriptor: Int32) {
  _ = close(descriptor)
}
