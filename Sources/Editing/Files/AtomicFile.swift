import Platform
package import Values

/// Replaces files atomically, so that a partly written file is never visible.
package enum AtomicFile {
  /// Writes a file beside the one at the path, and moves it into its place. The mode is kept. A
  /// link stays a link: its target is replaced.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try replace(path) { _ = $0(bytes) }
  }

  /// Does the same with contents that are written piece by piece, by calling a closure that returns
  /// whether it wants the next one.
  package static func replace(
    _ path: String, writing write: (_ receive: ([UInt8]) -> Bool) -> Void
  ) throws(FileError) {
    let replacement = try begin(path)
    do throws(SystemError) {
      var error: SystemError?
      write { piece in
        error = replacement.descriptor.writeAll(piece)
        return error == nil
      }
      if let error { throw error }
      try replacement.synchronize()
      try replacement.commit()
    } catch {
      replacement.discard()
      throw FileError(file: path, error)
    }
  }

  /// Creates a file. Throws if it already exists.
  package static func create(_ path: String, with bytes: [UInt8]) throws(FileError) {
    guard FileTarget.isMissing(path) else {
      throw FileError(file: path, .exists)
    }
    try replace(path, with: bytes)
  }

  private static func begin(_ path: String) throws(FileError) -> FileReplacement {
    do throws(SystemError) {
      guard case .file(let target) = try FileTarget(path) else { throw .notRegular }
      do throws(FileReplacement.Failure) {
        return try FileReplacement(of: target)
      } catch {
        throw error.systemError
      }
    } catch {
      throw FileError(file: path, error)
    }
  }
}
