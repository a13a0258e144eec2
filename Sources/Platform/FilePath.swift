#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The path of a file, which may be relative to another file.
package struct FilePath {
  private let text: String

  /// Resolves a path relative to the folder of a file. Without a file, or for standard input, it is
  /// relative to the current folder.
  package init(_ text: String, besides file: String? = nil) {
    guard let file, !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
      self.text = text
      return
    }
    self.text = file[...slash] + text
  }

  /// The path without `.` and `..`, computed from its text alone.
  package var normalized: String {
    var parts: [Substring] = []
    for part in text.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let path = (text.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    return path.isEmpty ? "." : path
  }

  /// The absolute path without links and detours. It is the same for every path to a file. If the
  /// file does not exist, it is the path itself.
  package var canonical: String { resolved ?? text }

  /// The absolute path without links and detours; nil if the file does not exist.
  package var resolved: String? {
    guard let resolved = unsafe realpath(text, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Whether the path leads to a folder or to something below it, after all links are followed. A
  /// file that does not exist counts as being where it would be created. A broken link is not below
  /// any folder.
  package func isBelow(_ folder: String) -> Bool {
    guard let place, let root = FilePath(folder).resolved else { return false }
    return place.isPath(below: root)
  }

  /// The absolute path of the file without links, or of the place where it would be created.
  private var place: String? {
    if let resolved { return resolved }
    guard FileTarget.isMissing(text) else { return nil }
    let (folder, name) = text.folderAndName
    return FilePath(folder).resolved.map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
  }

  /// Whether the path leads to something, after all links are followed.
  package var exists: Bool { unsafe access(text, F_OK) == 0 }

  /// Whether the user may execute the file.
  package var isExecutable: Bool { unsafe access(text, X_OK) == 0 }

  /// Renames the file, and replaces any file at the new path.
  package func move(to path: String) throws(SystemError) {
    guard unsafe rename(text, path) == 0 else { throw .last }
  }

  /// Removes the file, if it exists.
  package func remove() {
    unsafe unlink(text)
  }
}

extension String {
  /// Whether a path leads to a folder or below it, judged by its text alone. Both paths must be
  /// absolute, and without links and detours.
  package func isPath(below folder: String) -> Bool {
    if self == folder || folder == "/" { return hasPrefix("/") }
    return utf8.starts(with: "\(folder)/".utf8)
  }
}
