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
    /// What the symbols of both stand for, but for digits.
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
  /// Further names that people write for it, which a message answers and the reference does not list.
  let suggestedFor: [String]
  /// The parameters, in the order of the reference.
  public let parameters: [ParameterSpec]
  /// Which parameters can stand together, if not any of them can.
  public let forms: [[String]]
  /// What it does in some playing that tests it in full, beside getting values.
  let outcomes: [OperatorOutcome]
  /// Examples of the operator, each of which is played.
  public let examples: [Example]
  /// Whether it compares values by their order, and so takes no arrays and no objects.
  package let ordersValues: Bool
  /// Why it costs more than its neighbours, for measurements; nil if it does not.
  package let cost: String?
  /// The names of the parameters, for reading.
  let keys: KeyTable

  init(
    name: String, category: Category, summary: String, remark: String? = nil,
    otherNames: [String] = [], suggestedFor: [String] = [],
    parameters: [ParameterSpec], forms: [[String]] = [], outcomes: [OperatorOutcome] = [],
    ordersValues: Bool = false, cost: String? = nil, examples: [Example]
  ) {
    self.name = name
    self.category = category
    self.summary = summary
    self.remark = remark
    self.otherNames = otherNames
    self.suggestedFor = suggestedFor
    self.parameters = parameters
    self.forms = forms
    self.outcomes = outcomes
    self.examples = examples
    self.ordersValues = ordersValues
    self.cost = cost
    keys = KeyTable(parameters.map { Text($0.name) })
  }
}
