import RegularExpressions

/// A syntax tree with the results of the checker.
struct CheckedTree: Sendable {
  let tree: SyntaxTree
  let scope: Scope
  /// The type of each node.
  var types: [ValueType] = []
  /// For each call, the name of the function and the overloads that match its arguments.
  var calls: [SyntaxTree.Index: Call] = [:]
  /// For each call of `matches` with a literal pattern, the pattern.
  var patterns: [SyntaxTree.Index: Pattern] = [:]
  /// For each call of a function that finds matches with a literal pattern, the pattern.
  var capturingPatterns: [SyntaxTree.Index: CapturingPattern] = [:]
  /// For each call of `timestamp` with a literal pattern, the pattern.
  var timePatterns: [SyntaxTree.Index: TimePattern] = [:]
  /// For each call with a literal zone, the zone.
  var zones: [SyntaxTree.Index: Zone] = [:]
  var usesTime = false
  /// For each variable that is available only in some places, the range of its first read in the
  /// text itself and in each insertion.
  var reads: [Variable: [Range<Int>]] = [:]

  struct Call: Sendable {
    let name: String
    let overloads: [Overload]
  }

  var type: ValueType { types[tree.root] }

  /// Records that a variable is read.
  mutating func noteRead(of variable: Variable, at range: Range<Int>) {
    let start = tree.place(of: range)?.insertion.start
    let isKnown = reads[variable, default: []].contains {
      tree.place(of: $0)?.insertion.start == start
    }
    if !isKnown { reads[variable, default: []].append(range) }
  }

  /// Returns the mistakes of reading a variable where it is not available, one for each text that
  /// reads it.
  func mistakes(reading variable: Variable) -> [ExpressionError] {
    reads[variable, default: []].map {
      ExpressionError.unavailable(variable, range: $0).placed(in: tree)
    }
  }
}
