package import Values

/// An expression that has been parsed and checked.
public struct CheckedExpression: Sendable {
  /// The text of the expression.
  public let text: String
  let checked: CheckedTree
  /// The nodes that evaluators count; usually empty.
  private var probes: [SyntaxTree.Index: Branch] = [:]
  /// The place of the expression in a document, for messages about failed evaluations.
  package private(set) var place: ExpressionPlace?

  /// The type of result that the place of an expression requires.
  public enum Requirement: Sendable, Hashable {
    /// A value of any type.
    case anything
    /// A bool, for example in `filter`.
    case condition
    /// A list, for example in `sequence`.
    case list
  }

  /// Parses and checks an expression; throws all mistakes that can be found.
  public init(
    _ text: String, in scope: Scope, as requirement: Requirement = .anything
  ) throws(ExpressionErrors) {
    try self.init(text, in: scope, as: requirement, with: nil)
  }

  /// Parses and checks an expression that may use parameters.
  ///
  /// - Parameter suggestsNames: Whether mistakes in names have hints, which take most of the time of
  ///   finding such a mistake.
  package init(
    _ text: String, in scope: Scope, as requirement: Requirement = .anything,
    with parameters: ParameterScope?, suggestsNames: Bool = true
  ) throws(ExpressionErrors) {
    let tree = try Parser.tree(of: text, in: scope, with: parameters)
    var (checked, errors) = Checker.check(
      tree, of: text, in: scope, with: parameters, suggestsNames: suggestsNames)
    if errors.isEmpty || checked.type.emitted != nil,
      let error = requirement.error(for: checked.type, in: text)
    {
      errors.append(error)
    }
    if !errors.isEmpty {
      throw ExpressionErrors(errors, in: checked)
    }
    self.text = text
    self.checked = checked
  }

  /// Parses an expression. Mistakes in types and names cause failures only at run time.
  init(unchecked text: String, in scope: Scope) throws(ExpressionErrors) {
    self.text = text
    checked = Checker.check(try Parser.tree(of: text, in: scope), of: text, in: scope).tree
  }

  /// The type of the result, as far as it is known.
  public var type: ValueType { checked.type.emitted ?? .dyn }
  /// Whether the expression reads `$time`.
  public var usesTime: Bool { checked.usesTime }

  /// The fields of `$0` that the expression reads; nil if it reads, or may read, all of `$0`.
  package var fieldsRead: Set<Text>? { checked.fieldsRead }

  /// The fields of `$0` that the expression needs, with the ranges of their names in its text.
  /// Fields in the expression of a parameter are left out.
  package var fieldsNeeded: [(name: String, range: Range<Int>)] {
    let end = text.unicodeScalars.count
    return checked.fieldsNeeded.filter { $0.range.upperBound <= end }
      .map { ($0.text.string, $0.range) }
  }

  /// The names that the expression can read in `$match`.
  package var namesOfSteps: [String] { checked.scope.match?.map(\.name.string) ?? [] }

  /// Whether the expression reads a variable.
  package func reads(_ variable: Variable) -> Bool { checked.reads[variable] != nil }

  /// Returns the mistakes of reading a variable where it is not available, one for each text that
  /// reads it.
  package func mistakes(reading variable: Variable) -> [ExpressionError] {
    checked.mistakes(reading: variable)
  }

  /// Compiles the expression. Evaluators can be shared; each call creates a new one.
  public func evaluator() -> Evaluator {
    Evaluator(origin, guards: checked.guards, probes: probes)
  }

  var origin: ExpressionOrigin {
    ExpressionOrigin(text: text, checked: checked, place: place)
  }

  /// Returns the same expression with its place in a document, which its failures then include.
  package func placed(at place: ExpressionPlace) -> CheckedExpression {
    var expression = self
    expression.place = place
    return expression
  }

  /// Returns the same expression, whose evaluators count the decisive evaluations of some nodes.
  func probed(by probes: [SyntaxTree.Index: Branch]) -> CheckedExpression {
    var expression = self
    expression.probes = probes
    return expression
  }

  /// The syntax tree, for the tests' own evaluator and for probes.
  var tree: SyntaxTree { checked.tree }
}

extension CheckedExpression.Requirement {
  /// Whether a value of the type may satisfy the requirement.
  private func accepts(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.anything, _), (_, .dyn), (.condition, .bool), (.list, .list): true
    default: false
    }
  }

  fileprivate func error(for type: ValueType, in text: String) -> ExpressionError? {
    guard type.emitted != nil else {
      return ExpressionError(
        .wrongResult, "this is \(type.phrase), expected a value that JSON can hold",
        hint: type.wayOut, range: 0..<text.unicodeScalars.count)
    }
    if accepts(type) { return nil }
    let rule = self == .condition ? "a condition must be a bool" : "a list is expected here"
    return ExpressionError(
      .wrongResult, "\(rule), but this is \(type.phrase)", range: 0..<text.unicodeScalars.count)
  }
}

extension ValueType {
  /// A hint for converting a value into a JSON value.
  fileprivate var wayOut: String {
    switch self {
    case .optional: "write '.orValue(…)' or '.value()' after it"
    default: "compare it with another type"
    }
  }
}
