import Synchronization
import Values

/// A part of an expression that may decide its result, and the number of times that it has.
package struct Branch: Sendable {
  package enum Kind: Sendable, Hashable {
    /// The operand after the `?` of a conditional: counted when it is chosen.
    case success
    /// The operand after the `:` of a conditional: counted when it is chosen.
    case failure
    /// An operand of `&&`: counted when it is false.
    case conjunct
    /// An operand of `||`: counted when it is true.
    case disjunct
  }

  package let kind: Kind
  /// The text of the part.
  package let text: String
  /// The range of the part, in Unicode scalars of the expression.
  package let range: Range<Int>
  /// The place of the parameter's expression that contains the part; nil if the part is in the
  /// expression itself.
  package let place: ExpressionPlace?
  package let hits: HitCounter

  /// The value that the part must have to be counted; nil if every evaluation counts.
  var deciding: Bool? {
    switch kind {
    case .success, .failure: nil
    case .conjunct: false
    case .disjunct: true
    }
  }
}

extension CheckedExpression {
  /// Returns the same expression, whose evaluators count its branches, and the branches, inner ones
  /// first.
  package func probed() -> (CheckedExpression, branches: [Branch]) {
    var probes: [SyntaxTree.Index: Branch] = [:]
    for node in tree.nodes {
      switch node.kind {
      case .conditional(_, let success, let failure):
        probes[success] = branch(.success, at: success)
        probes[failure] = branch(.failure, at: failure)
      case .all(let operands):
        for operand in operands { probes[operand] = branch(.conjunct, at: operand) }
      case .any(let operands):
        for operand in operands { probes[operand] = branch(.disjunct, at: operand) }
      default: break
      }
    }
    let branches = probes.keys.sorted().compactMap { probes[$0] }
    return (probed(by: probes), branches)
  }

  private func branch(_ kind: Branch.Kind, at index: SyntaxTree.Index) -> Branch {
    let found = tree.place(of: tree.nodes[index].range)
    let range = found?.range ?? tree.nodes[index].range
    let whole = found?.insertion.given.text ?? text
    var part = String.UnicodeScalarView()
    part.append(contentsOf: whole.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count))
    return Branch(
      kind: kind, text: String(part), range: range, place: found?.insertion.given.place,
      hits: HitCounter())
  }
}

extension Code {
  /// Returns the same code, which counts its results for a branch.
  func counted(for branch: Branch) -> Code {
    let hits = branch.hits
    if let deciding = branch.deciding {
      return .bool(BoolRoutine(DecisionTerm(source: asBool, deciding: deciding, hits: hits)))
    }
    return switch self {
    case .int(let routine): .int(IntRoutine(CountedTerm(source: routine, hits: hits)))
    case .double(let routine): .double(DoubleRoutine(CountedTerm(source: routine, hits: hits)))
    case .bool(let routine): .bool(BoolRoutine(CountedTerm(source: routine, hits: hits)))
    case .value(let routine): .value(ValueRoutine(CountedTerm(source: routine, hits: hits)))
    }
  }
}

/// Counts each evaluation.
private struct CountedTerm<Source: Term>: Term {
  let source: Source
  let hits: HitCounter

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Source.Result {
    hits.add()
    return try source.evaluate(first, second, &frame)
  }
}

/// Counts each evaluation with the deciding result.
private struct DecisionTerm: Term {
  let source: BoolRoutine
  let deciding: Bool
  let hits: HitCounter

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    let result = try source.evaluate(first, second, &frame)
    if result == deciding { hits.add() }
    return result
  }
}

/// Counts occurrences. The count is read later, and playbacks on other threads may add to it.
package final class HitCounter: Sendable {
  private let hits = Atomic<Int>(0)

  package init() {}

  package var count: Int { hits.load(ordering: .relaxed) }

  package func add() {
    hits.add(1, ordering: .relaxed)
  }
}
