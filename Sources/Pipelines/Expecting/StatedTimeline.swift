public import Values

/// What comes when, as a file states it: what playing must give, or what a test puts in.
public enum StatedTimeline: Hashable, Sendable {
  /// A marble diagram by itself.
  case marbles(String)
  /// A marble diagram, and what its signs stand for; and what it carries for people.
  case diagram(MarbleSource, annotations: [Member] = [])
  /// Events, as playing prints them.
  case events([StatedEvent])
  /// A file of events, by its path from the file that names it; and what it carries for people.
  case file(String, annotations: [Member] = [])

  /// The file in which it stands, if it stands in one.
  package var file: String? {
    if case .file(let name, _) = self { name } else { nil }
  }
}

/// One event of a list.
public struct StatedEvent: Hashable, Sendable {
  /// What a file says that happens.
  public enum Kind: Hashable, Sendable {
    /// A value is emitted.
    case value(Value)
    /// The stream finishes.
    case finished
    /// Without a message it stands for any failure.
    case failure(String?)
  }

  /// When it happens.
  public var time: Seconds
  /// What happens.
  public var kind: Kind
  /// What it carries under keys that begin with `$`.
  public var annotations: [Member]

  /// Creates an event at a time.
  public init(time: Seconds, _ kind: Kind, annotations: [Member] = []) {
    self.time = time
    self.kind = kind
    self.annotations = annotations
  }
}

extension StatedTimeline {
  /// Whether a text ends as the name of a data file does, which no marble diagram does.
  static func hasDataEnding(_ text: String) -> Bool {
    [".ndjson", ".jsonl", ".json", ".csv", ".tsv"].contains { text.lowercased().hasSuffix($0) }
  }
}

extension StatedTimeline: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self = .marbles(value)
  }
}

/// One more playing of a document, with other inputs.
public struct StreamTest: Hashable, Sendable {
  /// The name of the test.
  public var name: String?
  /// What plays in place of definitions.
  public var inputs: [TestInput]
  /// What the signs of all its diagrams stand for.
  public var values: [Member]
  /// What playing must give.
  public var expect: StatedTimeline
  /// What the test carries under keys that begin with `$`.
  public var annotations: [Member]

  /// Creates a test from the contents of its inputs and what is expected.
  public init(
    name: String? = nil, inputs: [TestInput] = [], values: [Member] = [], expect: StatedTimeline
  ) {
    self.name = name
    self.inputs = inputs
    self.values = values
    self.expect = expect
    annotations = []
  }
}

/// What a test plays in place of the definition of that name.
public struct TestInput: Hashable, Sendable {
  /// What an input contains in a test.
  public enum Content: Hashable, Sendable {
    /// Values at stated times.
    case timeline(StatedTimeline)
    /// A data file, by its path from the file that names it.
    case file(String)
  }

  /// The name of the input.
  public var name: String
  /// What the input contains.
  public var content: Content

  /// Creates the contents of a named input.
  public init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// The data file, if it is one.
  package var file: String? {
    if case .file(let name) = content { name } else { nil }
  }

  /// Whether a string names a data file; any other is a marble diagram.
  static func namesFile(_ text: String) -> Bool {
    text.hasPrefix("./") || text.hasPrefix("../") || StatedTimeline.hasDataEnding(text)
  }
}
