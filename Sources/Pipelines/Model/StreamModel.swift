public import Values

public import struct FoundationEssentials.UUID

/// A stream as data: where its values come from, and what happens to them on their way.
///
/// It decodes, encodes and compares, and knows no clock. The values of its own `stream` are of type
/// `Element`. It is read from a stream file (`init(contentsOfFile:)`), which gives every mistake its
/// place, and through `Codable` from anything else.
public struct StreamModel<Element: Codable> {
  /// The identity that the file states, if it states one.
  public var statedID: UUID?
  /// The name of the stream.
  public var name: String?
  /// What the stream is for, in words.
  public var description: String?
  /// Where the values come from.
  public var source: StreamSource<Element>
  /// Applied in order to the whole stream.
  public var operators: [Operator]
  /// Streams that can be used by their names, here and in what stands inside of this model.
  public var definitions: [StreamDefinition]
  /// Carried, without effect.
  public var isDefault: Bool?
  /// The version of the format that the file states, if it states one.
  public var format: Int?
  /// What playing it must give.
  public var expect: StatedTimeline?
  /// Further playings of it, with other inputs.
  public var tests: [StreamTest]
  /// What the model carries under keys that begin with `$`, for editors and people.
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
    tests = []
    annotations = []
  }

  /// Makes the model of a serial stream: the items, one after the other.
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

/// A stream that can be used by its name.
public struct StreamDefinition: Hashable, Sendable {
  /// The name by which streams refer to it.
  public var name: String
  /// The stream that has the name.
  public var model: StreamModel<Value>

  /// Creates a definition of a stream with a name.
  public init(_ name: String, _ model: StreamModel<Value>) {
    self.name = name
    self.model = model
  }
}
