package import Records
import StreamModels
package import Values

/// The number of records of each key in the files of an input, which shows how evenly they can be
/// split.
package struct KeyTally {
  /// The maximum number of keys that are counted individually.
  package static let limit = 1 << 20

  package private(set) var recordCount = 0
  package private(set) var badCount = 0
  /// The number of records by the hash of the key.
  private var counts: [Int64: Int] = [:]
  /// The number of records whose keys are beyond the limit.
  package private(set) var uncountedRecords = 0

  /// The number of keys, at most `limit`.
  package var keyCount: Int { counts.count }
  /// The number of records of the most frequent key.
  package var largest: Int { counts.values.max() ?? 0 }

  /// Counts the records of a file, or of the files of a folder.
  package init(
    _ input: Partitioning.Input, in path: String, format: RecordFormat?, bigNumbers: BigNumbers?
  ) throws(InputError) {
    let binding = InputBinding.file(path, format: format, bigNumbers: bigNumbers)
    let reader = try binding.open(nil, input.source.records)
    defer { reader.cancel() }
    var splitter = RecordSplitter(input, format: format, bigNumbers: bigNumbers)
    while true {
      switch reader.next() {
      case .record(let record):
        recordCount += 1
        count(splitter.part(of: record))
      case .bad:
        recordCount += 1
        badCount += 1
      case .notYet: continue
      case .end: return
      case .failed(let reason): throw InputError(.unreadable, "cannot read '\(path)': \(reason)")
      }
    }
  }

  private mutating func count(_ part: Int64) {
    guard counts[part] == nil, counts.count >= Self.limit else {
      counts[part, default: 0] += 1
      return
    }
    uncountedRecords += 1
  }
}

extension KeyTally {
  /// The counts as an object.
  package var json: Value {
    let counts = [
      ("records", recordCount), ("bad", badCount), ("keys", keyCount), ("largest", largest),
    ]
    return .object(
      Object(counts.map { name, count in Member(key: Text(name), value: .int(Int64(count))) }))
  }
}
