import Expressions
public import Values

/// What there is to know about a source: a key that says where the values of a stream come from.
public struct SourceSpec: Sendable {
  /// A stream model, and what it emits.
  public struct Example: Sendable {
    /// The model as a stream file writes it.
    public let document: String
    /// What its inputs read, by their names: a record on each line.
    public let inputs: [String: String]
    /// What it emits, as a marble diagram.
    public let result: String
    /// What the symbols of the result stand for, but for digits.
    public let values: [String: Value]

    init(
      _ document: String, reading inputs: [String: String] = [:], result: String,
      values: [String: Value] = [:]
    ) {
      self.document = document
      self.inputs = inputs
      self.result = result
      self.values = values
    }
  }

  /// A key that stands beside the source's own and says more about it; it can be left out.
  public struct Detail: Sendable {
    /// The key in a stream file.
    public var name: String { key.name }
    /// What it can be.
    public let expectation: String
    /// One sentence on what the key does.
    public let summary: String
    let key: ModelKey

    init(_ key: ModelKey, _ expectation: String, _ summary: String) {
      self.key = key
      self.expectation = expectation
      self.summary = summary
    }
  }

  static let streams = "an array of names, files, or stream models in place"
  static let twoOrMoreStreams = "an array of two or more names, files, or stream models in place"

  /// What to write instead of a source that others have.
  package static func wayOut(forForeignName name: String) -> String? {
    ForeignNames.modelKeys[name]?.wayOut
  }

  /// The key in a stream file.
  public var name: String { key.name }
  /// What stands under its key, in a word: "streams".
  public let noun: String
  /// The same, in full.
  public let expectation: String
  /// One sentence on what the source does.
  public let summary: String
  /// The keys that may stand beside the source.
  public let details: [Detail]
  /// Examples of the source, each of which is played.
  public let examples: [Example]
  let key: ModelKey
  /// What messages call the source's value: "a diagram".
  let phrase: String

  init(
    _ key: ModelKey, _ noun: String, _ expectation: String, _ summary: String,
    calledInMessages phrase: String = "a stream",
    details: [Detail] = [], examples: [Example]
  ) {
    self.key = key
    self.noun = noun
    self.expectation = expectation
    self.summary = summary
    self.phrase = phrase
    self.details = details
    self.examples = examples
  }
}
