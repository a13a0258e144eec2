#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written beside another one, as `FILE.partial`, and replaces it once it is
/// complete. Until then the other file is unchanged, and there is never half a file in its place.
///
/// The partial file has the mode of the file that it replaces, and the same owner if possible. It
/// is locked while it is written, so that if two runs write the same file, the second one is
/// refused. A partial file that is left from an earlier run is replaced.
package final class FileReplacement {
  /// The reasons why a file cannot be written beside another one.
  package enum Failure: Error, Hashable, Sendable {
    /// The file to be replaced may not be written.
    case target(SystemError)
    /// The partial file cannot be created.
    case partial(path: String, SystemError)
    /// Another process is writing the partial file.
    case busy(path: String)
    /// Something other than a regular file has the name of the partial file.
    case obstructed(path: String)

    /// The corresponding error of the system.
    package var systemError: SystemError {
      switch self {
      case .target(let error), .partial(_, let error): error
      case .busy: SystemError(code: EBUSY)
      case .obstructed: SystemError(code: EEXIST)
      }
    }
  }

  package let path: String
  package let partialPath: String
  package let descriptor: FileDescriptor
  /// Whether there was no file at the path.
  package let isNew: Bool
  private var isOpen = true

  package static func partialPath(of path: String) -> String { path + ".partial" }

  /// Creates the partial file beside a path, which must not be a link.
  package init(of path: String) throws(Failure) {
    var status = stat()
    isNew = unsafe stat(path, &status) != 0
    if isNew {
      guard errno == ENOENT else { throw .target(.last) }
    } else if unsafe access(path, W_OK) != 0 {
      // Renaming would check only the permissions of the folder.
      throw .target(.last)
    }
    self.path = path
    partialPath = Self.partialPath(of: path)
    descriptor = try Self.create(partialPath, mode: isNew ? 0o666 : 0o600)
    if !isNew { Self.copyRights(status, to: descriptor) }
  }

  deinit {
    finish()
  }

  /// Whether the partial file is still where it was created.
  package var isInPlace: Bool { Self.isFile(descriptor, at: partialPath) }

  /// Removes what has been written.
  package func empty() throws(SystemError) {
    try descriptor.truncate(to: 0)
    try descriptor.seek(to: 0)
  }

  /// The number of bytes that have been written.
  package var byteCount: Int {
    var status = stat()
    return unsafe fstat(descriptor.rawValue, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Forces the bytes to storage, where they survive a crash of the system.
  package func synchronize() throws(SystemError) {
    try descriptor.synchronize()
  }

  /// Moves the partial file over the other one, or throws if it is no longer in place.
  package func commit() throws(SystemError) {
    guard isInPlace else { throw SystemError(code: ENOENT) }
    guard unsafe rename(partialPath, path) == 0 else { throw .last }
    finish()
    Self.synchronizeFolder(of: path)
  }

  /// Removes the partial file.
  package func discard() {
    if isOpen, isInPlace { unsafe unlink(partialPath) }
    finish()
  }

  private func finish() {
    if isOpen { descriptor.close() }
    isOpen = false
  }
}

// MARK: - The partial file

extension FileReplacement {
  private static func create(_ path: String, mode: mode_t) throws(Failure) -> FileDescriptor {
    // Each further attempt means that another process was quicker.
    for _ in 0..<10 {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe FileDescriptor(rawValue: open(path, flags, mode))
      if descriptor.rawValue < 0 {
        guard errno == EEXIST else { throw .partial(path: path, .last) }
        try removeEarlier(path)
      } else if !descriptor.lock() {
        descriptor.close()
        throw .busy(path: path)
      } else if isFile(descriptor, at: path) {
        return descriptor
      } else {
        descriptor.close()
      }
    }
    throw .busy(path: path)
  }

  /// Removes the partial file of an earlier run, unless that run is still writing it.
  private static func removeEarlier(_ path: String) throws(Failure) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .obstructed(path: path) }
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = unsafe FileDescriptor(rawValue: open(path, flags))
    guard descriptor.rawValue >= 0 else {
      guard errno == ENOENT else { throw .partial(path: path, .last) }
      return
    }
    defer { descriptor.close() }
    guard descriptor.lock() else { throw .busy(path: path) }
    // The run may already have renamed the file.
    guard isFile(descriptor, at: path) else { return }
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .partial(path: path, .last) }
  }

  private static func isFile(_ descriptor: FileDescriptor, at path: String) -> Bool {
    var (mine, named) = (stat(), stat())
    return unsafe fstat(descriptor.rawValue, &mine) == 0 && lstat(path, &named) == 0
      && (mine.st_dev, mine.st_ino) == (named.st_dev, named.st_ino)
  }

  /// Copies the owner and the mode of another file, as far as the system allows this user to do so.
  static func copyRights(_ status: stat, to descriptor: FileDescriptor) {
    var mode = status.st_mode & 0o7777
    if fchown(descriptor.rawValue, status.st_uid, status.st_gid) != 0 {
      _ = fchown(descriptor.rawValue, uid_t.max, status.st_gid)
      // Only the owner of a program can allow it to run with the owner's rights.
      mode &= 0o777
    }
    _ = fchmod(descriptor.rawValue, mode)
  }

  /// Forces the folder's new entry to storage. If that fails, the system writes it in its own time.
  private static func synchronizeFolder(of path: String) {
    let flags = O_RDONLY | O_CLOEXEC
    let descriptor = unsafe FileDescriptor(rawValue: open(path.folderAndName.folder, flags))
    guard descriptor.rawValue >= 0 else { return }
    _ = fsync(descriptor.rawValue)
    descriptor.close()
  }
}
