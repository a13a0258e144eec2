#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The error of a failed system call.
package struct SystemError: Error, Hashable, Sendable {
  /// The system's error number (`errno`).
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The error of the last call.
  package static var last: SystemError { SystemError(code: errno) }

  /// There is no such file.
  package static let missing = SystemError(code: ENOENT)
  /// The file is not a regular file.
  package static let notRegular = SystemError(code: EINVAL)
  /// The file to be created already exists.
  package static let exists = SystemError(code: EEXIST)
  /// The path is a folder.
  package static let isFolder = SystemError(code: EISDIR)
  /// The file is too large.
  package static let tooLarge = SystemError(code: EFBIG)
  /// The name is not valid UTF-8.
  package static let notUTF8 = SystemError(code: EILSEQ)
  /// A signal arrived before the call had done anything.
  package static let interrupted = SystemError(code: EINTR)
  /// The call would have waited, but was not allowed to.
  package static let wouldBlock = SystemError(code: EAGAIN)
  /// The other end of the pipe is closed.
  package static let brokenPipe = SystemError(code: EPIPE)

  /// The system's message: "No such file or directory".
  package var reason: String {
    // strerror may share its buffer between threads, whereas strerror_r does not.
    var buffer = [CChar](repeating: 0, count: 256)
    _ = unsafe strerror_r(code, &buffer, buffer.count)
    return unsafe buffer.withUnsafeBufferPointer { text in
      unsafe text.baseAddress.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
  }
}
