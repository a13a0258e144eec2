public import Values

public import struct FoundationEssentials.UUID

/// A stream as data: a source of values, and the operators that they pass through.
///
/// It can be decoded, encoded and compared, and does not depend on a clock. The values of its
/// `stream` are of type `Element`. `init(contentsOfFile:)` reads it from a stream file and reports
/// every mistake with its place; `Codable` reads it from anything else.
public struct StreamModel<Element: Codable> {
  /// The identity that the file states, if it states one.
  public var statedID: UUID?
  /// The name of the stream.
  public var name: String?
  /// The purpose of the stream, in words.
  public var description: String?
  /// The source of the values.
  public var source: StreamSource<Element>
  /// The operators, applied in order to the whole stream.
  public var operators: [Operator]
  /// Streams and operators that can be used by name, in this model and in the models inside it.
  public var definitions: [StreamDefinition]
  /// Streams that are played together with this one and written to files, if this model is the
  /// document that is played.
  public var outputs: [StreamOutput]
  /// Named values in this model and in the models inside it, which can be set wherever the model is
  /// used.
  public var parameters: [ParameterDeclaration]
  /// The details of the source that are given by parameters, such as `"frame": "$step"`, by their
  /// keys.
  public var parameterDetails: [Member]
  /// Whether the stream is a definition that is played once, and whose latest value each later
  /// subscriber receives at once.
  public var keepsLatest: Bool?
  /// A flag of the format that is stored but has no effect.
  public var isDefault: Bool?
  /// The version of the format that the file states, if it states one.
  public var format: Int?
  /// The expected timeline of a playback.
  public var expect: StatedTimeline?
  /// Tests: further playbacks, with other inputs and expectations.
  public var tests: [StreamTest]
  /// The members of the model whose keys begin with `$`, for editors and people.
  public var annotations: [Member]

  /// Creates a stream from a source and operators.
  public init(
    id: UUID? = nil, name: String? = nil, description: String? = nil,
    source: StreamSource<Element>, operators: [Operator] = [],
    definitions: [StreamDefinition] = []
  ) {
    statedID = id
    self.name = name
    self.description = description
    self.source = source
    self.operators = operators
    self.definitions = definitions
    outputs = []
    parameters = []
    parameterDetails = []
    tests = []
    annotations = []
  }

  /// Creates a serial stream, which emits the items one after another.
  public init(
    id: UUID? = nil, name: String? = nil, description: String? = nil,
    stream: [StreamItem<Element>], operators: [Operator] = []
  ) {
    self.init(
      id: id, name: name, description: description,
      source: .stream(StreamItems(stream)), operators: operators)
  }
}

extension StreamModel: Equatable where Element: Equatable {}
extension StreamModel: Hashable where Element: Hashable {}
extension StreamModel: Sendable where Element: Sendable {}

/// A stream or an operator that can be used by name.
public struct StreamDefinition: Hashable, Sendable {
  /// The name by which streams refer to it.
  public var name: String
  /// The stream that has the name; an operator is a model whose source is `upstream`.
  public var model: StreamModel<Value>

  /// Creates a definition of a stream, or of an operator, with a name.
  public init(_ name: String, _ model: StreamModel<Value>) {
    self.name = name
    self.model = model
  }
}
