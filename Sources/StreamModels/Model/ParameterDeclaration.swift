public import Values

/// A parameter of a stream model: a named value, which can be set wherever the model is used.
public struct ParameterDeclaration: Hashable, Sendable {
  /// The type of a parameter's values.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// True or false.
    case bool
    /// A whole number.
    case int
    /// A number; whether it is an int or a double depends on the value that is set.
    case number
    /// A duration: seconds, or a string such as "1h30m". In expressions it is a duration.
    case duration
    /// A string.
    case string
    /// Any JSON value.
    case any
    /// An expression, evaluated where the parameter is used.
    case expression
    /// A stream: a name, a file, or an inline model.
    case stream
  }

  /// The name. Uses of the parameter write a `$` before it.
  public var name: String
  /// The default value; nil if a value must be set.
  public var value: Value?
  /// The type that the declaration states; nil if it follows from the value.
  public var statedKind: Kind?
  /// The least value of a number or a duration.
  public var minimum: Value?
  /// The greatest value of a number or a duration.
  public var maximum: Value?
  /// The allowed values; nil if they are not limited to a list.
  public var oneOf: [Value]?
  /// The purpose of the parameter, in words.
  public var description: String?
  /// The members of the declaration whose keys begin with `$`, for editors and people.
  public var annotations: [Member] = []
  /// Whether the declaration is written as an object, even if the value alone would be enough.
  package var isObject = false

  /// Creates a parameter with a value; its type is that of the value.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// Creates a parameter of a type. If there is no default value, a value must be set.
  public init(_ name: String, of kind: Kind, _ value: Value? = nil) {
    self.name = name
    self.value = value
    statedKind = kind
    isObject = true
  }

  /// The type of the values: the stated type or, if there is none, that of the value.
  public var kind: Kind { statedKind ?? value.map { Kind(of: $0) } ?? .any }
}

extension ParameterDeclaration.Kind {
  /// Returns the type of a parameter that is declared only by a value.
  package init(of value: Value) {
    self =
      switch value {
      case .bool: .bool
      case .int: .int
      case .double: .number
      case .string(let text): Seconds(text.string) == nil ? .string : .duration
      case .null, .array, .object: .any
      }
  }

  /// The type with its article, for messages.
  package var phrase: String {
    switch self {
    case .bool: "true or false"
    case .int: "a whole number"
    case .number: "a number"
    case .duration: "a duration"
    case .string: "a string"
    case .any: "a value"
    case .expression: "an expression in a string"
    case .stream: "a stream"
    }
  }

  /// Whether the values have an order, so that they can have bounds.
  var hasOrder: Bool { self == .int || self == .number || self == .duration }
}

extension ParameterDeclaration: Encodable {
  /// Writes only the value if that is enough; otherwise, writes an object.
  public func encode(to encoder: any Encoder) throws {
    if isShort, let value { return try value.encode(to: encoder) }
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(annotations)
    if let value { try container.encode(value, named: "value") }
    if let statedKind { try container.encode(statedKind.rawValue, named: "type") }
    if let minimum { try container.encode(minimum, named: "minimum") }
    if let maximum { try container.encode(maximum, named: "maximum") }
    if let oneOf { try container.encode(oneOf, named: "oneOf") }
    if let description { try container.encode(description, named: "description") }
  }

  private var isShort: Bool {
    if case .object? = value { return false }
    return !isObject && statedKind == nil && minimum == nil && maximum == nil && oneOf == nil
      && description == nil && annotations.isEmpty
  }
}
