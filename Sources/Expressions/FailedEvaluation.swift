public import Values

/// An evaluation that failed: why, in which part of the expression, and for which values.
///
/// An object, so that an error stays small. Which part failed is found out when somebody asks, by
/// evaluating the expression once more.
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

  /// Why it failed: `division by zero`.
  public var reason: String { failure.message }

  /// The whole expression.
  public var expression: String { origin.text }

  /// The values of `$0` and `$1`, as far as the expression has them.
  public var values: [Value] {
    let scope = origin.checked.scope
    return scope.first == nil ? [] : scope.second == nil ? [first] : [first, second]
  }

  /// Where the expression is written, if it stands in a document.
  package var place: ExpressionPlace? { origin.place }

  /// The part that failed, in Unicode scalars of the expression.
  public var range: Range<Int> {
    let tree = origin.checked.tree
    let node = FailureMark.node(failingIn: origin.checked, first, second, frame) ?? tree.root
    return tree.nodes[node].range
  }

  /// The text of the part that failed.
  public var part: String {
    var part = String.UnicodeScalarView()
    let range = range
    part.append(
      contentsOf: expression.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count))
    return String(part)
  }

  /// The way out: "did you mean 'price'?"; nil if there is nothing more to say than the reason.
  public var hint: String? { failure.hint }
}

extension FailedEvaluation: CustomReflectable {
  /// The reason and the text alone: the values may be as large as the limits allow, and a printed
  /// error needs no compiled expression.
  public var customMirror: Mirror {
    Mirror(self, children: ["reason": reason, "expression": expression])
  }
}

/// The expression as an evaluator keeps it, to describe a failure.
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

/// Where an expression is written.
package struct ExpressionPlace: Codable, Sendable, Hashable {
  /// The number of the document among those of a program.
  package let document: Int
  /// The way to the expression in that document.
  package let path: DocumentPath

  package init(document: Int, path: DocumentPath) {
    self.document = document
    self.path = path
  }
}
