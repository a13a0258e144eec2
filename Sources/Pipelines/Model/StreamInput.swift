public import Values

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
