public import Values

/// A timeline as stated in a file: the expected events of a playback, or the contents of an input
/// in a test.
public enum StatedTimeline: Hashable, Sendable {
  /// A marble diagram alone.
  case marbles(String)
  /// A marble diagram with the values of its symbols, and its annotations.
  case diagram(MarbleSource, annotations: [Member] = [])
  /// A list of events, as a playback prints them.
  case events([StatedEvent])
  /// A file of events, by its path relative to the file that names it, and its annotations.
  case file(String, annotations: [Member] = [])

  /// The path of the file with its events, if there is one.
  package var file: String? {
    if case .file(let name, _) = self { name } else { nil }
  }
}

/// One event of a list.
public struct StatedEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// A value is emitted.
    case value(Value)
    /// The stream completes.
    case finished
    /// The stream fails. Without a message, this matches any failure.
    case failure(String?)
  }

  /// The time of the event.
  public var time: Seconds
  /// The kind of the event.
  public var kind: Kind
  /// The members whose keys begin with `$`.
  public var annotations: [Member]

  /// Creates an event at a time.
  public init(time: Seconds, _ kind: Kind, annotations: [Member] = []) {
    self.time = time
    self.kind = kind
    self.annotations = annotations
  }
}

extension StatedTimeline {
  /// Returns whether a string ends like the name of a data file. Marble diagrams never do.
  static func hasDataEnding(_ text: String) -> Bool {
    [".ndjson", ".jsonl", ".json", ".csv", ".tsv"].contains { text.lowercased().hasSuffix($0) }
  }
}

extension StatedTimeline: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self = .marbles(value)
  }
}
