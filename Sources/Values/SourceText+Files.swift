package import Platform

/// A file that cannot be read.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file as shown to people.
  public var file: String
  /// The system's own words: "No such file or directory".
  public var reason: String
  /// The system's number for the error (`errno`).
  public var code: Int32

  public var description: String { "cannot read '\(file)': \(reason)" }

  package init(file: String, reason: String, code: Int32 = 0) {
    self.file = file
    self.reason = reason
    self.code = code
  }

  init(file: String, reason: String, _ error: SystemError) {
    self.init(file: file, reason: reason, code: error.code)
  }

  package init(file: String, _ error: SystemError) {
    self.init(file: file, reason: error.reason, error)
  }
}

extension FileError {
  /// A file that is not read to its end.
  fileprivate static func tooLarge(_ file: String, limit: Int) -> FileError {
    FileError(
      file: file, reason: "too large; the limit for a file is \(limit) bytes", .tooLarge)
  }
}

extension SourceText {
  /// The limit called "size of a file", in bytes, for a file that is read as a whole.
  public static let sizeLimit = 512 << 20

  /// Reads a file. The file is read instead of mapped, because a file that another program shortens
  /// in the meantime must not end this one.
  public init(contentsOfFile path: String) throws(FileError) {
    try Self.checkPath(path)
    let descriptor = try Self.open(path)
    defer { descriptor.close() }
    try self.init(name: path, contentsOf: descriptor.rawValue)
  }

  /// Reads a file that another file names. It must not be a device or a pipe, which may never end.
  public init(contentsOfRegularFile path: String) throws(FileError) {
    try Self.checkPath(path)
    let descriptor = try Self.open(path, waits: false)
    defer { descriptor.close() }
    let status = try Self.status(of: descriptor, name: path)
    guard status.kind == .file || status.kind == .folder else {
      throw FileError(file: path, reason: "not a regular file", .notRegular)
    }
    try self.init(name: path, contentsOf: descriptor.rawValue)
  }

  private static func open(
    _ path: String, waits: Bool = true
  ) throws(FileError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(reading: path, waits: waits)
    } catch {
      throw FileError(file: path, error)
    }
  }

  private static func status(
    of descriptor: FileDescriptor, name: String
  ) throws(FileError) -> FileStatus {
    do throws(SystemError) {
      return try FileStatus(of: descriptor)
    } catch {
      throw FileError(file: name, error)
    }
  }

  /// Rejects a path if the system would read only the beginning of it.
  private static func checkPath(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0) else {
      throw FileError(file: path, reason: "the name has a NUL character", .notRegular)
    }
  }

  /// Reads everything from a descriptor, such as standard input. The descriptor stays open.
  public init(name: String, contentsOf descriptor: Int32) throws(FileError) {
    try self.init(name: name, contentsOf: descriptor, limit: Self.sizeLimit)
  }

  init(name: String, contentsOf descriptor: Int32, limit: Int) throws(FileError) {
    let descriptor = FileDescriptor(rawValue: descriptor)
    let status = try Self.status(of: descriptor, name: name)
    guard status.kind != .folder else { throw FileError(file: name, .isFolder) }
    // One byte more than the size of the file. The first read that returns less has found the end.
    let size = status.kind == .file ? status.size : 0
    guard size <= limit else { throw .tooLarge(name, limit: limit) }
    ProcessMemory.announce(size)
    let bytes = try SourceText.readAll(descriptor, guess: size + 1, limit: limit, name: name)
    self.init(name: name, padded: bytes)
  }

  /// Returns the bytes read from a descriptor, and the padding after them, in memory that is not
  /// cleared first.
  private static func readAll(
    _ descriptor: FileDescriptor, guess: Int, limit: Int, name: String
  ) throws(FileError) -> [UInt8] {
    var failure: SystemError?
    var capacity = min(max(guess, 1 << 16), limit + 1)
    var whole: [UInt8] = []
    repeat {
      // At first nothing has been read. Later the file was longer than its size indicated, or has
      // no size. The memory is doubled, and the rest is read into it.
      let previous = whole
      let size = capacity + JSONReader.padding
      whole = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
        _ = unsafe target[..<previous.count].update(fromContentsOf: previous)
        count = unsafe fill(
          UnsafeMutableBufferPointer(rebasing: target[..<capacity]), from: previous.count,
          descriptor: descriptor, failure: &failure)
      }
      if whole.count < capacity { break }
      // A file without an end is not read in vain.
      if whole.count > limit { throw .tooLarge(name, limit: limit) }
      if whole.allSatisfy({ $0 == 0 }) {
        throw FileError(file: name, reason: "it has zeros instead of text", .notRegular)
      }
      capacity = min(capacity * 2, limit + 1)
    } while failure == nil
    if let failure { throw FileError(file: name, failure) }
    whole.append(contentsOf: repeatElement(0, count: JSONReader.padding))
    return whole
  }

  /// Reads until `target` is full or nothing is left. Returns the position where it stopped.
  private static func fill(
    _ target: UnsafeMutableBufferPointer<UInt8>, from start: Int,
    descriptor: FileDescriptor, failure: inout SystemError?
  ) -> Int {
    var place = start
    while place < target.count {
      do throws(SystemError) {
        let rest = unsafe target[place..<min(target.count, place + 1 << 30)]
        let count = unsafe try descriptor.read(
          into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: rest)))
        if count == 0 { break }
        place += count
      } catch {
        if error == .interrupted { continue }
        failure = error
        break
      }
    }
    return place
  }
}
