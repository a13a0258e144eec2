#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The path of a file as another file names it.
package struct FilePath {
  private let text: String

  /// Takes a path from the folder of a file; without one, or from standard input, from the present
  /// folder.
  package init(_ text: String, besides file: String? = nil) {
    guard let file, !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else {
      self.text = text
      return
    }
    self.text = file[...slash] + text
  }

  /// The path without detours, by its text alone.
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

  /// The path by which a file is known whatever it was called: without links and detours. As it is if
  /// there is no such file.
  package var canonical: String { resolved ?? text }

  /// The path from the root, without links and detours; nil if there is no such file.
  package var resolved: String? {
    guard let resolved = unsafe realpath(text, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Whether there is something at the path, behind all links.
  package var exists: Bool { unsafe access(text, F_OK) == 0 }

  /// Whether it is a program that may be run.
  package var isExecutable: Bool { unsafe access(text, X_OK) == 0 }

  /// Removes the file, if it is there.
  package func remove() {
    unsafe unlink(text)
  }
}
