/// What there is to know about a parameter.
public struct ParameterSpec: Sendable {
  /// The key of the parameter in a stream file.
  public let name: String
  /// The kind of value that the parameter takes.
  public let kind: ParameterKind
  /// Whether the parameter must be given.
  public let isRequired: Bool
  /// Whether a number must be more than 0.
  public let isPositive: Bool
  /// What a word can be.
  public let words: [String]
  /// One sentence on what the parameter does.
  public let summary: String
  /// What an expression is for, and so what it reads.
  package let role: ExpressionRole
  /// What the streams and operators in the parameter can read, because the operator provides it.
  let provides: Set<ContextRequirement.Subject>
  /// The values that are measured; empty if one that follows from the kind will do.
  package let measured: [MeasuredValue]

  init(
    _ name: String, _ kind: ParameterKind, _ summary: String, isRequired: Bool = true,
    isPositive: Bool = false, words: [String] = [], role: ExpressionRole = .result,
    provides: Set<ContextRequirement.Subject> = [], measured: [MeasuredValue] = []
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.isPositive = isPositive
    self.words = words
    self.role = role
    self.provides = provides
    self.measured = measured
  }
}

/// What an expression in a parameter is for. Measurements and random tests choose one by it.
package enum ExpressionRole: Sendable, CaseIterable {
  /// Makes a result of the value `$0`.
  case result
  /// Is true or false of the value `$0`.
  case condition
  /// Makes the key of the value `$0`, by which values are told apart.
  case key
  /// Makes the next result of the last one `$0` and the value `$1`.
  case accumulation
  /// Is true or false of the last value `$0` and the value `$1`.
  case comparison
}

/// The value of a parameter as `stream-bench` measures it, where the one that follows from the
/// parameter's kind would measure nothing.
package struct MeasuredValue: Sendable, ExpressibleByStringLiteral {
  /// The JSON text. In an expression `#` stands where the number of an object is read; a stream named
  /// `other` is as long as the one that is measured.
  package let json: String
  /// Why it costs more than other values do, if it has to.
  package let cost: String?

  init(_ json: String, cost: String? = nil) {
    self.json = json
    self.cost = cost
  }

  package init(stringLiteral json: String) {
    self.init(json)
  }
}

/// What a parameter can be.
public enum ParameterKind: String, Sendable, Hashable, CaseIterable {
  /// A number of seconds, 0 or more, or a text such as "1h30m".
  case duration
  /// An expression over the value.
  case expression
  /// Any JSON value.
  case value
  /// A whole number, 0 or more.
  case count
  /// True or false.
  case flag
  /// A string.
  case text
  /// One of a few words, which the parameter lists.
  case word
  /// A duration, or a list of them.
  case durations
  /// Streams: names, files, or models written in place.
  case streams
  /// A stream: a name, a file, or a model written in place.
  case stream
  /// Operators, applied in order.
  case operators

  /// What is expected of it, for messages.
  var expectation: String {
    switch self {
    case .duration: "a duration"
    case .expression: "an expression in a string"
    case .value: "a value"
    case .count: "a whole number"
    case .flag: "true or false"
    case .text, .word: "a string"
    case .durations: "a duration, or an array of them"
    case .streams: "an array of streams"
    case .stream: "a stream"
    case .operators: "an array of operators"
    }
  }
}
