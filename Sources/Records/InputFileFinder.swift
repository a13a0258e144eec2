import Platform
import Values

/// Finds the files of an input in the folder of its stream file or below it.
///
/// A stranger's file may name anything, so only allowed folders are listed, and only regular files
/// are opened.
package struct InputFileFinder {
  /// The limit called "files of an input": the number of files that one path leads to, and of
  /// folders on the way.
  static let limit = 100_000

  /// The folder of the stream file, as it is shown to people, and its absolute path without links.
  private let folder: String
  private let base: String
  /// The folders whose files may be read: both with all links resolved, and as they were named.
  private let roots: [String]
  private let namedRoots: [String]

  /// Creates a finder for the paths of a stream file; nil for a model made in Swift.
  package init(_ access: PathAccess, besides file: String?) throws(InputFileMistake) {
    let named = file.map { $0.folder } ?? access.folder
    guard let base = FilePath(named).resolved, let current = FilePath(".").resolved else {
      throw InputFileMistake(message: "cannot read the folder '\(named)'")
    }
    self.base = base
    folder = FilePath(named).normalized
    var (roots, namedRoots) = ([base], [base])
    for allowed in access.allowed {
      guard let root = FilePath(allowed).resolved else {
        throw InputFileMistake(message: "cannot read the allowed folder '\(allowed)'")
      }
      roots.append(root)
      namedRoots.append(
        FilePath(allowed.hasPrefix("/") ? allowed : "\(current)/\(allowed)").normalized)
    }
    (self.roots, self.namedRoots) = (roots, namedRoots + roots)
  }

  /// Returns the files that a path or a pattern leads to, in the byte order of their paths.
  package func files(at path: String) throws(InputFileMistake) -> [InputFile] {
    let whole = try place(of: path)
    let parts = whole.split(separator: "/").map(String.init)
    guard parts.contains(where: \.isPattern) else { return try file(at: whole, named: path) }
    var walk = FolderPatternWalk(isAllowed)
    let found = try walk.paths(matching: parts, of: path)
    var files: [InputFile] = []
    for file in found.map({ Text($0) }).sorted().map(\.string) {
      files.append(try inputFile(file, named: path, isListed: true))
    }
    guard !files.isEmpty else {
      throw InputFileMistake(message: "no file matches '\(path.abbreviated)'")
    }
    return files
  }

  /// Checks that a path or a pattern does not lead outside the allowed folders. A missing file is
  /// not a mistake here.
  package func check(_ path: String) throws(InputFileMistake) {
    let whole = try place(of: path)
    if FilePath(whole).resolved != nil, !isAllowed(whole) { throw outside(path) }
  }

  /// Returns the absolute path of a path or a pattern whose text does not lead outside.
  private func place(of path: String) throws(InputFileMistake) -> String {
    if let refusal = PathRefusal(of: path) { throw InputFileMistake(message: refusal.message) }
    let whole = FilePath(path.hasPrefix("/") ? path : "\(base)/\(path)").normalized
    // Nothing outside is accessed, not even to check whether it exists.
    guard namedRoots.contains(where: { whole.isPath(below: $0) }) else { throw outside(path) }
    return whole
  }

  /// Returns the file at a path, or those of the folder there.
  private func file(at path: String, named name: String) throws(InputFileMistake) -> [InputFile] {
    if FilePath(path).resolved != nil, !isAllowed(path) { throw outside(name) }
    let kind: FileStatus.Kind
    do throws(SystemError) {
      kind = try FileStatus(ofPath: path).kind
    } catch {
      throw unreadable(name, error.reason)
    }
    guard kind == .file || kind == .folder else { throw unreadable(name, "not a regular file") }
    let files: [String]?
    do throws(FileError) {
      files = try FolderRecords.files(in: path)
    } catch {
      throw unreadable(name, error.reason)
    }
    guard let files else { return [try inputFile(path, named: name, isListed: false)] }
    guard !files.isEmpty else { throw unreadable(name, "the folder has no files") }
    var found: [InputFile] = []
    for file in files { found.append(try inputFile(file, named: name, isListed: true)) }
    return found
  }

  private func unreadable(_ name: String, _ reason: String) -> InputFileMistake {
    InputFileMistake(message: "cannot read '\(name.abbreviated)': \(reason)")
  }

  private func inputFile(
    _ path: String, named name: String, isListed: Bool
  ) throws(InputFileMistake) -> InputFile {
    guard let resolved = FilePath(path).resolved else {
      throw InputFileMistake(message: "cannot read '\(shown(path).abbreviated)': it is gone")
    }
    guard roots.contains(where: { resolved.isPath(below: $0) }) else {
      throw outside(isListed ? shown(path) : name)
    }
    return InputFile(name: shown(path), path: resolved, isListed: isListed)
  }

  /// Whether a path leads to an allowed place after all links are followed.
  private func isAllowed(_ path: String) -> Bool {
    FilePath(path).resolved.map { path in roots.contains { path.isPath(below: $0) } } ?? false
  }

  /// Returns an absolute path in the form that is shown to people.
  private func shown(_ path: String) -> String {
    guard path.isPath(below: base), path != base else { return path }
    let rest = path.dropFirst(base == "/" ? 1 : base.count + 1)
    return folder == "." ? String(rest) : folder == "/" ? "/\(rest)" : "\(folder)/\(rest)"
  }

  private func outside(_ path: String) -> InputFileMistake {
    InputFileMistake(
      message: "'\(path.abbreviated)' is outside the folder of the stream file",
      isOutside: true)
  }
}

extension String {
  /// The path up to its last part; the current folder if it has only one.
  fileprivate var folder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
