import Platform

/// The files between one that was renamed by rotations and the one that has its name now.
struct RotatedFiles {
  /// The open files, the oldest first.
  var files: [FileDescriptor] = []
  /// The names of those that are packed, and cannot be followed.
  private(set) var packed: [String] = []

  init() {}

  /// Finds the files of the same folder whose names have another number or date after that of the
  /// path, such as `log.1` or `log-20261128`, and that are newer than a file.
  init(between old: String, and path: String) throws(SystemError) {
    let (folder, name) = path.folderAndName
    let known = [try FileStatus(ofPath: old).identity, try FileStatus(ofPath: path).identity]
    let first = RotatedName(old.folderAndName.name, of: name, try FileStatus(ofPath: old).modified)
    var found: [(name: RotatedName, path: String)] = []
    for entry in try FolderContents(of: folder).entries where entry.kind == .file {
      let other = folder == "." ? entry.name : folder + entry.name
      let status = try FileStatus(ofPath: other)
      guard !known.contains(status.identity),
        let rotated = RotatedName(entry.name, of: name, status.modified),
        first.map({ $0 < rotated }) ?? true
      else { continue }
      found.append((rotated, other))
    }
    for (name, other) in found.sorted(by: { $0.name < $1.name }) {
      if name.isPacked {
        packed.append(other)
      } else {
        files.append(try FileDescriptor(reading: other))
      }
    }
  }

  func close() {
    for file in files { file.close() }
  }
}

/// The name of a file after rotations. The older file comes first.
private struct RotatedName: Comparable {
  private let number: String
  private let modified: Int
  let isPacked: Bool

  init?(_ other: String, of name: String, _ modified: Int) {
    guard other.hasPrefix(name), let separator = other.dropFirst(name.count).first,
      ".-_".contains(separator)
    else { return nil }
    let rest = other.dropFirst(name.count + 1)
    isPacked = rest.hasSuffix(".gz")
    number = String(isPacked ? rest.dropLast(3) : rest)
    self.modified = modified
    guard number.first?.isNumber == true,
      number.allSatisfy({ $0.isNumber || "-_:.T".contains($0) })
    else { return nil }
  }

  static func < (first: RotatedName, second: RotatedName) -> Bool {
    if first.modified != second.modified { return first.modified < second.modified }
    // Numbers grow with age; dates, with time.
    if let one = Int(first.number), let two = Int(second.number), max(one, two) < 10_000 {
      return one > two
    }
    return first.number < second.number
  }
}
