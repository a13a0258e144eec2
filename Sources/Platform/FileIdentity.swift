#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The identity of a regular file, the same for each path, link or descriptor that leads to it.
package enum FileIdentity: Hashable, Sendable {
  /// A file that exists.
  case file(device: UInt64, number: UInt64)
  /// A file that does not exist yet: the folder in which it would be created, and its name there.
  case place(device: UInt64, folder: UInt64, name: [UInt8])

  /// Identifies the file that a path leads to, or would create; nil for a device, a pipe or a
  /// folder, and where no file can be created.
  package init?(path: String) {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      self.init(status)
      return
    }
    guard case .file(let target) = FileTarget.found(at: path) else { return nil }
    let (folder, name) = target.folderAndName
    guard !name.isEmpty, unsafe stat(folder, &status) == 0 else { return nil }
    self = .place(
      device: UInt64(truncatingIfNeeded: status.st_dev), folder: UInt64(status.st_ino),
      name: Array(name.utf8))
  }

  /// Identifies the file that a descriptor reads or writes; nil if it is not a regular file, or not
  /// open.
  package init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self = .file(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }
}

extension String {
  /// The path up to its last part, and that part.
  package var folderAndName: (folder: String, name: String) {
    guard let slash = lastIndex(of: "/") else { return (".", self) }
    return (String(self[...slash]), String(self[index(after: slash)...]))
  }
}
