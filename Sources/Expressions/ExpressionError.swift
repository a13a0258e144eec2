/// A mistake in the text of an expression.
public struct ExpressionError: Error, Sendable, Hashable {
  /// The kind of the mistake.
  public var code: Code
  /// The message: what was found, and then what was expected. It is in lower case, without a full
  /// stop.
  public var message: String
  /// A way to fix the mistake, if there is one: "did you mean 'size'?"
  public var hint: String?
  /// The range of the mistake, in Unicode scalars of the text. At the end of the text it is empty.
  public var range: Range<Int>
  /// The parameter whose expression contains the mistake; nil for a mistake in the text itself.
  package var origin: Origin?

  /// The expression of a parameter, and the range of its use in the text.
  ///
  /// It is a class, so that an error stays small: every function of the parser has room for an
  /// error on the stack.
  package final class Origin: Sendable, Hashable {
    package let given: GivenExpression
    package let use: Range<Int>

    init(given: GivenExpression, use: Range<Int>) {
      self.given = given
      self.use = use
    }

    package static func == (left: Origin, right: Origin) -> Bool {
      left.given == right.given && left.use == right.use
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(given)
      hasher.combine(use)
    }
  }

  /// The kind of a mistake in an expression.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text does not follow the grammar.
    case syntax
    /// A literal, which may be a pattern, cannot be read, or has a type that JSON does not have.
    case literal
    /// A limit of `ExpressionLimits` is exceeded.
    case limit
    /// No variable has this name.
    case unknownVariable
    /// A variable of the engine is not available in this place.
    case unavailableVariable
    /// There are more placeholders such as `%d` than there are values.
    case excessArgument
    /// No function has this name.
    case unknownFunction
    /// A function has too many or too few arguments.
    case wrongArgumentCount
    /// A value has a type that is not allowed there.
    case wrongType
    /// A map contains the same key twice.
    case duplicateKey
    /// The whole expression does not have the type that its place requires.
    case wrongResult
  }

  /// Creates an error about a range of the expression.
  public init(_ code: Code, _ message: String, hint: String? = nil, range: Range<Int>) {
    self.code = code
    self.message = message
    self.hint = hint
    self.range = range
  }
}

extension ExpressionError {
  static func unavailable(_ variable: Variable, range: Range<Int>) -> ExpressionError {
    ExpressionError(
      .unavailableVariable, "'\(variable.rawValue)' is not available here",
      hint: variable.availabilityHint,
      range: range)
  }
}

/// The mistakes in an expression: at least one, sorted by place.
public struct ExpressionErrors: Error, Sendable, Hashable {
  /// The errors.
  public var errors: [ExpressionError]
  /// The mistakes of reading variables that are available only in some places.
  private var reads: [Variable: [ExpressionError]] = [:]

  init(_ errors: [ExpressionError], in tree: SyntaxTree? = nil) {
    let sorted = errors.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    self.errors = tree.map { tree in sorted.map { $0.placed(in: tree) } } ?? sorted
  }

  init(_ errors: [ExpressionError], in checked: CheckedTree) {
    self.init(errors, in: checked.tree)
    for variable in checked.reads.keys { reads[variable] = checked.mistakes(reading: variable) }
  }

  /// Returns the mistakes of reading a variable where it is not available, one for each text that
  /// reads it.
  package func mistakes(reading variable: Variable) -> [ExpressionError] {
    reads[variable] ?? []
  }
}
