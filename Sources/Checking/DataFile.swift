/// The path of a data file, whose records are read by an input; it is not a stream file.
struct DataFile {
  let path: String

  /// Returns nil unless the file name extension, before one for compression, belongs to data files.
  init?(_ path: String) {
    var name = path.lowercased()
    for packed in [".gz", ".zst", ".bz2", ".xz"] where name.hasSuffix(packed) {
      name.removeLast(packed.count)
    }
    let endings = [".ndjson", ".jsonl", ".csv", ".tsv", ".log"]
    guard endings.contains(where: { name.hasSuffix($0) && name.count > $0.count }) else {
      return nil
    }
    self.path = path
  }

  /// A hint that explains how to read its records through an input.
  var wayOut: String {
    let file = path.split(separator: "/").last ?? "log"
    let word = file.prefix { $0 != "." }.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    let name = word.isEmpty ? "log" : String(word)
    return "to read records, write {\"input\": \"\(name)\"} in its place, and play with '--input "
      + "\(name)=PATH'"
  }
}
