/// The limits that keep an expression from a stranger harmless: each has a name, a number and a test.
public enum ExpressionLimits {
  /// How many Unicode scalars the text of an expression may have.
  public static let length = 100_000
  /// How many parentheses, brackets, braces, calls and conditionals may stand inside one another.
  public static let nesting = 250
  /// How many nodes (literals, names, operators, calls) an expression may have.
  public static let nodes = 20_000
  /// How many operations may build on one another's results: `1 + 1 + 1` has a depth of three.
  /// Chains of `&&` and of `||` count as one operation, however long they are.
  public static let depth = 1_000
  /// How many macros (`all`, `map`, …) may stand inside one another.
  public static let macroNesting = 12
  /// How many steps one evaluation may take. A step is an element that a macro, a function or a
  /// comparison looks at, sixteen elements that are copied, sixteen nodes of a macro's body, 256
  /// bytes of text, or 256 instructions of a pattern that a search follows.
  public static let steps = 1_000_000
  /// How many bytes a value may have that an expression makes: 16 for each value in it, and those
  /// of its strings and keys.
  public static let valueSize = 16 << 20
  /// How deep lists and maps may be nested in a value that an expression makes.
  public static let valueDepth = 1_000
  /// How many Unicode scalars the text of a pattern may have.
  public static let patternLength = 10_000
  /// How many groups, and how many repetitions, may stand inside one another in a pattern.
  public static let patternNesting = 250
  /// How many instructions a pattern may become, its counted repetitions written out.
  public static let patternSize = 10_000
  /// How many instructions all the patterns may become that stand in an expression as literals.
  public static let patternSizes = 100_000
}
