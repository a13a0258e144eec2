/// The text of a parameter's expression that was parsed in place of the parameter.
///
/// The scalars of all texts of a tree are numbered consecutively: first those of the expression
/// itself, then those of the first insertion, and so on. The ranges of nodes and mistakes use these
/// numbers until `SyntaxTree.place(of:)` distinguishes the texts.
struct Insertion: Sendable {
  let given: GivenExpression
  /// The number of the first scalar.
  let start: Int
  let count: Int
  /// The range of the parameter that it replaces, in the numbers of the text that uses it.
  let use: Range<Int>

  var range: Range<Int> { start..<start + count }
}

extension SyntaxTree {
  /// Returns the insertion that contains a range, and the range in the text of that insertion; nil
  /// for a range of the expression itself.
  func place(of range: Range<Int>) -> (insertion: Insertion, range: Range<Int>)? {
    guard let insertion = insertions.last(where: { $0.start <= range.lowerBound }) else {
      return nil
    }
    let lower = min(range.lowerBound - insertion.start, insertion.count)
    let upper = min(max(range.upperBound - insertion.start, lower), insertion.count)
    return (insertion, lower..<upper)
  }

  /// Returns the range of the expression itself that leads to a range: either the range itself, or
  /// the range of the parameter whose text contains it.
  func use(of range: Range<Int>) -> Range<Int> {
    var range = range
    while let insertion = place(of: range)?.insertion { range = insertion.use }
    return range
  }

  /// Returns the scalars of the expression, followed by those of the insertions.
  func scalars(of text: String) -> [Unicode.Scalar] {
    var scalars = Array(text.unicodeScalars)
    for insertion in insertions {
      // A blank separates an insertion from the text before it.
      scalars.append(" ")
      scalars.append(contentsOf: insertion.given.text.unicodeScalars)
    }
    return scalars
  }
}

extension ExpressionError {
  /// Returns the same mistake, with a range of the text that contains it.
  func placed(in tree: SyntaxTree) -> ExpressionError {
    guard let (insertion, inner) = tree.place(of: range) else { return self }
    var error = self
    error.range = inner
    error.origin = Origin(given: insertion.given, use: tree.use(of: range))
    return error
  }
}
