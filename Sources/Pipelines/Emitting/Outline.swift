import Expressions
import Values

/// A stream or an operator as the compiler has found it: with its parameters bound, its expressions
/// checked and its inputs known.
final class OutlinedStep {
  /// The operator as the document has it; nil for a stream, and for the operators of items.
  let written: Operator?
  /// The operator with values for its parameters.
  fileprivate(set) var definition: (any OperatorDefinition)?
  /// The type of the values that it receives.
  let type: ValueType
  let place: ExpressionPlace
  /// The level of the parameters in sight.
  let level: Int
  /// The checked expressions, by the names of their parameters; "" for one that is built in.
  fileprivate(set) var expressions: [Text: CheckedExpression] = [:]
  /// The streams that it takes as inputs, in order.
  fileprivate(set) var inputs: [Int?] = []
  /// The operators of a stream, of an item's list, of a group, or in the body of an operator of
  /// one's own; in a stream of items, before these the lists of the items.
  fileprivate(set) var steps: [OutlinedStep] = []
  /// The diagrams whose times a join knows.
  fileprivate(set) var knownDiagrams: [MarblePlan?] = []
  /// The body of an operator of one's own.
  fileprivate(set) var body: OperatorBody?
  /// The treatment of values on which its expression fails; nil if that fails the stream.
  fileprivate(set) var tolerance: Tolerance?
  /// The node of the plan that emits what a source or an operator emits; nil for the operators of
  /// items, which have plans of their own.
  fileprivate(set) var node: Int?
  /// Whether it is in the operators' list of an item.
  fileprivate let isInList: Bool

  /// Whether parameters of the document stand for some of the operator's.
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

/// Notes what a compiler compiles: each stream, with the steps in it.
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

  /// Notes the node that emits what the source or the operator emits.
  func note(_ result: Upstream) {
    guard let last = open.last, !last.isInList else { return }
    last.node = result.node
  }

  func note(_ body: OperatorBody) {
    open.last?.body = body
  }
}
