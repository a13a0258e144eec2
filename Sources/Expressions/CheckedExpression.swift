package import Values

/// An expression that has been parsed and checked.
public struct CheckedExpression: Sendable {
  /// The expression as it was written.
  public let text: String
  private let checked: CheckedTree
  /// What its evaluators count; mostly nothing.
  private var probes: [SyntaxTree.Index: Branch] = [:]
  /// Where it is written, for messages about evaluations that fail.
  package private(set) var place: ExpressionPlace?

  /// What the place of an expression needs it to give.
  public enum Requirement: Sendable, Hashable {
    /// A value of any type.
    case anything
    /// A bool, as for `filter`.
    case condition
    /// A list, as for `sequence`.
    case list
  }

  /// Parses and checks an expression; throws all mistakes that it can find.
  public init(
    _ text: String, in scope: Scope, as requirement: Requirement = .anything
  ) throws(ExpressionErrors) {
    let tree = try Parser.tree(of: text, in: scope)
    var (checked, errors) = Checker.check(tree, of: text, in: scope)
    if errors.isEmpty || checked.type.emitted != nil,
      let error = requirement.error(for: checked.type, in: text)
    {
      errors.append(error)
    }
    if !errors.isEmpty { throw ExpressionErrors(errors, reads: checked.reads) }
    self.text = text
    self.checked = checked
  }

  /// Parses an expression and leaves mistakes of types and names to fail when they run.
  init(unchecked text: String, in scope: Scope) throws(ExpressionErrors) {
    self.text = text
    checked = Checker.check(try Parser.tree(of: text, in: scope), of: text, in: scope).tree
  }

  /// What is known of the value that the expression gives.
  public var type: ValueType { checked.type.emitted ?? .dyn }
  /// Whether the expression reads `$time`.
  public var usesTime: Bool { checked.usesTime }

  /// The fields of `$0` that the expression reads; nil if it reads all of it, or may.
  package var fieldsRead: Set<Text>? { checked.fieldsRead }

  /// Whether the expression reads a variable; if so, the mistake that this is where there is none.
  public func mistake(reading variable: Variable) -> ExpressionError? {
    checked.reads[variable].map { .unavailable(variable, range: $0) }
  }

  /// Compiles the expression. Evaluators can be shared; each call makes a new one.
  public func evaluator() -> Evaluator {
    Evaluator(origin, guards: checked.guards, probes: probes)
  }

  /// Compiles the expression to give what it computes as it is, also if JSON has no such value.
  func openEvaluator() -> Evaluator {
    var guards = checked.guards
    guards.guardsExit = false
    return Evaluator(origin, guards: guards, probes: probes)
  }

  private var origin: ExpressionOrigin {
    ExpressionOrigin(text: text, checked: checked, place: place)
  }

  /// The same expression, whose failures say where it is written.
  package func placed(at place: ExpressionPlace) -> CheckedExpression {
    var expression = self
    expression.place = place
    return expression
  }

  /// The same expression, whose evaluators count when nodes matter.
  func probed(by probes: [SyntaxTree.Index: Branch]) -> CheckedExpression {
    var expression = self
    expression.probes = probes
    return expression
  }

  /// What the expression says, for the tests' own evaluator and for probes.
  var tree: SyntaxTree { checked.tree }
}

extension CheckedExpression.Requirement {
  /// Whether a value of the type may be what is needed.
  private func accepts(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.anything, _), (_, .dyn), (.condition, .bool), (.list, .list): true
    default: false
    }
  }

  fileprivate func error(for type: ValueType, in text: String) -> ExpressionError? {
    guard type.emitted != nil else {
      return ExpressionError(
        .wrongResult, "this is \(type.phrase), expected a value that JSON has",
        hint: type.wayOut, range: 0..<text.unicodeScalars.count)
    }
    if accepts(type) { return nil }
    let rule = self == .condition ? "a condition must be a bool" : "this must give a list"
    return ExpressionError(
      .wrongResult, "\(rule), this is \(type.phrase)", range: 0..<text.unicodeScalars.count)
  }
}

extension ValueType {
  /// How to make a value of JSON of what is none.
  fileprivate var wayOut: String {
    switch self {
    case .optional: "write '.orValue(…)' or '.value()' behind it"
    default: "compare it with another type"
    }
  }
}
