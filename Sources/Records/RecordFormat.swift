package import RegularExpressions
import Values

/// The format of records.
public enum RecordFormat: Hashable, Sendable {
  /// A JSON value on each line.
  case ndjson
  /// JSON in any layout: the elements of arrays, or documents that follow one another.
  case json
  /// A table, RFC 4180.
  case table(RecordTable)
  /// Lines, each an object of the strings that the named groups of a pattern match. With
  /// `startsWith`, a record is a line that matches this pattern, together with the lines up to the
  /// next such line.
  case lines(LinePattern, startsWith: LinePattern? = nil)
  /// Lines, each a string. With `startsWith`, a record is a line that matches this pattern,
  /// together with the lines up to the next such line.
  case text(startsWith: LinePattern? = nil)

  /// A table with a header and commas.
  public static let csv = RecordFormat.table(RecordTable())
  /// A table with a header and tabs.
  public static let tsv = RecordFormat.table(RecordTable(delimiter: "\t"))

  /// The formats that can be named with a word.
  package static let named: [(name: String, format: RecordFormat)] = [
    ("ndjson", .ndjson), ("json", .json), ("csv", .csv), ("tsv", .tsv), ("text", .text()),
  ]

  /// Creates the format for a word; nil for an unknown word.
  public init?(named name: String) {
    guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
    self = known.format
  }

  /// Determines the format from the extension of a file name, before that of `gzip`; `ndjson` for
  /// any unknown one.
  public init(fileName: String) {
    let name = Self.unpackedName(fileName)
    self = name.hasSuffix(".csv") ? .csv : name.hasSuffix(".tsv") ? .tsv : .ndjson
  }

  /// Whether a file name has the extension of JSON, before that of `gzip`.
  static func isNamedAsJSON(_ fileName: String) -> Bool {
    unpackedName(fileName).hasSuffix(".json")
  }

  /// Returns a file name in lower case, without the extension of `gzip`.
  private static func unpackedName(_ fileName: String) -> String {
    let name = fileName.lowercased()
    return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
  }

  /// The limit called "length of a record", in bytes.
  package static let lengthLimit = 16 << 20

  /// Returns the mistake of a record that is longer than a limit.
  static func tooLong(_ limit: Int) -> String {
    "too long; the limit for a record is \(limit) bytes"
  }

  func makeDecoder(_ bigNumbers: BigNumbers?, lengthLimit: Int = lengthLimit) -> any RecordDecoder {
    switch self {
    case .ndjson: LineDecoder(bigNumbers, lengthLimit)
    case .json: ElementDecoder(bigNumbers, lengthLimit)
    case .table(let table): TableDecoder(table, bigNumbers, lengthLimit)
    case .lines(let pattern, let start):
      TextLineDecoder(pattern, startsWith: start, lengthLimit)
    case .text(let start): TextLineDecoder(nil, startsWith: start, lengthLimit)
    }
  }
}

/// A regular expression in the syntax of RE2 for lines of text.
public struct LinePattern: Hashable, Sendable {
  let matcher: LineMatcher

  /// Compiles a pattern.
  package init(compiling text: String) throws(PatternError) {
    matcher = try LineMatcher(text)
  }

  /// The text of the pattern.
  public var text: String { matcher.text }

  /// The names of its groups.
  public var names: [String] { matcher.names.map(\.string) }
}

/// Decodes records from the bytes of a block. The memory for reading belongs to the decoding
/// thread.
protocol RecordDecoder: Sendable {
  /// Decodes complete records until the batch is full, and consumes their bytes. At the end of the
  /// input every record is complete.
  mutating func decode(
    _ block: inout RecordBlock, with memory: ReaderMemory, into batch: RecordBatch)

  /// Discards the record that is being read, because it is too long; its line is skipped.
  mutating func skipRecord()

  /// Decodes all fields of a record for which only some may have been decoded; nil if the record is
  /// complete.
  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value?
}

extension RecordDecoder {
  mutating func skipRecord() {}

  func wholeRecord(at index: Int, of batch: RecordBatch, with memory: ReaderMemory) -> Value? {
    nil
  }
}

extension RecordFormat {
  /// Whether the first row of a file names the columns.
  var hasHeader: Bool {
    if case .table(let table) = self { table.header == .firstRow } else { false }
  }
}
