/// One operator of the format as data: its parameters and its spec.
///
/// A definition is a plain struct with a property for each parameter. Help, reference, checks of
/// keys and suggestions are all derived from its `spec`. The modules above state in protocols of
/// their own what they need of an operator: how it is checked, played and exported.
package protocol OperatorDefinition: DeclaredParameters {
  static var spec: OperatorSpec { get }

  /// The outcomes that a full test has to observe with these parameters.
  var outcomes: [OperatorOutcome] { get }

  /// The effect that the end of its upstream has on it, with these parameters.
  var end: OperatorEnd { get }
}

extension OperatorDefinition {
  /// The spec of this operator.
  package var spec: OperatorSpec { Self.spec }

  package var outcomes: [OperatorOutcome] { Self.spec.outcomes }

  package var end: OperatorEnd { Self.spec.end }
}
