public import Values

/// A stream that is played together with that of a document, and whose values are written to one
/// file, or to a file for each key.
public struct StreamOutput: Hashable, Sendable {
  /// The format in which values are written. Each is also a format of records, so that an output
  /// can be used as an input elsewhere.
  public enum Records: String, Hashable, Sendable, CaseIterable {
    /// A JSON value on each line.
    case ndjson
    /// A table (RFC 4180) whose header has the keys of the first value.
    case csv
    /// A table with tabs.
    case tsv
    /// A string on each line, without quotes; other values as JSON.
    case text

    /// Determines the format from the extension of a path; `ndjson` for any unknown one.
    public init(path: String) {
      let name = path.lowercased()
      self =
        name.hasSuffix(".csv")
        ? .csv : name.hasSuffix(".tsv") ? .tsv : name.hasSuffix(".txt") ? .text : .ndjson
    }

    /// The extension of files in this format.
    var fileExtension: String { self == .text ? "txt" : rawValue }
  }

  /// The name of the output, for messages and for its file.
  public var name: String
  /// The stream.
  public var stream: FromSource
  /// The path of the file, below the folder for outputs. If it has an expression over `$0` in
  /// braces, there is a file for each of its results: `by-host/{$0.host}.ndjson`. Nil means the
  /// name of the output with the extension of its format.
  public var path: String?
  /// The format of the values; nil means that the extension of the path determines it.
  public var records: Records? {
    didSet { recordsParameter = nil }
  }
  /// The parameter of the document that specifies `records` in a file; nil if none does.
  package var recordsParameter: Text?
  /// The members whose keys begin with `$`, for editors and people.
  public var annotations: [Member] = []

  /// Creates an output of a stream.
  public init(
    _ name: String, from stream: FromSource, path: String? = nil, records: Records? = nil
  ) {
    self.name = name
    self.stream = stream
    self.path = path
    self.records = records
  }
}

extension StreamOutput {
  /// The stream as a separate model.
  package var model: StreamModel<Value> { StreamModel(source: .from(stream)) }

  /// The path of an output that does not state one.
  package func defaultPath(for records: Records?) -> String {
    "\(name).\((records ?? .ndjson).fileExtension)"
  }
}

extension StreamOutput: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(annotations)
    try stream.encode(to: &container)
    if let path { try container.encode(path, named: "path") }
    if let text = recordsParameter?.string ?? records?.rawValue {
      try container.encode(text, named: "records")
    }
  }
}
