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
      .custom(
        CustomOperator(
          name: name, arguments: arguments.map { Member(key: Text($0.key), value: $0.value) })))
  }
}

/// A use of an operator that the document defines: its name, and the values of its parameters.
package struct CustomOperator: Hashable, Sendable {
  package let name: String
  package let arguments: [Member]

  var spec: OperatorSpec {
    OperatorSpec(name: name, category: .watching, summary: "", parameters: [], examples: [])
  }

  var parameters: Parameters {
    var parameters = Parameters()
    for argument in arguments { parameters.set(argument.key.string, .value(argument.value)) }
    return parameters
  }
}

/// An operator some of whose parameters are given by parameters of the model.
package struct UnboundOperator: Hashable, Sendable {
  package let type: any OperatorDefinition.Type
  package let parameters: Parameters

  package init(type: any OperatorDefinition.Type, parameters: Parameters) {
    self.type = type
    self.parameters = parameters
  }

  package static func == (left: UnboundOperator, right: UnboundOperator) -> Bool {
    left.type.spec.name == right.type.spec.name && left.parameters == right.parameters
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(type.spec.name)
    hasher.combine(parameters)
  }
}
