public import Values

extension Operator {
  /// Applies a custom operator, which the model or an enclosing one defines: a definition with
  /// operators and without a source.
  ///
  ///     Operator.own("perHost", ["seconds": "5m"])      { "perHost": { "seconds": "5m" } }
  public static func own(
    _ name: String, _ arguments: KeyValuePairs<String, Value> = [:]
  ) -> Operator {
    Operator(
      OwnOperator(
        name: name, arguments: arguments.map { Member(key: Text($0.key), value: $0.value) }))
  }
}

/// A use of an operator that the document defines: its name, and the values of its parameters.
struct OwnOperator: OperatorDefinition {
  let name: String
  let arguments: [Member]

  static let spec = OperatorSpec(
    name: "", category: .watching, summary: "", parameters: [], examples: [])

  init(name: String, arguments: [Member]) {
    self.name = name
    self.arguments = arguments
  }

  init(_ parameters: Parameters) {
    preconditionFailure("a custom operator is not read from a spec")
  }

  var spec: OperatorSpec {
    OperatorSpec(name: name, category: .watching, summary: "", parameters: [], examples: [])
  }

  var parameters: Parameters {
    var parameters = Parameters()
    for argument in arguments { parameters.set(argument.key.string, .value(argument.value)) }
    return parameters
  }

  func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
    try step.applyBody()
  }

  func build(_ step: PlanStep) -> Int {
    preconditionFailure("the operators in the body of a custom operator are built instead of it")
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    try swift.applyBody(called: name, given: arguments)
  }

  var end: OperatorEnd { .passed }

  func partition(_ step: PartitionStep) {
    step.apply(step.checked.steps)
  }
}

/// An operator some of whose parameters are given by parameters of the model.
struct UnboundOperator: OperatorDefinition {
  let type: any OperatorDefinition.Type
  let parameters: Parameters

  static let spec = OperatorSpec(
    name: "", category: .watching, summary: "", parameters: [], examples: [])

  init(_ type: any OperatorDefinition.Type, _ parameters: Parameters) {
    self.type = type
    self.parameters = parameters
  }

  init(_ parameters: Parameters) {
    preconditionFailure("an unbound operator is not read from a spec")
  }

  var spec: OperatorSpec { type.spec }

  func check(_ step: CheckStep) throws(Diagnostics) -> Emission {
    preconditionFailure("an operator is checked once its parameters are bound")
  }

  func build(_ step: PlanStep) -> Int {
    preconditionFailure("an operator is built once its parameters are bound")
  }

  func writeSwift(to swift: SwiftStep) throws(Diagnostics) {
    preconditionFailure("an operator is written once its parameters are bound")
  }

  static func == (left: UnboundOperator, right: UnboundOperator) -> Bool {
    left.type.spec.name == right.type.spec.name && left.parameters == right.parameters
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type.spec.name)
    hasher.combine(parameters)
  }
}
