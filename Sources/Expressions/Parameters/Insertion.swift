/// The text of a parameter's expression that was parsed in place of the parameter.
///
/// The texts of a tree are numbered through: behind the scalars of the expression itself follow
/// those of the first insertion, and so on. Ranges of nodes and mistakes are in these numbers until
/// `SyntaxTree.place(of:)` tells the texts apart.
struct Insertion: Sendable {
  let given: GivenExpression
  /// The number of the first scalar.
  let start: Int
  let count: Int
  /// The range of the parameter that it stands for: in the numbers of the text that uses it.
  let use: Range<Int>

  var range: Range<Int> { start..<start + count }
}

extension SyntaxTree {
  /// Returns the insertion to which a range belongs, and the range in the text of that; nil for a
  /// range of the expression itself.
  func place(of range: Range<Int>) -> (insertion: Insertion, range: Range<Int>)? {
    guard let insertion = insertions.last(where: { $0.start <= range.lowerBound }) else {
      return nil
    }
    let lower = min(range.lowerBound - insertion.start, insertion.count)
    let upper = min(max(range.upperBound - insertion.start, lower), insertion.count)
    return (insertion, lower..<upper)
  }

  /// Returns the range of the expression itself that leads to a range: the range, or that of the
  /// parameter in whose text it is.
  func use(of range: Range<Int>) -> Range<Int> {
    var range = range
    while let insertion = place(of: range)?.insertion { range = insertion.use }
    return range
  }

  /// Returns the scalars of the expression, followed by those of the insertions.
  func scalars(of text: String) -> [Unicode.Scalar] {
    var scalars = Array(text.unicodeScalars)
    for insertion in insertions {
      // A blank keeps a text apart from the one before it.
      scalars.append(" ")
      scalars.append(contentsOf: insertion.given.text.unicodeScalars)
    }
    return scalars
  }
}

extension ExpressionError {
  /// Returns the same mistake with a range of the text in which it is.
  func placed(in tree: SyntaxTree) -> ExpressionError {
    guard let (insertion, inner) = tree.place(of: range) else { return self }
    var error = self
    error.range = inner
    error.origin = Origin(given: insertion.given, use: tree.use(of: range))
    return error
  }
}
