public import Values

/// A failed evaluation: the reason, the part of the expression, and the values.
///
/// It is a class, so that an error stays small. The part that failed is determined on demand, by
/// evaluating the expression again.
public final class FailedEvaluation: Sendable {
  private let origin: ExpressionOrigin
  private let failure: EvaluationFailure
  private let first: Value
  private let second: Value
  private let frame: Frame

  init(
    _ failure: EvaluationFailure, of origin: ExpressionOrigin, _ first: Value, _ second: Value,
    _ frame: Frame
  ) {
    self.origin = origin
    self.failure = failure
    self.first = first
    self.second = second
    self.frame = frame
  }

  /// The reason: `division by zero`.
  public var reason: String { failure.message }

  /// The whole expression. If the part that failed is in the expression of a parameter, it is that
  /// expression.
  public var expression: String { given?.insertion.given.text ?? origin.text }

  /// The values of `$0` and `$1`, if they are available to the expression.
  public var values: [Value] {
    let scope = origin.checked.scope
    return scope.first == nil ? [] : scope.second == nil ? [first] : [first, second]
  }

  /// The place of the expression, if it is in a document.
  package var place: ExpressionPlace? { given?.insertion.given.place ?? origin.place }

  /// The range of the part that failed, in Unicode scalars of the expression.
  public var range: Range<Int> { given?.range ?? rangeInTree }

  /// The range in the numbers of the tree.
  private var rangeInTree: Range<Int> {
    let tree = origin.checked.tree
    let node = FailureMark.node(failingIn: origin.checked, first, second, frame) ?? tree.root
    return tree.nodes[node].range
  }

  /// The parameter's expression that contains the part that failed, and the range in it.
  private var given: (insertion: Insertion, range: Range<Int>)? {
    let tree = origin.checked.tree
    return tree.insertions.isEmpty ? nil : tree.place(of: rangeInTree)
  }

  /// The text of the part that failed.
  public var part: String {
    var part = String.UnicodeScalarView()
    let range = range
    part.append(
      contentsOf: expression.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count))
    return String(part)
  }

  /// A way to fix the failure: "did you mean 'price'?"; nil if the reason says enough.
  public var hint: String? { failure.hint }
}

extension FailedEvaluation: CustomReflectable {
  /// The mirror shows only the reason and the text: the values may be as large as the limits allow,
  /// and a printed error needs no compiled expression.
  public var customMirror: Mirror {
    Mirror(self, children: ["reason": reason, "expression": expression])
  }
}

/// The part of an expression that an evaluator keeps to describe a failure.
final class ExpressionOrigin: Sendable {
  let text: String
  let checked: CheckedTree
  let place: ExpressionPlace?

  init(text: String, checked: CheckedTree, place: ExpressionPlace?) {
    self.text = text
    self.checked = checked
    self.place = place
  }
}

/// The place of an expression in a document.
package struct ExpressionPlace: Codable, Sendable, Hashable {
  /// The number of the document within its program.
  package let document: Int
  /// The path to the expression in that document.
  package let path: DocumentPath

  package init(document: Int, path: DocumentPath) {
    self.document = document
    self.path = path
  }
}
