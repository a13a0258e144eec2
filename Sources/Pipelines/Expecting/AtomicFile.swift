import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Replaces files so that at no time there is half of one.
enum AtomicFile {
  /// Writes a file beside the one at the path, and puts it in that one's place; its mode stays. A link
  /// stays a link: what it leads to is replaced.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    guard let resolved = realpath(path, nil) else { throw FileError(file: path, code: errno) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    guard stat(target, &status) == 0, access(target, W_OK) == 0 else {
      throw FileError(file: path, code: errno)
    }
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "./"
    var template = Array("\(folder).stream-run-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(file: path, code: errno) }
    let temporary = template.withUnsafeBufferPointer { name in
      name.baseAddress.map { String(cString: $0) } ?? ""
    }
    do throws(FileError) {
      try write(bytes, to: descriptor, mode: status.st_mode, named: path)
      guard rename(temporary, target) == 0 else { throw FileError(file: path, code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronize(folder)
  }

  /// Writes all of the bytes to where they survive a crash, and closes the descriptor.
  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, mode: mode_t, named path: String
  ) throws(FileError) {
    var code: Int32 = 0
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    if code == 0, fchmod(descriptor, mode & 0o7777) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code != 0 { throw FileError(file: path, code: code) }
  }

  /// Lets the folder know for good of the new file; where that cannot be done, the system does it in
  /// its own time.
  private static func synchronize(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
