public import Values

/// An operator with its parameters, to be applied to a stream or to an item.
///
///     Operator.delay(seconds: 1)      { "delay": { "seconds": 1 } }
public struct Operator: Sendable {
  /// An operator of the registry, with or without values for its parameters, or another one.
  package enum Content: Sendable {
    case registered(any OperatorDefinition)
    case unbound(UnboundOperator)
    case custom(CustomOperator)
    /// A placeholder for an operator that could not be read. The mistake has been reported, and the
    /// operators after it are still checked. A model that contains a placeholder never leaves the
    /// parser.
    case unreadable
  }

  package let content: Content
  /// The treatment of values on which the operator's expression fails; if nil, the operator fails.
  public internal(set) var onError: ErrorPolicy?
  /// The members of the operator's object whose keys begin with `$`, for editors and people.
  public var annotations: [Member] = []
  /// The members of the object of its parameters whose keys begin with `$`.
  public var parameterAnnotations: [Member] = []

  package init(_ definition: any OperatorDefinition) {
    self.init(.registered(definition))
  }

  package init(_ content: Content) {
    self.content = content
  }

  static let unreadable = Operator(.unreadable)

  /// The spec of this operator.
  public var spec: OperatorSpec {
    switch content {
    case .registered(let definition): definition.spec
    case .unbound(let unbound): unbound.type.spec
    case .custom(let custom): custom.spec
    case .unreadable: Self.unreadableSpec
    }
  }

  private static let unreadableSpec = OperatorSpec(
    name: "unreadable", category: .watching, summary: "", parameters: [], examples: [])

  /// The parameters as they are written.
  package var parameters: Parameters {
    switch content {
    case .registered(let definition): definition.parameters
    case .unbound(let unbound): unbound.parameters
    case .custom(let custom): custom.parameters
    case .unreadable: Parameters()
    }
  }

  /// The numbers of streams and of custom operators that it uses.
  package var span: ReferenceSpan {
    if case .custom = content { return ReferenceSpan(customOperators: 1) }
    return parameters.entries.reduce(ReferenceSpan()) { $0 + $1.value.span }
  }

  /// Returns the same operator with a treatment of the values on which its own expression fails.
  ///
  ///     Operator.map(expression: "$0.size * 2").onError(.skip)
  ///
  /// The operator must have an expression.
  public func onError(_ policy: ErrorPolicy) -> Operator {
    precondition(parameters.hasExpression, "an operator without an expression")
    var result = self
    result.onError = policy
    return result
  }
}

extension Operator: Hashable {
  public static func == (left: Operator, right: Operator) -> Bool {
    left.content == right.content && left.onError == right.onError
      && left.annotations == right.annotations
      && left.parameterAnnotations == right.parameterAnnotations
  }

  public func hash(into hasher: inout Hasher) {
    // Every item of a long list is hashed, and building the list of parameters would take most of
    // the time in which such a model is built.
    if case .registered(let definition) = content { return definition.hash(into: &hasher) }
    hasher.combine(spec.name)
    hasher.combine(parameters)
  }
}

extension Operator.Content: Equatable {
  package static func == (left: Operator.Content, right: Operator.Content) -> Bool {
    switch (left, right) {
    case (.registered(let left), .registered(let right)): left.isEqual(to: right)
    case (.unbound(let left), .unbound(let right)): left == right
    case (.custom(let left), .custom(let right)): left == right
    case (.unreadable, .unreadable): true
    default: false
    }
  }
}

extension OperatorDefinition {
  fileprivate func isEqual(to other: any OperatorDefinition) -> Bool {
    (other as? Self) == self
  }
}
