import Pipelines
import Platform
import Reference
import Values

/// The files that a stream file seems to name, whether it has mistakes or not.
///
/// A file that cannot be played does not reveal for certain which files it names, but a repair of
/// one of these files must still be noticed. So each string in it that looks like a path counts.
/// One too many costs only a playback without a difference.
struct NamedPaths {
  /// The maximum number of files.
  private static let limit = 1000
  /// The longest string that is treated as a path.
  private static let longest = 1024
  private static let extensions = [
    ".json", ".ndjson", ".jsonl", ".csv", ".tsv", ".log", ".txt", ".gz",
  ]

  /// The paths of files, and of folders all of whose files count.
  private(set) var all: Set<String>
  private var unread: [String]

  /// Finds the files that a file names, and the files that these name.
  init(of file: String, _ inputs: [NamedPath]) {
    all = [file]
    unread = [file]
    for input in inputs { all.insert(input.path) }
    while let next = unread.popLast(), all.count < Self.limit { add(pathsIn: next) }
  }

  private mutating func add(pathsIn file: String) {
    let source: SourceText
    do throws(FileError) {
      source = try SourceText(contentsOfRegularFile: file)
    } catch {
      // It is watched, and read as soon as it can be read.
      return
    }
    var precedesPath = false
    for text in Self.strings(in: source.bytes[...]) {
      if precedesPath || Self.looksLikePath(text, besides: file) {
        add(FilePath(text, besides: file).normalized)
      }
      precedesPath = text == "path"
    }
  }

  private mutating func add(_ path: String) {
    guard all.count < Self.limit else { return }
    let wild = path.firstIndex { "*?[{".contains($0) }
    guard let wild else {
      if all.insert(path).inserted, path.hasSuffix(".json") { unread.append(path) }
      return
    }
    // Files that match may come and go anywhere below the folder. The nearest folder is watched.
    let folder = path[..<wild].lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    all.insert(folder.isEmpty ? "/" : folder)
  }

  private static func looksLikePath(_ text: String, besides file: String) -> Bool {
    if text.hasPrefix("./") || text.hasPrefix("../") { return true }
    guard !text.contains("://"), !text.hasPrefix("$") else { return false }
    if extensions.contains(where: text.hasSuffix) { return true }
    guard text.contains("/") else { return false }
    return FilePath(FilePath(text, besides: file).normalized).exists
  }

  /// Returns the strings of a JSON text without escapes, as far as they can be distinguished.
  private static func strings(in bytes: ArraySlice<UInt8>) -> [String] {
    var strings: [String] = []
    var rest = bytes
    let (quote, end) = (UInt8(ascii: "\""), UInt8(ascii: "\n"))
    while let start = rest.firstIndex(of: quote) {
      rest = rest[(start + 1)...]
      guard let stop = rest.firstIndex(where: { $0 == quote || $0 == end || $0 == 0x5C }) else {
        return strings
      }
      let text = rest[..<stop]
      if bytes[stop] == quote, !text.isEmpty, text.count <= longest {
        strings.append(String(decoding: text, as: UTF8.self))
      }
      // After an escape, the end of the string is searched for. An escaped quote is not the end.
      var place = stop
      while place < bytes.endIndex, bytes[place] == 0x5C {
        place += 2
        guard place < bytes.endIndex else { return strings }
        place =
          bytes[place...].firstIndex { $0 == quote || $0 == end || $0 == 0x5C } ?? bytes.endIndex
      }
      guard place < bytes.endIndex else { return strings }
      rest = bytes[(place + 1)...]
    }
    return strings
  }
}
