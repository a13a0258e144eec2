/// One mistake in the text of an expression.
public struct ExpressionError: Error, Sendable, Hashable {
  /// What sort of mistake it is.
  public var code: Code
  /// What was found, then what was expected; lower case, no full stop.
  public var message: String
  /// A way out, if there is one: "did you mean 'size'?"
  public var hint: String?
  /// Where the mistake stands, in Unicode scalars of the text; empty at its end.
  public var range: Range<Int>

  /// The kind of mistake that an expression has.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text does not follow the grammar.
    case syntax
    /// A literal that cannot be read, a pattern too, or is of a type that JSON lacks.
    case literal
    /// A limit of `ExpressionLimits` is exceeded.
    case limit
    /// There is no variable of this name.
    case unknownVariable
    /// A variable of the engine that does not exist in this place.
    case unavailableVariable
    /// More of `%d` and its like than there are values.
    case excessArgument
    /// There is no function of this name.
    case unknownFunction
    /// A function has too many arguments or too few.
    case wrongArgumentCount
    /// A value has a type that is not allowed there.
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

/// The mistakes found in an expression: at least one, sorted by place.
public struct ExpressionErrors: Error, Sendable, Hashable {
  /// The errors.
  public var errors: [ExpressionError]
  /// Where each variable that only some places have is first read.
  private var reads: [Variable: Range<Int>]

  init(_ errors: [ExpressionError], reads: [Variable: Range<Int>] = [:]) {
    self.reads = reads
    self.errors = errors.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// Whether the expression reads a variable; if so, the mistake that this is where there is none.
  public func mistake(reading variable: Variable) -> ExpressionError? {
    reads[variable].map { .unavailable(variable, range: $0) }
  }
}
