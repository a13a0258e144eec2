import Platform
import Values

/// Finds the files whose paths match a pattern. As in a shell, `*` and `?` do not match names that
/// begin with a dot. `**` matches any number of folders, and does not follow links.
struct FolderPatternWalk {
  /// Whether a folder may be listed.
  private let isAllowed: (String) -> Bool
  private var count = 0

  init(_ isAllowed: @escaping (String) -> Bool) {
    self.isAllowed = isAllowed
  }

  /// Returns the files below the root that match the parts of a pattern, in any order.
  mutating func paths(
    matching parts: [String], of pattern: String
  ) throws(InputFileMistake) -> [String] {
    var paths: Set<String> = [""]
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part == "**" {
        paths = try folders(in: paths, of: pattern)
        if isLast { paths = try names(in: paths, matching: PathPattern("*"), true, of: pattern) }
      } else if part.isPattern {
        paths = try names(in: paths, matching: PathPattern(part), isLast, of: pattern)
      } else {
        paths = Set(paths.map { "\($0)/\(part)" })
        // After a pattern, a name does not have to exist.
        if isLast { paths = paths.filter(Self.isFile) }
      }
    }
    return Array(paths)
  }

  private static func isFile(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileStatus(ofPath: path).kind == .file
    } catch {
      return false
    }
  }

  /// Returns the files in folders, or the folders in them, whose names match a pattern.
  private mutating func names(
    in folders: Set<String>, matching name: PathPattern?, _ isLast: Bool, of pattern: String
  ) throws(InputFileMistake) -> Set<String> {
    var found: Set<String> = []
    for folder in folders {
      for entry in try entries(of: folder, for: pattern) {
        let isWanted =
          isLast ? entry.kind == .file : entry.kind == .folder || entry.kind == .linkToFolder
        guard isWanted, name?.matches(entry.name) == true else { continue }
        found.insert("\(folder)/\(entry.name)")
      }
    }
    return found
  }

  /// Returns folders and all folders below them.
  private mutating func folders(
    in folders: Set<String>, of pattern: String
  ) throws(InputFileMistake) -> Set<String> {
    var found = folders
    var waiting = Array(folders)
    while let folder = waiting.popLast() {
      for entry in try entries(of: folder, for: pattern) where entry.kind == .folder {
        let path = "\(folder)/\(entry.name)"
        if found.insert(path).inserted { waiting.append(path) }
      }
    }
    return found
  }

  /// Returns the visible entries of a folder; empty if it does not exist.
  private mutating func entries(
    of folder: String, for pattern: String
  ) throws(InputFileMistake) -> [FolderContents.Entry] {
    let path = folder.isEmpty ? "/" : folder
    guard FilePath(path).exists else { return [] }
    guard isAllowed(path) else {
      throw InputFileMistake(
        message: "'\(pattern.abbreviated)' leads outside the folder of the stream file",
        isOutside: true)
    }
    do throws(SystemError) {
      let contents = try FolderContents(of: path)
      if let failure = contents.failure { throw failure }
      let entries = contents.entries.filter { $0.isNamedInUTF8 && !$0.name.hasPrefix(".") }
      count += entries.count
      guard count <= InputFileFinder.limit else { throw SystemError.tooLarge }
      return entries
    } catch {
      if error == .tooLarge {
        throw InputFileMistake(
          message: "'\(pattern.abbreviated)' matches too many files; the limit is "
            + "\(InputFileFinder.limit) "
            + "files of an input")
      }
      throw InputFileMistake(message: "cannot read '\(path.abbreviated)': \(error.reason)")
    }
  }
}

extension String {
  /// Whether the part of a path is a pattern.
  var isPattern: Bool { contains { $0 == "*" || $0 == "?" || $0 == "[" } }
}
