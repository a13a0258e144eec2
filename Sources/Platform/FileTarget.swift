#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The target of bytes that are written to a path, after all links are followed.
package enum FileTarget: Hashable, Sendable {
  /// A regular file, or the place where one would be created. The path itself is not a link.
  case file(path: String)
  /// A device, a pipe or a socket.
  case device(path: String)
  /// A descriptor that is open in this process, named in the form of `/dev/stdout` or `/dev/fd/3`.
  case descriptor(Int32)

  /// The maximum number of links that are followed, which is the same as in the system.
  private static let linkLimit = 40

  /// Follows a path to its target. Throws if it leads to a folder, or nowhere.
  package init(_ path: String) throws(SystemError) {
    var path = path
    for _ in 0..<Self.linkLimit {
      let (folder, name) = path.folderAndName
      if let descriptor = try Self.descriptor(named: name, in: folder) {
        guard fcntl(descriptor, F_GETFD) >= 0 else { throw .last }
        self = .descriptor(descriptor)
        return
      }
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw .last }
        guard !name.isEmpty else { throw SystemError(code: EISDIR) }
        self = .file(path: path)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        let link = try Self.readLink(path)
        path = link.hasPrefix("/") || !path.contains("/") ? link : folder + link
      case S_IFDIR: throw SystemError(code: EISDIR)
      case S_IFREG:
        self = .file(path: path)
        return
      default:
        self = .device(path: path)
        return
      }
    }
    throw SystemError(code: ELOOP)
  }

  /// Returns the target of a path; nil if there is none, in which case opening the path reports the
  /// reason.
  package static func found(at path: String) -> FileTarget? {
    do throws(SystemError) {
      return try FileTarget(path)
    } catch {
      return nil
    }
  }

  /// Returns whether nothing exists at a path, not even a broken link.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) != 0 && errno == ENOENT
  }

  package var isFile: Bool {
    if case .file = self { true } else { false }
  }

  /// Returns the descriptor for a name in a folder, if that is the folder in which the system lists
  /// the descriptors of this process.
  private static func descriptor(
    named name: String, in folder: String
  ) throws(SystemError) -> Int32? {
    guard let resolved = unsafe realpath(folder, nil) else { throw .last }
    defer { unsafe free(resolved) }
    let path = unsafe String(cString: resolved)
    let isOwn =
      path == "/dev/fd" || path.hasPrefix("/proc/\(getpid())/") && path.hasSuffix("/fd")
    return isOwn ? Int32(name) : nil
  }

  private static func readLink(_ path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink(path, &buffer, buffer.count)
    guard length >= 0 else { throw .last }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
