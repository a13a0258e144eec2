/// A parameter of an operator, declared once: the property that holds its value, and its spec. The
/// parameter is read from a file, written to one, documented and checked by this declaration.
package struct OperatorParameter<Definition>: Sendable {
  package let spec: ParameterSpec
  /// Sets the property to a value. Returns false if the value is of another kind.
  let read: @Sendable (ParameterValue, inout Definition) -> Bool
  /// Returns the value of the property; nil if the parameter is absent.
  let write: @Sendable (Definition) -> ParameterValue?

  /// Declares a required parameter.
  package init<P: ParameterConvertible>(
    _ name: String, _ property: any WritableKeyPath<Definition, P> & Sendable, _ summary: String,
    kind: ParameterKind = P.parameterKind, isPositive: Bool = false,
    words: [String] = P.parameterWords,
    role: ExpressionRole = .result, provides: Set<ProvidedName> = [],
    measured: [MeasuredValue] = []
  ) {
    spec = ParameterSpec(
      name, kind, summary, isPositive: isPositive, words: words, role: role, provides: provides,
      members: P.parameterMembers, measured: measured)
    read = { value, definition in
      guard let value = P(parameter: value) else { return false }
      definition[keyPath: property] = value
      return true
    }
    write = { $0[keyPath: property].parameter(of: kind) }
  }

  /// Declares an optional parameter.
  package init<P: ParameterConvertible>(
    _ name: String, _ property: any WritableKeyPath<Definition, P?> & Sendable, _ summary: String,
    kind: ParameterKind = P.parameterKind, isPositive: Bool = false,
    words: [String] = P.parameterWords,
    role: ExpressionRole = .result, provides: Set<ProvidedName> = [],
    measured: [MeasuredValue] = []
  ) {
    spec = ParameterSpec(
      name, kind, summary, isRequired: false, isPositive: isPositive, words: words, role: role,
      provides: provides, members: P.parameterMembers, measured: measured)
    read = { value, definition in
      guard let value = P(parameter: value) else { return false }
      definition[keyPath: property] = value
      return true
    }
    write = { $0[keyPath: property]?.parameter(of: kind) }
  }
}

/// A type with a property for each parameter of an operator, or of an object in one.
package protocol DeclaredParameters: Hashable, Sendable {
  /// The parameters, in the order of the reference.
  static var declared: [OperatorParameter<Self>] { get }

  /// Creates a value whose required parameters have no meaning yet.
  init()
}

extension DeclaredParameters {
  /// Creates a value from parameters that have been checked against their specs.
  package init(_ parameters: Parameters) {
    self.init()
    for parameter in Self.declared {
      guard let value = parameters.value(of: parameter.spec.name) else {
        precondition(!parameter.spec.isRequired, "'\(parameter.spec.name)' is required")
        continue
      }
      let isOfKind = parameter.read(value, &self)
      precondition(isOfKind, "parameter '\(parameter.spec.name)' is not what its spec says")
    }
  }

  /// The parameters as they are written.
  package var parameters: Parameters {
    var parameters = Parameters()
    for parameter in Self.declared {
      if let value = parameter.write(self) { parameters.set(parameter.spec.name, value) }
    }
    return parameters
  }
}
