/// A mistake in the text of an expression.
public struct ExpressionError: Error, Sendable, Hashable {
  /// The kind of the mistake.
  public var code: Code
  /// The message: what was found, then what was expected; lower case, no full stop.
  public var message: String
  /// A way to fix it, if there is one: "did you mean 'size'?"
  public var hint: String?
  /// The range of the mistake, in Unicode scalars of the text; empty at its end.
  public var range: Range<Int>

  /// The kind of a mistake in an expression.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text does not follow the grammar.
    case syntax
    /// A literal, which may be a pattern, cannot be read, or is of a type that JSON does not have.
    case literal
    /// A limit of `ExpressionLimits` is exceeded.
    case limit
    /// No variable has this name.
    case unknownVariable
    /// A variable of the engine is not available in this place.
    case unavailableVariable
    /// There are more placeholders such as `%d` than values.
    case excessArgument
    /// No function has this name.
    case unknownFunction
    /// A function has too many arguments or too few.
    case wrongArgumentCount
    /// A value is of a type that is not allowed there.
    case wrongType
    /// A map has a key twice.
    case duplicateKey
    /// The whole expression is not of the type that its place requires.
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
  /// The range of the first read of each variable that is only available in some places.
  private var reads: [Variable: Range<Int>]

  init(_ errors: [ExpressionError], reads: [Variable: Range<Int>] = [:]) {
    self.reads = reads
    self.errors = errors.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// Returns the mistake of reading a variable where it is not available; nil if the expression
  /// does not read it.
  package func mistake(reading variable: Variable) -> ExpressionError? {
    reads[variable].map { .unavailable(variable, range: $0) }
  }
}
