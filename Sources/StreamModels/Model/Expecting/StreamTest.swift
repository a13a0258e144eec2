public import Values

/// A playback of a document with other inputs, and its expectations; or several such playbacks,
/// which are its cases.
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
  /// The reason why the test is not played; nil for a test that is played.
  public var skip: String?
  /// The values of parameters, by name: parameters of the definition to which the test belongs, and
  /// of the document. Keys that begin with `$` are for editors and people.
  public var with: [Member]
  /// The replacements for definitions and inputs.
  public var inputs: [TestInput]
  /// The values of the symbols in all of its diagrams.
  public var values: [Member]
  /// The last instant of the playback; nil to play to the end.
  public var until: Seconds?
  /// How values are compared; nil means exactly.
  public var match: Matching?
  /// How much an actual number may differ from an expected one, if either of them is a double.
  public var tolerance: Double?
  /// The expected timeline; nil if nothing is expected of the stream itself, or if each case states
  /// its own expectation.
  public var expect: StatedTimeline?
  /// The expected timelines of definitions, which are played beside the stream.
  public var outputs: [TestOutput]
  /// Tests that are played instead of this one. Their properties replace or extend the properties
  /// of this one. They have no cases themselves.
  public var cases: [StreamTest]
  /// The members whose keys begin with `$`.
  public var annotations: [Member]

  /// Creates a test from the contents of its inputs and the expected timeline.
  public init(
    name: String? = nil, inputs: [TestInput] = [], values: [Member] = [],
    expect: StatedTimeline? = nil, outputs: [TestOutput] = [], cases: [StreamTest] = []
  ) {
    self.name = name
    self.inputs = inputs
    self.values = values
    self.expect = expect
    self.outputs = outputs
    self.cases = cases
    with = []
    annotations = []
  }

  /// The test and its cases.
  package var withCases: [StreamTest] { [self] + cases }

  /// All timelines that the test itself expects.
  package var expectations: [StatedTimeline] {
    [expect].compactMap(\.self) + outputs.map(\.expect)
  }
}

/// The stream that a test plays in place of the definition or input with the same name.
public struct TestInput: Hashable, Sendable {
  /// The content of an input in a test.
  public enum Content: Hashable, Sendable {
    /// Values at stated times.
    case timeline(StatedTimeline)
    /// A data file, by its path relative to the file that names it.
    case file(String)
    /// Another stream. Each use of the name subscribes to it.
    case stream(StreamModel<Value>)
  }

  /// The name of the input.
  public var name: String
  /// The content of the input.
  public var content: Content

  /// Creates the content of a named input.
  public init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// The path of the data file; nil if the content is not a file.
  package var file: String? {
    if case .file(let name) = content { name } else { nil }
  }

  /// Returns whether a string names a data file; any other string is a marble diagram.
  static func namesFile(_ text: String) -> Bool {
    text.hasPrefix("./") || text.hasPrefix("../") || StatedTimeline.hasDataEnding(text)
  }
}

/// The expected timeline of the definition with the same name.
public struct TestOutput: Hashable, Sendable {
  /// The name of the definition.
  public var name: String
  /// The expected timeline.
  public var expect: StatedTimeline

  /// Creates the expectation of a named definition.
  public init(_ name: String, _ expect: StatedTimeline) {
    self.name = name
    self.expect = expect
  }
}

extension StreamModel {
  /// The tests of the model, each followed by its cases.
  package var statedTests: [StreamTest] { tests.flatMap(\.withCases) }
}

extension TestInput {
  /// The file of its timeline; nil if the timeline is not in a file.
  package var timelineFile: String? {
    if case .timeline(let timeline) = content { timeline.file } else { nil }
  }
}
