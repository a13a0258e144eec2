#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The metadata of a file, a folder or anything else with a path.
package struct FileStatus {
  package enum Kind: Sendable {
    case file, folder, link
    /// A device, a pipe or a socket.
    case other
  }

  /// The identity of a file or folder, the same for each path, link or descriptor that leads to it.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64
  }

  package let kind: Kind
  package let identity: Identity
  /// The size of a file in bytes.
  package let size: Int
  /// The time of the last change of its content, in seconds since 1970.
  package let modified: Int

  /// Reads the metadata at a path, following links.
  package init(ofPath path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Reads the metadata of an open file.
  package init(of descriptor: FileDescriptor) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Reads the metadata of a name in an open folder, of a link itself or of its target.
  init(
    ofName name: UnsafePointer<CChar>, in folder: Int32, following: Bool
  ) throws(SystemError) {
    var status = stat()
    guard unsafe fstatat(folder, name, &status, following ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .last
    }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      modified = Int(status.st_mtimespec.tv_sec)
    #else
      modified = Int(status.st_mtim.tv_sec)
    #endif
  }
}
