package import Expressions
import Values

/// The spec of a parameter: everything that help, reference, messages and measurements need.
public struct ParameterSpec: Sendable {
  /// The key of the parameter in a stream file.
  public let name: String
  /// The kind of value that the parameter takes.
  public let kind: ParameterKind
  /// Whether the parameter is required.
  public let isRequired: Bool
  /// Whether a number must be greater than 0.
  public let isPositive: Bool
  /// The possible words; empty unless the kind is `word` or `errorPolicy`.
  public let words: [String]
  /// The effect of the parameter, in one sentence.
  public let summary: String
  /// The role of an expression, which determines the variables that it reads.
  package let role: ExpressionRole
  /// The variables and groups that the operator provides to streams and operators in the parameter.
  let provides: Set<ProvidedName>
  /// The parameters of its objects; empty unless the value consists of objects.
  public let members: [ParameterSpec]
  let memberKeys: KeyTable
  /// The values to measure; empty if a single default value for the kind is enough.
  package let measured: [MeasuredValue]

  package init(
    _ name: String, _ kind: ParameterKind, _ summary: String, isRequired: Bool = true,
    isPositive: Bool = false, words: [String] = [], role: ExpressionRole = .result,
    provides: Set<ProvidedName> = [], members: [ParameterSpec] = [],
    measured: [MeasuredValue] = []
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.isPositive = isPositive
    self.words = words
    self.role = role
    self.provides = provides
    self.members = members
    memberKeys = KeyTable(members.map { Text($0.name) })
    self.measured = measured
  }
}

extension ParameterSpec {
  /// Whether it is an expression, or has one in its objects.
  package var hasExpression: Bool {
    kind == .expression || kind == .selection || members.contains(where: \.hasExpression)
  }

  /// The variables that the operator provides to expressions in the parameter.
  package var providedVariables: Set<Variable> { Set(provides.compactMap(\.variable)) }

  /// Whether streams in the parameter can name the values of a group.
  package var providesGroup: Bool { provides.contains(.group) }

  /// The parameter that every operator with an expression has: what happens to values on which the
  /// expression fails.
  package static let onError = ParameterSpec(
    "onError", .errorPolicy,
    "What happens to a value on which an expression fails; 'fail' by default.",
    isRequired: false, words: ["fail", "skip"])
}

/// The role of an expression in a parameter. Measurements and random tests choose an expression by
/// its role.
package enum ExpressionRole: Sendable, CaseIterable {
  /// Returns a result for the value `$0`.
  case result
  /// Returns whether the value `$0` meets a condition.
  case condition
  /// Returns a time for the value `$0`: seconds, or a duration.
  case duration
  /// Returns the key of the value `$0`, by which values are distinguished.
  case key
  /// Returns the next result from the previous one, `$0`, and the value `$1`.
  case accumulation
  /// Returns whether two values, `$0` and `$1`, meet a condition.
  case comparison
}

/// A value of a parameter for `stream-bench` to measure, where the default for the parameter's kind
/// would measure nothing.
package struct MeasuredValue: Sendable, ExpressibleByStringLiteral {
  /// The JSON text. In an expression, `#` is a placeholder for reading the number in an object. A
  /// stream named `other` is as long as the measured one.
  package let json: String
  /// The reason why it costs more than other values; nil if it does not.
  package let cost: String?

  package init(_ json: String, cost: String? = nil) {
    self.json = json
    self.cost = cost
  }

  package init(stringLiteral json: String) {
    self.init(json)
  }
}

/// The kinds of values that parameters have.
public enum ParameterKind: String, Sendable, Hashable, CaseIterable {
  /// A number of seconds, 0 or more, or a string such as "1h30m".
  case duration
  /// An expression over the value.
  case expression
  /// Any JSON value.
  case value
  /// A whole number, 0 or more.
  case count
  /// A number.
  case number
  /// True or false.
  case flag
  /// A string.
  case text
  /// One of a few words, which the parameter lists.
  case word
  /// A duration, or a list of them.
  case durations
  /// A duration, "forever", or an object with one `before` and one `after`.
  case interval
  /// Streams: names, files, or inline models.
  case streams
  /// A stream: a name, a file, or an inline model.
  case stream
  /// Operators, applied in order.
  case operators
  /// An expression over the value, or true for the value itself.
  case selection
  /// An array of objects.
  case objects
  /// An object of objects by name.
  case namedObjects
  /// A whole number, or an object with a `minimum` and a `maximum`.
  case repetition
  /// One of two words, which the parameter lists, or an object with the name of an `output`.
  case errorPolicy

  /// The expected value with its article, for messages.
  var expectation: String {
    switch self {
    case .duration: "a duration"
    case .expression: "an expression in a string"
    case .value: "a value"
    case .count: "a whole number"
    case .number: "a number"
    case .flag: "true or false"
    case .text, .word: "a string"
    case .durations: "a duration, or an array of them"
    case .interval: "a duration, \"forever\", or an object with 'before' and 'after'"
    case .streams: "an array of streams"
    case .stream: "a stream"
    case .operators: "an array of operators"
    case .selection: "an expression in a string, or true for the value"
    case .objects: "an array of objects"
    case .namedObjects: "an object of objects by name"
    case .repetition: "a whole number, or an object with 'minimum' and 'maximum'"
    case .errorPolicy: #"a word or { "output": NAME }"#
    }
  }
}
