import RegularExpressions

/// The limits that make expressions from untrusted sources harmless. Each has a name, a number and
/// a test.
public enum ExpressionLimits {
  /// The maximum number of Unicode scalars in the text of an expression.
  public static let length = 100_000
  /// The maximum nesting of parentheses, brackets, braces, calls and conditionals.
  public static let nesting = 250
  /// The maximum number of nodes (literals, names, operators, calls) in an expression.
  public static let nodes = 20_000
  /// The maximum number of operations that use one another's results: `1 + 1 + 1` has a depth of
  /// three. Chains of `&&` and of `||` count as one operation, however long they are.
  public static let depth = 1_000
  /// The maximum nesting of macros (`all`, `map`, …).
  public static let macroNesting = 12
  /// The maximum number of steps of one evaluation. A step is an element that a macro, a function
  /// or a comparison visits, sixteen elements that are copied, sixteen nodes of a macro's body, 256
  /// bytes of text, or 256 instructions of a pattern that a search follows.
  public static let steps = 1_000_000
  /// The maximum size in bytes of a value that an expression creates: 16 for each value in it, and
  /// the bytes of its strings and keys.
  public static let valueSize = 16 << 20
  /// The maximum nesting of lists and maps in a value that an expression creates.
  public static let valueDepth = 1_000
  /// The maximum number of Unicode scalars in the text of a pattern.
  public static let patternLength = PatternLimits.length
  /// The maximum nesting of groups, and of repetitions, in a pattern.
  public static let patternNesting = PatternLimits.nesting
  /// The maximum number of instructions of a pattern, with its counted repetitions expanded.
  public static let patternSize = PatternLimits.size
  /// The maximum number of instructions of all literal patterns in an expression.
  public static let patternSizes = 100_000
}
