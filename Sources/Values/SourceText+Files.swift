#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that cannot be read.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file as shown to people.
  public var file: String
  /// The system's own words: "No such file or directory".
  public var reason: String
  /// The system's number for it (`errno`).
  public var code: Int32

  public var description: String { "cannot read '\(file)': \(reason)" }

  init(file: String, reason: String, code: Int32) {
    self.file = file
    self.reason = reason
    self.code = code
  }

  package init(file: String, code: Int32) {
    self.file = file
    self.code = code
    // strerror may share its memory between threads; strerror_r does not.
    var buffer = [CChar](repeating: 0, count: 256)
    _ = unsafe strerror_r(code, &buffer, buffer.count)
    reason = unsafe buffer.withUnsafeBufferPointer { text in
      unsafe text.baseAddress.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
  }
}

extension FileError {
  /// A file that is not read to its end.
  fileprivate static func tooLarge(_ file: String, limit: Int) -> FileError {
    FileError(
      file: file, reason: "too large; the limit is size of a file (\(limit) bytes)", code: EFBIG)
  }
}

extension SourceText {
  /// The limit called "size of a file" that is read whole, in bytes.
  public static let sizeLimit = 512 << 20

  /// Reads a file. It is read, not mapped: a file that another program shortens meanwhile must not
  /// end this one.
  public init(contentsOfFile path: String) throws(FileError) {
    try Self.checkPath(path)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(file: path, code: errno) }
    defer { close(descriptor) }
    try self.init(name: path, contentsOf: descriptor)
  }

  /// Reads a file that another file names: no device and no pipe, which may never end.
  public init(contentsOfRegularFile path: String) throws(FileError) {
    try Self.checkPath(path)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(file: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(file: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR else {
      throw FileError(file: path, reason: "not a regular file", code: EINVAL)
    }
    try self.init(name: path, contentsOf: descriptor)
  }

  /// Refuses a path that the system would read only the beginning of.
  private static func checkPath(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0) else {
      throw FileError(file: path, reason: "a name with a NUL character", code: EINVAL)
    }
  }

  /// Reads all that a descriptor gives, as for standard input; the descriptor stays open.
  public init(name: String, contentsOf descriptor: Int32) throws(FileError) {
    try self.init(name: name, contentsOf: descriptor, limit: Self.sizeLimit)
  }

  init(name: String, contentsOf descriptor: Int32, limit: Int) throws(FileError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(file: name, code: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(file: name, code: EISDIR) }
    // One byte more than the file has: the first read that gives less has found the end.
    let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    guard size <= limit else { throw .tooLarge(name, limit: limit) }
    let bytes = try SourceText.readAll(descriptor, guess: size + 1, limit: limit, name: name)
    self.init(name: name, padded: bytes)
  }

  /// The bytes that a descriptor gives, and the padding behind them, in memory that is not cleared
  /// before.
  private static func readAll(
    _ descriptor: Int32, guess: Int, limit: Int, name: String
  ) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    var capacity = min(max(guess, 1 << 16), limit + 1)
    var whole: [UInt8] = []
    repeat {
      // At first nothing has been read. Later the file was longer than its size said, or has no
      // size: twice as much memory, and the rest into it.
      let previous = whole
      let size = capacity + JSONReader.padding
      whole = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
        _ = unsafe target[..<previous.count].update(fromContentsOf: previous)
        count = unsafe fill(
          UnsafeMutableBufferPointer(rebasing: target[..<capacity]), from: previous.count,
          descriptor: descriptor, failure: &failure)
      }
      if whole.count < capacity { break }
      // What has no end is not read on for nothing.
      if whole.count > limit { throw .tooLarge(name, limit: limit) }
      if whole.allSatisfy({ $0 == 0 }) {
        throw FileError(file: name, reason: "it is zeros, and no text", code: EINVAL)
      }
      capacity = min(capacity * 2, limit + 1)
    } while failure == 0
    if failure != 0 { throw FileError(file: name, code: failure) }
    whole.append(contentsOf: repeatElement(0, count: JSONReader.padding))
    return whole
  }

  /// Reads until `target` is full or nothing is left; gives where it stopped.
  private static func fill(
    _ target: UnsafeMutableBufferPointer<UInt8>, from start: Int, descriptor: Int32,
    failure: inout Int32
  ) -> Int {
    guard let base = target.baseAddress else { return start }
    let end = target.count
    var place = start
    while place < end {
      let count = unsafe read(descriptor, base + place, min(end - place, 1 << 30))
      if count > 0 {
        place += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        failure = errno
        break
      }
    }
    return place
  }
}
