#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder below which files are written. Nothing is written outside it, because no link on the
/// way is followed.
///
/// Each name of a path is looked up in the folder that was opened before it, so that changes by
/// another process cannot lead elsewhere.
package final class FolderTree {
  /// The reasons why a file below a folder cannot be written.
  package enum Failure: Error, Hashable, Sendable {
    case system(path: String, SystemError)
    /// A part of the path is a link.
    case link(path: String)
    /// The file has a second name, under which it would also change.
    case shared(path: String)
    /// Another process is writing the file.
    case busy(path: String)
    /// Something other than a regular file has the name of the file, or of its partial file.
    case obstructed(path: String)
    /// A file that is continued is shorter than it was.
    case shortened(path: String, Int)
  }

  /// The path of the folder, as it was given.
  package let path: String
  private let root: FileDescriptor
  /// The folder that was used last, which is often the next one, too.
  private var last: (names: [String], descriptor: FileDescriptor)?

  /// Opens a folder. If it does not exist, it is created together with the folders above it.
  package init(creating path: String) throws(SystemError) {
    self.path = path
    try Self.create(path)
    root = unsafe FileDescriptor(
      rawValue: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard root.rawValue >= 0 else { throw .last }
  }

  deinit {
    last?.descriptor.close()
    root.close()
  }

  private static func create(_ path: String) throws(SystemError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return }
    guard errno == ENOENT else { throw .last }
    var rest = path
    while rest.hasSuffix("/") { rest.removeLast() }
    let folder = rest.folderAndName.folder
    if folder != rest, folder != ".", folder != "/" { try create(folder) }
    guard unsafe mkdir(rest, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Returns the path of something below the folder, for messages.
  package func fullPath(_ names: [String]) -> String {
    (path.hasSuffix("/") ? path : path + "/") + names.joined(separator: "/")
  }

  /// Returns the descriptor of a folder. The descriptor belongs to the tree and stays open until
  /// the next call. A folder that does not exist is created.
  func folder(_ names: [String]) throws(Failure) -> FileDescriptor {
    if names.isEmpty { return root }
    if let last, last.names == names { return last.descriptor }
    var current = root
    for index in names.indices {
      let outer = current
      defer { if index > 0 { outer.close() } }
      current = try enter(names, index, from: outer)
    }
    last?.descriptor.close()
    last = (names, current)
    return current
  }

  private func enter(
    _ names: [String], _ index: Int, from folder: FileDescriptor
  ) throws(Failure) -> FileDescriptor {
    let name = names[index]
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var number = unsafe openat(folder.rawValue, name, flags)
    if number < 0, errno == ENOENT {
      // Another process may create it at the same time.
      _ = unsafe mkdirat(folder.rawValue, name, 0o777)
      number = unsafe openat(folder.rawValue, name, flags)
    }
    guard number < 0 else { return FileDescriptor(rawValue: number) }
    let error = SystemError.last
    let path = fullPath(Array(names[...index]))
    if Self.status(of: name, in: folder).map({ $0.st_mode & S_IFMT }) == S_IFLNK {
      throw .link(path: path)
    }
    throw .system(path: path, error)
  }

  /// Returns the metadata of a name in a folder, without following a link; nil if there is nothing.
  static func status(of name: String, in folder: FileDescriptor) -> stat? {
    var status = stat()
    let result = unsafe fstatat(folder.rawValue, name, &status, AT_SYMLINK_NOFOLLOW)
    return result == 0 ? status : nil
  }

  /// Forces everything that any process has written to storage, for all files at once.
  package static func synchronizeAll() {
    sync()
  }
}
