import Expressions
public import Values

/// The spec of a source: its key in a stream model, with everything that help, reference and
/// messages need.
public struct SourceSpec: Sendable {
  /// A stream model with the values that it emits.
  public struct Example: Sendable {
    /// The model as the text of a stream file.
    public let document: String
    /// The texts of its inputs by name, with a record on each line.
    public let inputs: [String: String]
    /// The emitted values, as a marble diagram.
    public let result: String
    /// The values of the symbols in the result, except those of digits.
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

  /// An optional key next to the source's own, with a detail of the source.
  public struct Detail: Sendable {
    /// The key in a stream file.
    public var name: String { key.name }
    /// The values that the key can have.
    public let expectation: String
    /// The effect of the key, in one sentence.
    public let summary: String
    package let key: ModelKey

    init(_ key: ModelKey, _ expectation: String, _ summary: String) {
      self.key = key
      self.expectation = expectation
      self.summary = summary
    }
  }

  static let streams = "an array of names, files, or stream models in place"
  static let twoOrMoreStreams = "an array of two or more names, files, or stream models in place"

  /// Returns a hint for the name of a source in another tool; nil if the name is unknown.
  package static func wayOut(forForeignName name: String) -> String? {
    ForeignNames.modelKeys[name]?.wayOut
  }

  /// The key in a stream file.
  public var name: String { key.name }
  /// The content of its key in a word, such as "streams".
  public let noun: String
  /// The values that its key can have.
  public let expectation: String
  /// The effect of the source, in one sentence.
  public let summary: String
  /// The optional keys next to the source's own.
  public let details: [Detail]
  /// Examples of the source. Tests play each of them.
  public let examples: [Example]
  package let key: ModelKey
  /// The name of the source in messages, such as "a diagram".
  let phrase: String

  package init(
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
