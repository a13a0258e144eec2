package import Tracing
public import Values

/// The spec of an operator: everything that help, reference, messages and tests need.
///
/// It never changes. It is a class because a stream of many items asks for the spec of an operator
/// in each of them, and a copy of so many properties would cost more than compiling the operator.
public final class OperatorSpec: Sendable {
  /// The purpose of an operator: a group, and a page, of the reference.
  public enum Category: String, Sendable, CaseIterable {
    /// Operators that depend on time.
    case timing
    /// Operators that map values.
    case mapping
    /// Operators that drop values.
    case filtering
    /// Operators that reduce many values to one.
    case reducing
    /// Operators that combine streams.
    case combining
    /// Operators that cause or handle failures.
    case failing
    /// Operators that subscribe to a stream again.
    case repeating
    /// Operators that process the values of each key separately.
    case grouping
    /// Operators that report the events of a stream.
    case watching
  }

  /// An example of the operator: the upstream, the parameters, and the result.
  public struct Example: Sendable {
    /// The events of the upstream, as a marble diagram.
    public let source: String
    /// The object of parameters, as in a stream file.
    public let parameters: String
    /// The events of the operator, as a marble diagram.
    public let result: String
    /// The values of the symbols in both diagrams, except those of digits.
    public let values: [String: Value]
    /// The text of the failure in the result; nil for the default.
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
  /// The effect of the operator, in one sentence.
  public let summary: String
  /// Facts that do not fit into the summary and that a reader would not guess, in sentences; nil if
  /// there are none.
  public let remark: String?
  /// The names of the operator in other tools, for readers who look for those.
  public let otherNames: [String]
  /// Further names that people try, which get a hint and are not listed in the reference.
  package let suggestedFor: [String]
  /// The parameters, in the order of the reference.
  public let parameters: [ParameterSpec]
  /// The valid combinations of parameters; empty if any combination is valid. In `every?`, the
  /// parameter can be left out; of `gap|count`, one or both are present.
  public let forms: [[String]]
  /// The same, with each optional parameter marked by a question mark after its name instead of a
  /// separate form.
  package let briefForms: [[String]]
  /// The outcomes that a full test has to observe, in addition to receiving values.
  package let outcomes: [OperatorOutcome]
  /// Examples of the operator. Tests play each of them.
  public let examples: [Example]
  /// Whether it compares values by their order, so that it accepts neither arrays nor objects.
  package let ordersValues: Bool
  /// The reasons for which an event that it receives can end in it without being emitted, in words
  /// about such an event.
  package let reasons: [Trace.Reason: String]
  /// What would have to be different for such an event to be emitted, in words.
  package let remedies: [Trace.Reason: String]
  /// The origin of the values that it emits; nil if it follows from the other properties.
  let ownEmission: Trace.Stage.Emission?
  /// Whether it reduces the values it receives to one result, and stores none of them.
  package let summarizes: Bool
  /// The earlier value that its next result depends on, if there is one.
  package let memory: StageMemory
  /// The other values that its results depend on; nil if it treats each value independently.
  package let dependence: OperatorDependence?
  /// The effect that the end of its upstream has on it.
  let end: OperatorEnd
  /// The reason why it costs more than similar operators, for measurements; nil if it does not.
  package let cost: String?
  /// The names of the parameters in a table, for reading.
  let keys: KeyTable
  /// The valid combinations, for reading.
  let formBits: [OperatorForm.Bits]

  package init(
    name: String, category: Category, dependence: OperatorDependence? = nil,
    end: OperatorEnd = .heededAndDelayed, summary: String, remark: String? = nil,
    otherNames: [String] = [], suggestedFor: [String] = [],
    parameters: [ParameterSpec], forms: [[String]] = [], outcomes: [OperatorOutcome] = [],
    ordersValues: Bool = false, reasons: [Trace.Reason: String] = [:],
    remedies: [Trace.Reason: String] = [:], emission: Trace.Stage.Emission? = nil,
    summarizes: Bool = false, memory: StageMemory = .nothing,
    cost: String? = nil, examples: [Example]
  ) {
    self.reasons = reasons
    self.remedies = remedies
    ownEmission = emission
    self.summarizes = summarizes
    self.memory = memory
    self.dependence = dependence
    self.end = end
    self.name = name
    self.category = category
    self.summary = summary
    self.remark = remark
    self.otherNames = otherNames
    self.suggestedFor = suggestedFor
    let forms = Self.forms(forms, tolerating: parameters)
    let takesPolicy = parameters.contains(where: \.hasExpression)
    let parameters = parameters + (takesPolicy ? [.onError] : [])
    self.parameters = parameters
    self.forms = forms.flatMap(Self.combinations)
    briefForms = forms
    self.outcomes = outcomes
    self.examples = examples
    self.ordersValues = ordersValues
    self.cost = cost
    keys = KeyTable(parameters.map { Text($0.name) })
    formBits = forms.map { OperatorForm($0).bits(of: parameters.map(\.name)) }
  }

  /// Returns the valid combinations with `onError`, which is valid only together with an
  /// expression; empty if any combination is valid.
  private static func forms(
    _ forms: [[String]], tolerating parameters: [ParameterSpec]
  ) -> [[String]] {
    let expressions = parameters.filter(\.hasExpression)
    let names = Set(expressions.map(\.name))
    guard forms.isEmpty else {
      return forms.map { OperatorForm($0).names.isDisjoint(with: names) ? $0 : $0 + ["onError?"] }
    }
    guard !expressions.isEmpty, !expressions.contains(where: \.isRequired) else { return [] }
    let others = parameters.filter { !names.contains($0.name) }
      .map { $0.isRequired ? $0.name : "\($0.name)?" }
    return [others] + expressions.map { others + [$0.name, "onError?"] }
  }

  /// The most optional parameters of which every combination is listed.
  private static let fewOptional = 5

  /// Returns the combinations of parameters that a form with optional ones describes. If there are
  /// many of these, they are those with none of them, with each, and with all.
  private static func combinations(of form: [String]) -> [[String]] {
    let optional = form.filter { $0.hasSuffix("?") }
    guard optional.count <= fewOptional else {
      let choices = [[]] + optional.map { [$0] } + [optional]
      return choices.map { chosen in
        form.filter { !$0.hasSuffix("?") || chosen.contains($0) }
          .map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
      }
    }
    return form.reduce([[]]) { lists, name in
      guard name.hasSuffix("?") else { return lists.map { $0 + [name] } }
      return lists.flatMap { [$0, $0 + [String(name.dropLast())]] }
    }
  }
}
