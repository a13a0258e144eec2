public import Values

/// Where the values of a stream come from.
public enum StreamSource<Element> {
  /// Items, appended one after the other.
  case stream(StreamItems<Element>)
  /// The elements of a list, at once.
  case sequence(ElementList)
  /// Inputs, one after the other: the next when the one before it has finished.
  case append([StreamInput])
  /// Inputs, all at once, as they come.
  case merge([StreamInput])
  /// Arrays of the n-th values of two or more inputs.
  case zip([StreamInput])
  /// Arrays of the latest values of two or more inputs, from when every one has given one.
  case combineLatest([StreamInput])
  /// One input, so that operators can be put on it.
  case from(StreamInput)
  /// A marble diagram.
  case marbles(MarbleSource)
  /// Records from outside.
  case input(InputSource)
}

/// The elements of a `sequence`: as they stand in the file, or what an expression gives.
public enum ElementList: Hashable, Sendable {
  /// Values as they are.
  case values([Value])
  /// An expression whose value is the list.
  case expression(String)
}

/// A marble diagram, and what its signs stand for.
public struct MarbleSource: Hashable, Sendable {
  /// What comes when, in RxJS's notation.
  public var text: String
  /// What the signs stand for; a digit that is not here is that int, another sign that string.
  public var values: [Member]
  /// How long one character is; a second if it is not said.
  public var frame: Seconds?
  /// The text of the failure that `#` stands for; "error" if it is not said.
  public var error: String?
  /// Whether the diagram runs from the start of the playback, whoever listens.
  public var isHot: Bool?

  /// Creates a source from a marble diagram.
  public init(
    _ text: String, values: [Member] = [], frame: Seconds? = nil, error: String? = nil,
    isHot: Bool? = nil
  ) {
    self.text = text
    self.values = values
    self.frame = frame
    self.error = error
    self.isHot = isHot
  }
}

/// A stream that another one takes its values from.
public enum StreamInput: Hashable, Sendable {
  /// An entry of `definitions`, of the nearest enclosing document that has it.
  case name(String)
  /// A stream file, by its path from the file that names it.
  case file(String)
  /// A model written in place.
  indirect case model(StreamModel<Value>)

  /// The name by which the `stream` of `groupBy` takes in the values of its group.
  package static let groupName = "$group"

  /// Reads a string as a file writes it: what begins with `./` or `../` or ends in `.json` is a file.
  public init(_ text: String) {
    let isFile = text.hasPrefix("./") || text.hasPrefix("../") || text.hasSuffix(".json")
    self = isFile ? .file(text) : .name(text)
  }
}

extension StreamInput: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

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

extension StreamSource: Equatable where Element: Equatable {}
extension StreamSource: Hashable where Element: Hashable {}
extension StreamSource: Sendable where Element: Sendable {}
