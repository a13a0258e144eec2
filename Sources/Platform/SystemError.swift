#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A call of the system that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The system's number for it (`errno`).
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// What was wrong with the call just made.
  package static var last: SystemError { SystemError(code: errno) }

  /// What is needed is a regular file.
  package static let notRegular = SystemError(code: EINVAL)
  /// There is a file already where a new one was to be.
  package static let exists = SystemError(code: EEXIST)
  /// What is needed is no folder.
  package static let isFolder = SystemError(code: EISDIR)
  /// A file that is too large.
  package static let tooLarge = SystemError(code: EFBIG)
  /// What is needed is a name in UTF-8.
  package static let notUTF8 = SystemError(code: EILSEQ)
  /// A signal came before the call had done anything.
  package static let interrupted = SystemError(code: EINTR)
  /// The call would have waited, and was not to.
  package static let wouldBlock = SystemError(code: EAGAIN)
  /// Nobody reads the other end of a pipe any more.
  package static let brokenPipe = SystemError(code: EPIPE)

  /// The system's own words: "No such file or directory".
  package var reason: String {
    // strerror may share its memory between threads; strerror_r does not.
    var buffer = [CChar](repeating: 0, count: 256)
    _ = unsafe strerror_r(code, &buffer, buffer.count)
    return unsafe buffer.withUnsafeBufferPointer { text in
      unsafe text.baseAddress.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
  }
}
