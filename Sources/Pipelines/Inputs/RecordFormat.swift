import Values

/// How records are written.
public enum RecordFormat: String, Hashable, Sendable, CaseIterable {
  /// A JSON value on each line.
  case ndjson
  /// A table with a header, RFC 4180.
  case csv
  /// The same with tabs.
  case tsv

  /// The format that the ending of a file's name says; lines of JSON if it says nothing else.
  public init(fileName: String) {
    let name = fileName.lowercased()
    self = name.hasSuffix(".csv") ? .csv : name.hasSuffix(".tsv") ? .tsv : .ndjson
  }

  /// The limit called "length of a record", in bytes.
  package static let lengthLimit = 16 << 20

  static var tooLong: String {
    "too long; the limit is length of a record (\(lengthLimit) bytes)"
  }

  func makeDecoder(_ bigNumbers: BigNumbers?) -> any RecordDecoder {
    separator.map { TableDecoder(separator: $0, bigNumbers) } ?? LineDecoder(bigNumbers)
  }
}

/// Makes records of the bytes of a block. What it reads them with is that of the thread on which it does.
protocol RecordDecoder: Sendable {
  /// Decodes records that are whole until the batch is full, and passes over their bytes. At the end of
  /// the input all of them are whole.
  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch)

  /// Decodes the whole of a record of which only some fields may have been; nil if all of them were.
  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value?
}

extension RecordDecoder {
  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value? {
    nil
  }
}
