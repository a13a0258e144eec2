public import Values

/// A timeline as a file states it: the expected events of a playback, or the contents of an input
/// in a test.
public enum StatedTimeline: Hashable, Sendable {
  /// A marble diagram by itself.
  case marbles(String)
  /// A marble diagram with the meanings of its symbols; and its annotations.
  case diagram(MarbleSource, annotations: [Member] = [])
  /// A list of events, as a playback prints them.
  case events([StatedEvent])
  /// A file of events, by its path from the file that names it; and its annotations.
  case file(String, annotations: [Member] = [])

  /// The file that contains it, if there is one.
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
    /// The stream finishes.
    case finished
    /// The stream fails; without a message it matches any failure.
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
  /// Returns whether a text ends like the name of a data file, which no marble diagram does.
  static func hasDataEnding(_ text: String) -> Bool {
    [".ndjson", ".jsonl", ".json", ".csv", ".tsv"].contains { text.lowercased().hasSuffix($0) }
  }
}

extension StatedTimeline: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self = .marbles(value)
  }
}

/// A playback of a document with other inputs, and its expectation.
public struct StreamTest: Hashable, Sendable {
  /// How the values that a test expects are compared with the actual ones.
  public enum Matching: String, Hashable, Sendable, CaseIterable {
    /// Values must be equal.
    case exact
    /// Actual objects may have more keys than the expected ones, at any depth.
    case partial
  }

  /// The name of the test.
  public var name: String?
  /// The reason why the test is not played; nil for one that is.
  public var skip: String?
  /// The values of parameters, by name: of those of the definition to which the test belongs, and of
  /// those of the document. Keys that begin with `$` are for editors and people.
  public var with: [Member]
  /// The replacements for definitions and inputs.
  public var inputs: [TestInput]
  /// The meanings of the symbols in all of its diagrams.
  public var values: [Member]
  /// The time at which the playback is stopped, that instant included; nil to play to the end.
  public var until: Seconds?
  /// How values are compared; exactly if nothing is stated.
  public var match: Matching?
  /// By how much an actual number may differ from an expected one, if either is a double.
  public var tolerance: Double?
  /// The expected timeline.
  public var expect: StatedTimeline
  /// The members whose keys begin with `$`.
  public var annotations: [Member]

  /// Creates a test from the contents of its inputs and the expected timeline.
  public init(
    name: String? = nil, inputs: [TestInput] = [], values: [Member] = [], expect: StatedTimeline
  ) {
    self.name = name
    self.inputs = inputs
    self.values = values
    self.expect = expect
    with = []
    annotations = []
  }
}

/// The events that a test plays in place of the definition or input of that name.
public struct TestInput: Hashable, Sendable {
  /// The content of an input in a test.
  public enum Content: Hashable, Sendable {
    /// Values at stated times.
    case timeline(StatedTimeline)
    /// A data file, by its path from the file that names it.
    case file(String)
  }

  /// The name of the input.
  public var name: String
  /// The content of the input.
  public var content: Content

  /// Creates the contents of a named input.
  public init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// The path of the data file, if it is one.
  package var file: String? {
    if case .file(let name) = content { name } else { nil }
  }

  /// Returns whether a string names a data file; any other string is a marble diagram.
  static func namesFile(_ text: String) -> Bool {
    text.hasPrefix("./") || text.hasPrefix("../") || StatedTimeline.hasDataEnding(text)
  }
}
