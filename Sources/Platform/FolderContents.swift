#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is in a folder, in the order in which the system lists it.
package struct FolderContents {
  /// What a folder has under a name.
  package struct Entry {
    package enum Kind: Equatable, Sendable {
      case folder, linkToFolder
      /// A regular file, or a link to one.
      case file
      /// A device, a pipe or a socket, or a link to one.
      case other
      /// A link that leads nowhere, or where nobody may look; and why.
      case trouble(SystemError)
      /// Nothing in this folder can be looked at.
      case unreachable(SystemError)
      /// It was removed meanwhile.
      case gone
    }

    /// What is no UTF-8 is U+FFFD.
    package let name: String
    package let isNamedInUTF8: Bool
    package let kind: Kind
  }

  /// All but the folder itself and the one in which it is.
  package private(set) var entries: [Entry] = []
  /// Why the list ends before its time.
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
  /// - Parameter folder: The descriptor of the folder: a name can be one that no text holds.
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
