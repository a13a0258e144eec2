public import Values

/// A stream that another stream takes its values from.
public enum StreamInput: Hashable, Sendable {
  /// An entry of `definitions`, in the nearest enclosing stream model that has it.
  case name(String)
  /// A stream file, by its path relative to the file that names it.
  case file(String)
  /// An inline model.
  indirect case model(StreamModel<Value>)

  /// The name of the input that provides the values of the group, inside the `stream` of `groupBy`.
  package static let groupName = "$group"

  /// Creates an input from its spelling in a file. A string that begins with `./` or `../` or ends
  /// in `.json` is a file; any other string is a name.
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

extension StreamInput: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .name(let text), .file(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .model(let model):
      try model.encode(to: encoder)
    }
  }
}
