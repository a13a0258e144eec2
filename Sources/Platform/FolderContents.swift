#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The entries of a folder, in the order in which the system lists them.
package struct FolderContents {
  /// A name in a folder.
  package struct Entry {
    package enum Kind: Equatable, Sendable {
      case folder, linkToFolder
      /// A regular file, or a link to one.
      case file
      /// A device, a pipe or a socket, or a link to one.
      case other
      /// A broken or unreadable link, with the error.
      case trouble(SystemError)
      /// No entry of this folder can be inspected.
      case unreachable(SystemError)
      /// The entry was removed in the meantime.
      case gone
    }

    /// The name, in which invalid UTF-8 is replaced by U+FFFD.
    package let name: String
    package let isNamedInUTF8: Bool
    package let kind: Kind
  }

  /// All entries except the folder itself and its parent.
  package private(set) var entries: [Entry] = []
  /// The error that cut the list short; nil if it is complete.
  package private(set) var failure: SystemError?

  /// Lists a folder. Throws if it cannot be opened.
  package init(of folder: String) throws(SystemError) {
    guard let directory = unsafe opendir(folder) else { throw .last }
    defer { unsafe closedir(directory) }
    while true {
      errno = 0
      guard let next = unsafe readdir(directory) else {
        if errno != 0 { failure = .last }
        return
      }
      if let entry = unsafe Entry(next, of: dirfd(directory)) { entries.append(entry) }
    }
  }
}

extension FolderContents.Entry {
  /// - Parameter folder: The descriptor of the folder, because a name need not be valid text.
  fileprivate init?(_ entry: UnsafeMutablePointer<dirent>, of folder: Int32) {
    (name, isNamedInUTF8) = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      let bytes = unsafe bytes.prefix { $0 != 0 }
      let valid = unsafe String(validating: bytes, as: UTF8.self)
      return unsafe (valid ?? String(decoding: bytes, as: UTF8.self), valid != nil)
    }
    if name == "." || name == ".." { return nil }
    kind = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      unsafe pointer.withMemoryRebound(
        to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
      ) { unsafe Self.kind(of: $0, in: folder) }
    }
  }

  private static func kind(of name: UnsafePointer<CChar>, in folder: Int32) -> Kind {
    let status: FileStatus
    do throws(SystemError) {
      status = unsafe try FileStatus(ofName: name, in: folder, following: false)
    } catch {
      return error.code == ENOENT ? .gone : .unreachable(error)
    }
    switch status.kind {
    case .folder: return .folder
    case .file: return .file
    case .other: return .other
    case .link: return unsafe kind(ofLink: name, in: folder)
    }
  }

  private static func kind(ofLink name: UnsafePointer<CChar>, in folder: Int32) -> Kind {
    do throws(SystemError) {
      switch unsafe try FileStatus(ofName: name, in: folder, following: true).kind {
      case .folder: return .linkToFolder
      case .file: return .file
      case .other, .link: return .other
      }
    } catch {
      return .trouble(error)
    }
  }
}
