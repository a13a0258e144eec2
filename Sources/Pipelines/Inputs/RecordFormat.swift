import Values

/// The format of records.
public enum RecordFormat: String, Hashable, Sendable, CaseIterable {
  /// A JSON value on each line.
  case ndjson
  /// A table with a header, RFC 4180.
  case csv
  /// A table with a header and tabs.
  case tsv

  /// Determines the format from the extension of a file name; `ndjson` for any unknown one.
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

/// Decodes records from the bytes of a block. The memory for reading belongs to the thread that
/// decodes.
protocol RecordDecoder: Sendable {
  /// Decodes complete records until the batch is full, and consumes their bytes. At the end of the
  /// input every record is complete.
  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch)

  /// Decodes all fields of a record of which only some may have been decoded; nil if it is
  /// complete.
  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value?
}

extension RecordDecoder {
  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value? {
    nil
  }
}
