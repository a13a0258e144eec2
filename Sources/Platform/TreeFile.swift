#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file below a folder, which can be closed and opened again while it is being written.
package final class TreeFile {
  /// The ways to write it.
  package enum Manner: Sendable {
    /// Writes into `NAME.partial` beside it, which replaces it in the end.
    case replacing
    /// Writes into the file, from its beginning.
    case inPlace
    /// Appends to the end of the file.
    case appending
  }

  private let tree: FolderTree
  private let folders: [String]
  private let name: String
  private let manner: Manner
  private var descriptor = FileDescriptor.none
  /// The identity of the file that is written.
  private var identity: (device: dev_t, number: ino_t) = (0, 0)
  private var isSettled = false
  /// The number of bytes in the file.
  package private(set) var length = 0

  /// Whether it is open.
  package var isOpen: Bool { descriptor != .none }
  /// The path, for messages.
  package var path: String { tree.fullPath(folders + [name]) }

  private var writtenName: String {
    manner == .replacing ? FileReplacement.partialPath(of: name) : name
  }

  /// Opens a file at a path below the folder, without empty names, `.` and `..`.
  ///
  /// - Parameter length: The length of a file that is continued: later bytes are cut off.
  package init(
    _ path: String, in tree: FolderTree, _ manner: Manner, continuedAt length: Int? = nil
  ) throws(FolderTree.Failure) {
    self.tree = tree
    self.manner = manner
    let names = path.split(separator: "/").map(String.init)
    precondition(!names.contains("..") && !names.contains("."), "a path that leads out")
    guard let name = names.last else { throw .system(path: path, SystemError(code: ENOENT)) }
    self.name = name
    folders = Array(names.dropLast())
    let folder = try tree.folder(folders)
    let old = try checkedStatus(in: folder)
    if manner == .replacing {
      try createPartial(in: folder, mode: old == nil ? 0o666 : 0o600)
      if let old { FileReplacement.copyRights(old, to: descriptor) }
    } else {
      try openItself(in: folder, continuedAt: length)
    }
  }

  deinit {
    close()
  }

  package func close() {
    if isOpen { descriptor.close() }
    descriptor = .none
  }

  /// Writes bytes after those already written. Opens the file again if it was closed.
  package func write(_ bytes: [UInt8]) throws(FolderTree.Failure) {
    if !isOpen { try reopen() }
    if let error = descriptor.writeAll(bytes) { throw .system(path: path, error) }
    length += bytes.count
  }

  /// Forces the bytes to storage.
  package func synchronize() throws(FolderTree.Failure) {
    if !isOpen { try reopen() }
    do throws(SystemError) {
      try descriptor.synchronize()
    } catch {
      throw .system(path: path, error)
    }
  }

  /// Moves the partial file into its place.
  package func commit() throws(FolderTree.Failure) {
    guard manner == .replacing, !isSettled else { return close() }
    let folder = try tree.folder(folders)
    guard isWritten(in: folder) else {
      throw .system(path: tree.fullPath(folders + [writtenName]), SystemError(code: ENOENT))
    }
    guard unsafe renameat(folder.rawValue, writtenName, folder.rawValue, name) == 0 else {
      throw .system(path: path, .last)
    }
    isSettled = true
    close()
  }

  /// Removes the partial file.
  package func discard() {
    defer { close() }
    guard manner == .replacing, !isSettled else { return }
    isSettled = true
    do throws(FolderTree.Failure) {
      let folder = try tree.folder(folders)
      if isWritten(in: folder) { unsafe unlinkat(folder.rawValue, writtenName, 0) }
    } catch {
      // The folder is gone, and the file with it.
    }
  }

  /// Returns the edges of a file that is appended to. A file that is rewritten has none.
  package func edges(_ count: Int) -> FileEdges {
    guard manner == .appending else { return FileEdges() }
    do throws(FolderTree.Failure) {
      let folder = try tree.folder(folders)
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let reader = unsafe FileDescriptor(rawValue: openat(folder.rawValue, name, flags))
      guard reader.rawValue >= 0 else { return FileEdges() }
      defer { reader.close() }
      return FileEdges(of: reader, count)
    } catch {
      return FileEdges()
    }
  }
}

// MARK: - Opening

extension TreeFile {
  /// Returns the metadata of an existing file. Throws if it is something else.
  private func checkedStatus(in folder: FileDescriptor) throws(FolderTree.Failure) -> stat? {
    guard let status = FolderTree.status(of: name, in: folder) else {
      guard errno == ENOENT else { throw .system(path: path, .last) }
      return nil
    }
    try check(status)
    if unsafe faccessat(folder.rawValue, name, W_OK, 0) != 0 { throw .system(path: path, .last) }
    return status
  }

  private func check(_ status: stat) throws(FolderTree.Failure) {
    switch status.st_mode & S_IFMT {
    case S_IFLNK: throw .link(path: path)
    case S_IFDIR: throw .system(path: path, .isFolder)
    case S_IFREG: break
    default: throw .obstructed(path: path)
    }
    // A file that replaces it does not affect the other name.
    if manner != .replacing, status.st_nlink > 1 { throw .shared(path: path) }
  }

  private func open(in folder: FileDescriptor, _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
    unsafe openat(
      folder.rawValue, writtenName, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, mode)
  }

  private func openItself(
    in folder: FileDescriptor, continuedAt kept: Int?
  ) throws(FolderTree.Failure) {
    let number = open(in: folder, O_CREAT | (manner == .appending ? O_APPEND : 0))
    guard number >= 0 else { throw .system(path: path, .last) }
    descriptor = FileDescriptor(rawValue: number)
    do throws(FolderTree.Failure) {
      // It may have been exchanged since it was checked.
      let status = noteIdentity()
      try check(status)
      guard manner == .appending || descriptor.lock() else { throw .busy(path: path) }
      length = kept ?? (manner == .inPlace ? 0 : Int(status.st_size))
      guard length <= Int(status.st_size) else { throw .shortened(path: path, length) }
      guard manner == .inPlace || kept != nil else { return }
      do throws(SystemError) {
        try descriptor.truncate(to: length)
        try descriptor.seek(to: length)
      } catch {
        throw .system(path: path, error)
      }
    } catch {
      close()
      throw error
    }
  }

  private func createPartial(
    in folder: FileDescriptor, mode: mode_t
  ) throws(FolderTree.Failure) {
    let partial = tree.fullPath(folders + [writtenName])
    // Each further attempt means that another process was quicker.
    for _ in 0..<10 {
      let number = open(in: folder, O_CREAT | O_EXCL, mode: mode)
      if number < 0 {
        guard errno == EEXIST else { throw .system(path: partial, .last) }
        try removeEarlier(partial, in: folder)
        continue
      }
      descriptor = FileDescriptor(rawValue: number)
      guard descriptor.lock() else {
        close()
        throw .busy(path: partial)
      }
      noteIdentity()
      if isWritten(in: folder) { return }
      close()
    }
    throw .busy(path: partial)
  }

  /// Removes the partial file of an earlier run, unless that run is still writing it.
  private func removeEarlier(
    _ partial: String, in folder: FileDescriptor
  ) throws(FolderTree.Failure) {
    guard let status = FolderTree.status(of: writtenName, in: folder) else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .obstructed(path: partial) }
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let earlier = unsafe FileDescriptor(rawValue: openat(folder.rawValue, writtenName, flags))
    guard earlier.rawValue >= 0 else {
      guard errno == ENOENT else { throw .system(path: partial, .last) }
      return
    }
    defer { earlier.close() }
    guard earlier.lock() else { throw .busy(path: partial) }
    guard unsafe unlinkat(folder.rawValue, writtenName, 0) == 0 || errno == ENOENT else {
      throw .system(path: partial, .last)
    }
  }

  private func reopen() throws(FolderTree.Failure) {
    let folder = try tree.folder(folders)
    let number = open(in: folder, O_APPEND)
    let written = tree.fullPath(folders + [writtenName])
    guard number >= 0 else { throw .system(path: written, .last) }
    descriptor = FileDescriptor(rawValue: number)
    guard isWritten(in: folder) else {
      close()
      throw .system(path: written, SystemError(code: ENOENT))
    }
  }

  @discardableResult
  private func noteIdentity() -> stat {
    var status = stat()
    _ = unsafe fstat(descriptor.rawValue, &status)
    identity = (status.st_dev, status.st_ino)
    return status
  }

  /// Whether the file is still where it was created.
  private func isWritten(in folder: FileDescriptor) -> Bool {
    guard let named = FolderTree.status(of: writtenName, in: folder) else { return false }
    return (named.st_dev, named.st_ino) == identity
  }
}
