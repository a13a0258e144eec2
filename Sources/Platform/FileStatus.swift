#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system says about a file, a folder or something else that has a path.
package struct FileStatus {
  package enum Kind: Sendable {
    case file, folder, link
    /// A device, a pipe or a socket.
    case other
  }

  /// Which file or folder it is, by whatever path, link or descriptor it is reached.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64
  }

  package let kind: Kind
  package let identity: Identity
  /// How many bytes a file has.
  package let size: Int

  /// Looks at what a path leads to.
  package init(ofPath path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Looks at what is open.
  package init(of descriptor: FileDescriptor) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Looks at what a folder has under a name, or at what a link of that name leads to.
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
  }
}
