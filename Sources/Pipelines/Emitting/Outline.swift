import Expressions
import Values

/// A stream or an operator as compiled, with its parameters bound, its expressions checked and its
/// inputs known.
final class OutlinedStep {
  /// The operator as written in the document; nil for a stream, and for the operators of items.
  let written: Operator?
  /// The operator with values for its parameters.
  fileprivate(set) var definition: (any OperatorDefinition)?
  /// The type of the values that it receives.
  let type: ValueType
  let place: ExpressionPlace
  /// The level of the parameters in scope.
  let level: Int
  /// The checked expressions, by the names of their parameters; the name is "" for a built-in
  /// expression.
  fileprivate(set) var expressions: [Text: CheckedExpression] = [:]
  /// The streams that it takes as inputs, in order.
  fileprivate(set) var inputs: [Int?] = []
  /// The operators of a stream, of an item's list, of a group, or in the body of a custom operator.
  /// In a stream of items, they are preceded by the lists of the items.
  fileprivate(set) var steps: [OutlinedStep] = []
  /// The diagrams whose times are known to a join.
  fileprivate(set) var knownDiagrams: [MarblePlan?] = []
  /// The body of a custom operator.
  fileprivate(set) var body: OperatorBody?
  /// The treatment of values on which its expression fails; nil if the stream fails then.
  fileprivate(set) var tolerance: Tolerance?
  /// The node of the plan with the events of a source or an operator; nil for the operators of
  /// items, which have their own plans.
  fileprivate(set) var node: Int?
  /// Whether it is in the operator list of an item.
  fileprivate let isInList: Bool

  /// Whether some of the operator's parameters are given by parameters of the document.
  var hasReferences: Bool { written?.definition.parameters.hasReferences ?? false }

  fileprivate init(
    _ written: Operator?, _ type: ValueType, at place: ExpressionPlace, level: Int,
    isInList: Bool = false
  ) {
    self.isInList = isInList
    self.written = written
    self.type = type
    self.place = place
    self.level = level
  }
}

/// Records the parts that a compiler compiles: each stream, with the steps in it.
final class OutlineBuilder {
  /// The streams by number.
  private(set) var streams: [Int: OutlinedStep] = [:]
  private var open: [OutlinedStep] = []

  /// Begins a stream; its operators follow.
  func beginStream(_ number: Int) {
    let stream = OutlinedStep(nil, .dyn, at: ExpressionPlace(document: 0, path: []), level: 0)
    streams[number] = stream
    open.append(stream)
  }

  /// Begins the operator list of some items.
  func beginList() {
    begin(
      OutlinedStep(
        nil, .dyn, at: ExpressionPlace(document: 0, path: []), level: 0, isInList: true))
  }

  func begin(_ written: Operator?, _ type: ValueType, at place: ExpressionPlace, level: Int) {
    begin(
      OutlinedStep(
        written, type, at: place, level: level, isInList: open.last?.isInList ?? false))
  }

  private func begin(_ step: OutlinedStep) {
    open.last?.steps.append(step)
    open.append(step)
  }

  func end() {
    open.removeLast()
  }

  func note(_ definition: any OperatorDefinition) {
    open.last?.definition = definition
  }

  func note(_ checked: CheckedExpression, of parameter: Text?) {
    open.last?.expressions[parameter ?? ""] = checked
  }

  func note(_ inputs: [Int?]) {
    open.last?.inputs += inputs
  }

  func note(_ diagrams: [MarblePlan?]) {
    open.last?.knownDiagrams = diagrams
  }

  func note(_ tolerance: Tolerance?) {
    open.last?.tolerance = tolerance
  }

  /// Notes the node with the events of the source or the operator.
  func note(_ result: Upstream) {
    guard let last = open.last, !last.isInList else { return }
    last.node = result.node
  }

  func note(_ body: OperatorBody) {
    open.last?.body = body
  }
}
