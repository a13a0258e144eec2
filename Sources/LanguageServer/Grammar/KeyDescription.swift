import Pipelines

/// A key that an object can have, for completion and for hovering.
struct KeyDescription {
  let name: String
  let summary: String
  var isRequired = false

  init(_ name: String, _ summary: String, isRequired: Bool = false) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
  }
}

extension Slot {
  /// The keys that the format has for an object here, in the order of the reference. Empty if
  /// authors choose the names.
  var keys: [KeyDescription] {
    switch self {
    case .model, .stream: Self.modelKeys
    case .operatorUse: Operator.specs.map { KeyDescription($0.name, $0.summary) }
    case .arguments(let spec):
      spec.parameters.map { KeyDescription($0.name, $0.summary, isRequired: $0.isRequired) }
    case .item:
      [
        KeyDescription("value", "The value, any JSON value.", isRequired: true),
        KeyDescription("operators", "The operators to apply to the value."),
      ]
    case .declaration: Self.declarationKeys
    case .output: Self.outputKeys
    case .test: Self.testKeys
    case .expectation: Self.expectationKeys
    case .event: Self.eventKeys
    case .records:
      [
        KeyDescription("csv", "Rows of a table: its delimiter, header and types."),
        KeyDescription("tsv", "Rows of a table with tabs."),
        KeyDescription("lines", "A pattern whose named groups are the fields of a line."),
      ]
    case .table: Self.tableKeys
    case .lateness:
      [
        KeyDescription("reorder", "The time to wait for late records, which are put in order."),
        KeyDescription("then", "The treatment of records that come even later."),
        KeyDescription("output", "The hot stream that receives late records."),
      ]
    case .errorPolicy:
      [KeyDescription("output", "The hot stream that receives the value and the error.")]
    case .interval:
      [
        KeyDescription("before", "How much earlier the other value may come."),
        KeyDescription("after", "How much later the other value may come."),
      ]
    default: []
    }
  }

  /// The description of one of the keys.
  func key(_ name: String) -> KeyDescription? { keys.first { $0.name == name } }

  private static let modelKeys: [KeyDescription] =
    SourceSpec.all.map { KeyDescription($0.name, $0.summary) }
    + SourceSpec.all.flatMap { source in
      source.details.map { KeyDescription($0.name, $0.summary) }
    } + [
      KeyDescription("operators", "The operators to apply to the source, in order."),
      KeyDescription("definitions", "Streams and operators by name, for use in this model."),
      KeyDescription("parameters", "Names that stand for values, which a user can set."),
      KeyDescription("outputs", "Streams that are written to files beside the playback."),
      KeyDescription("expect", "The timeline that playing must result in."),
      KeyDescription("tests", "Playbacks with other inputs, each with the timeline it expects."),
      KeyDescription("name", "The name of the stream."),
      KeyDescription("description", "The purpose of the stream, in words."),
      KeyDescription("format", "The version of the format; 1."),
      KeyDescription("id", "A UUID; by default one made of the contents."),
    ]

  private static let declarationKeys = [
    KeyDescription("value", "The value, unless another one is set."),
    KeyDescription("type", "The type of the values; by default that of the value."),
    KeyDescription("minimum", "The least value."),
    KeyDescription("maximum", "The greatest value."),
    KeyDescription("oneOf", "The possible values."),
    KeyDescription("description", "The purpose of the parameter, in words."),
  ]

  private static let outputKeys = [
    KeyDescription("from", "The stream to write.", isRequired: true),
    KeyDescription("path", "The file, below the folder that '--outputs' names."),
    KeyDescription("records", "The format of the file; by default that of its name."),
    KeyDescription("with", "The values of the stream's parameters."),
    KeyDescription("inputs", "The streams to play in place of inputs of a file."),
  ]

  private static let testKeys = [
    KeyDescription("name", "The name of the test."),
    KeyDescription("inputs", "The streams to play in place of inputs and definitions, by name."),
    KeyDescription("values", "The meanings of the symbols in the diagrams of the test."),
    KeyDescription("expect", "The timeline that playing must result in."),
    KeyDescription("with", "The values of parameters."),
    KeyDescription("outputs", "The timelines of definitions and side outputs, by name."),
    KeyDescription("cases", "Variants of the test, each with what is different."),
    KeyDescription("until", "The time at which the playback stops."),
    KeyDescription(
      "match", "Whether objects may have more keys than expected: 'exact', 'partial'."),
    KeyDescription("tolerance", "The allowed difference between doubles."),
    KeyDescription("skip", "The reason why the test is not played."),
  ]

  private static let expectationKeys = [
    KeyDescription("marbles", "The timeline as a diagram."),
    KeyDescription("values", "The meanings of the symbols."),
    KeyDescription("frame", "The time of a character; 1 by default."),
    KeyDescription("error", "The message of the failure."),
    KeyDescription("path", "A file with the expected events, one on a line."),
  ]

  private static let eventKeys = [
    KeyDescription("time", "The time in seconds.", isRequired: true),
    KeyDescription("value", "The value."),
    KeyDescription("completion", "How the stream ends: 'finished' or 'failure'."),
    KeyDescription("error", "The message of the failure."),
  ]

  private static let tableKeys = [
    KeyDescription("delimiter", "The character between cells."),
    KeyDescription("header", "The names of the columns, or whether the first row has them."),
    KeyDescription("types", "The types of columns: 'string', or an object by column."),
  ]
}
