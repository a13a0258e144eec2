package import Values

/// The first records of an input.
package struct RecordSample: Sendable {
  /// The maximum number of records that are read.
  package static let limit = 1_000

  /// The good records.
  package private(set) var records: [Value] = []
  /// The places of the good records.
  package private(set) var places: [RecordPlace] = []
  /// The number of bad records, and the reason for the first of them.
  package private(set) var malformed: (count: Int, first: String)?
  /// Whether there are no further records.
  package private(set) var isWhole = false

  /// Reads the first records of a binding, in the format that an input states.
  package init(of binding: InputBinding, in format: RecordFormat?) throws(InputError) {
    let reader = try binding.open(nil, format)
    defer { reader.cancel() }
    while readCount < Self.limit {
      switch reader.next() {
      case .record(let record):
        records.append(record)
        places.append(reader.place)
      case .bad(let reason):
        let first = malformed?.first ?? "\(reader.place): \(reason)"
        malformed = ((malformed?.count ?? 0) + 1, first)
      case .end, .notYet:
        isWhole = true
        return
      case .failed(let reason): throw InputError(.unreadable, reason)
      }
    }
  }

  /// The number of records that were read.
  package var readCount: Int { records.count + (malformed?.count ?? 0) }

  /// The records as described in a message: "the first 1000 records", "the 12 records" or "the only
  /// record".
  package var phrase: String {
    if !isWhole { return "the first \(readCount) records" }
    return readCount == 1 ? "the only record" : "the \(readCount) records"
  }
}
