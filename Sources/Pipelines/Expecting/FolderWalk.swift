package import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files below a folder in which stream documents may stand.
package struct FolderWalk {
  /// In the order of their paths: names by their bytes, a folder where its name stands.
  package private(set) var files: [String] = []

  /// Walks a folder, without what is hidden and without following links to folders. A path that is no
  /// folder is a file itself, whatever its name.
  package init(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(file: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      files = [path]
      return
    }
    var waiting = [path]
    while let next = waiting.popLast() {
      guard next.hasSuffix("/") || next == path else {
        files.append(next)
        continue
      }
      let entries = try Self.entries(of: next)
      // The last is looked at first.
      waiting += entries.reversed()
    }
  }

  /// A path by which a file is known whatever it was called: without links and detours.
  package static func canonical(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// What is in a folder, folders with a slash behind, in order.
  private static func entries(of folder: String) throws(FileError) -> [String] {
    guard let directory = opendir(folder) else { throw FileError(file: folder, code: errno) }
    defer { closedir(directory) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var entries: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let path = prefix == "./" ? name : prefix + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        entries.append(path + "/")
      } else if name.hasSuffix(".json") || StreamFile.isPage(name),
        stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
      {
        entries.append(path)
      }
    }
    return entries.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
