public import Values

/// One operator of the format: its parameters, its description, and how it compiles.
///
/// A definition is a plain struct with a property for each parameter. Everything that is said about
/// operators (help, reference, checks of keys, suggestions) is read from its `spec`.
protocol OperatorDefinition: Hashable, Sendable {
  static var spec: OperatorSpec { get }

  /// Takes parameters that have been checked against the `spec`.
  init(_ parameters: Parameters)

  var parameters: Parameters { get }

  /// Adds to the plan what this operator does to `upstream`.
  func apply(
    to upstream: Upstream, in context: CompileContext
  ) throws(Diagnostics) -> Upstream
}

extension OperatorDefinition {
  /// The streams that this one takes in beside its upstream, in the order in which it asks for
  /// them.
  var inputs: [StreamInput] { parameters.entries.flatMap(\.value.inputs) }
}

/// What there is to know about an operator.
public struct OperatorSpec: Sendable {
  /// A group of operators in the reference.
  public enum Category: String, Sendable, CaseIterable {
    /// Operators that deal with time.
    case timing
    /// Operators that map values.
    case mapping
    /// Operators that drop values.
    case filtering
    /// Operators that make one value from many.
    case reducing
    /// Operators that combine streams.
    case combining
    /// Operators that deal with failures.
    case failing
    /// Operators that run a stream again.
    case repeating
    /// Operators that deal with the values of each key by themselves.
    case byKey = "by key"
    /// Operators that Rx has and Combine lacks.
    case fromRx = "from Rx"
    /// Operators that report on a stream.
    case watching
  }

  /// The operator in a picture: what goes in, with which parameters, and what comes out.
  public struct Example: Sendable {
    /// What the upstream emits, as a marble diagram.
    public let source: String
    /// The parameters object as a stream file writes it.
    public let parameters: String
    /// What the operator emits, as a marble diagram.
    public let result: String
    /// What the signs of both stand for, but for digits.
    public let values: [String: Value]
    /// The text of the failure in the result.
    public let error: String?

    /// Creates an example from two marble diagrams.
    public init(
      source: String, parameters: String, result: String, values: [String: Value] = [:],
      error: String? = nil
    ) {
      self.source = source
      self.parameters = parameters
      self.result = result
      self.values = values
      self.error = error
    }
  }

  /// The name of the operator in a stream file.
  public let name: String
  /// The group in which the reference lists the operator.
  public let category: Category
  /// One sentence on what the operator does.
  public let summary: String
  /// What the summary has no room for and nobody would guess, in sentences; nil if there is
  /// nothing.
  public let remark: String?
  /// What others call it, for who looks for it by that name.
  public let otherNames: [String]
  /// The parameters, in the order of the reference.
  public let parameters: [ParameterSpec]
  /// Which parameters can stand together, if not any of them can.
  public let forms: [[String]]
  /// What it does in some playing that tests it in full, beside getting values.
  let outcomes: [OperatorOutcome]
  /// Examples of the operator, each of which is played.
  public let examples: [Example]
  /// The names of the parameters, for reading.
  let keys: KeyTable

  init(
    name: String, category: Category, summary: String, remark: String? = nil,
    otherNames: [String] = [],
    parameters: [ParameterSpec], forms: [[String]] = [], outcomes: [OperatorOutcome] = [],
    examples: [Example]
  ) {
    self.name = name
    self.category = category
    self.summary = summary
    self.remark = remark
    self.otherNames = otherNames
    self.parameters = parameters
    self.forms = forms
    self.outcomes = outcomes
    self.examples = examples
    keys = KeyTable(parameters.map { Text($0.name) })
  }
}

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

  init(
    _ name: String, _ kind: ParameterKind, _ summary: String, isRequired: Bool = true,
    isPositive: Bool = false, words: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
    self.isPositive = isPositive
    self.words = words
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
