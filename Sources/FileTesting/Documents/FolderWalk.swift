import Pipelines
package import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files below a folder in which stream documents may stand.
///
/// What cannot be looked at is not passed over: it is listed with the reason, so that a folder never
/// seems to be all right because a part of it could not be read.
package struct FolderWalk {
  /// A file that was found, or something in whose place there may be files.
  package struct File: Hashable, Sendable {
    package let path: String
    /// Why it cannot be looked at; nil if nothing is known against it.
    package var trouble: FileError?
  }

  /// In the order of their paths: names by their bytes, a folder where its name stands.
  package private(set) var files: [File] = []
  /// The files and folders that were left out because somebody asked for it.
  package private(set) var excluded: [String] = []

  private let isExcluded: (String) -> Bool
  /// The folders that were walked: a link may lead back to one of them.
  private var walked: Set<Identity> = []
  /// Links to folders, which are followed once all real folders have been walked, so that files are
  /// known by their own paths as far as possible.
  private var links: [String] = []

  /// Which file or folder it is, whatever it is called.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  /// Walks a folder, without hidden folders. A path that is no folder is a file itself, whatever its
  /// name.
  ///
  /// - Parameter isExcluded: Whether a file is to be left out, or a folder with all that is in it.
  package init(_ path: String, excluding isExcluded: @escaping (String) -> Bool = { _ in false }) {
    self.isExcluded = isExcluded
    var status = stat()
    if isExcluded(path) {
      excluded = [path]
    } else if unsafe stat(path, &status) != 0 {
      add(path, errno)
    } else if status.isFolder {
      walk(path)
    } else {
      add(path)
    }
    while !links.isEmpty {
      let next = links.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      links = []
      for link in next { walk(link) }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Whether there is a file at a path, and no folder.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && !status.isFolder
  }

  private mutating func add(_ path: String, _ code: Int32? = nil) {
    files.append(File(path: path, trouble: code.map { FileError(file: path, code: $0) }))
  }

  /// Walks a folder and those in it, unless that has been done.
  private mutating func walk(_ folder: String) {
    var waiting = [folder]
    while let next = waiting.popLast() {
      var status = stat()
      guard unsafe stat(next, &status) == 0 else {
        add(next, errno)
        continue
      }
      if walked.insert(Identity(status)).inserted { waiting += look(into: next) }
    }
  }

  /// Adds the files that are in a folder. Returns the folders that are in it.
  private mutating func look(into folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else {
      add(folder, errno)
      return []
    }
    defer { unsafe closedir(directory) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var folders: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        if errno != 0 { add(folder, errno) }
        return folders
      }
      let found = unsafe Entry(entry, of: dirfd(directory))
      guard found.name != ".", found.name != ".." else { continue }
      let path = prefix == "./" ? found.name : prefix + found.name
      switch found.kind {
      case .folder, .linkToFolder:
        if found.name.hasPrefix(".") { continue }
        if isExcluded(path) {
          excluded.append(path)
        } else if !found.isNamedInUTF8 {
          add(path, EILSEQ)
        } else if found.kind == .folder {
          folders.append(path)
        } else {
          links.append(path)
        }
      case .file, .trouble:
        guard StreamFile.canHoldDocuments(found.name) else { continue }
        if isExcluded(path) {
          excluded.append(path)
        } else if case .trouble(let code) = found.kind {
          add(path, code)
        } else {
          add(path, found.isNamedInUTF8 ? nil : EILSEQ)
        }
      case .unreachable(let code):
        // A folder that can be listed and not entered: one word about it, not one for each file.
        add(folder, code)
        return folders
      case .gone: continue
      }
    }
  }
}

/// What a folder has under a name.
private struct Entry {
  enum Kind: Equatable {
    case folder, linkToFolder
    /// A file, or something else that shows when it is opened.
    case file
    /// A link that leads nowhere, or where nobody may look; and why.
    case trouble(Int32)
    /// Nothing in this folder can be looked at.
    case unreachable(Int32)
    /// It was removed meanwhile.
    case gone
  }

  /// What is no UTF-8 is U+FFFD.
  let name: String
  let isNamedInUTF8: Bool
  let kind: Kind

  /// - Parameter folder: The descriptor of the folder: a name can be one that no text holds.
  init(_ entry: UnsafeMutablePointer<dirent>, of folder: Int32) {
    (name, isNamedInUTF8) = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      let bytes = unsafe bytes.prefix { $0 != 0 }
      let valid = unsafe String(validating: bytes, as: UTF8.self)
      return unsafe (valid ?? String(decoding: bytes, as: UTF8.self), valid != nil)
    }
    kind = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      unsafe pointer.withMemoryRebound(
        to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
      ) { unsafe Self.kind(of: $0, in: folder) }
    }
  }

  private static func kind(of name: UnsafePointer<CChar>, in folder: Int32) -> Kind {
    var status = stat()
    guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return errno == ENOENT ? .gone : .unreachable(errno)
    }
    guard status.isLink else { return status.isFolder ? .folder : .file }
    guard unsafe fstatat(folder, name, &status, 0) == 0 else { return .trouble(errno) }
    return status.isFolder ? .linkToFolder : .file
  }
}

extension stat {
  fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
