import Synchronization
import Values

/// Records the first node of an expression that fails, in code that is compiled only for this
/// purpose.
///
/// The code for playbacks does not record it, because that would cost time for every value.
final class FailureMark: Sendable {
  private let node = Atomic<Int>(FailureMark.none)
  private static let none = -1

  /// Returns the innermost node that fails when the expression is evaluated again; nil if none does
  /// because only the result is unusable.
  static func node(
    failingIn checked: CheckedTree, _ first: Value, _ second: Value, _ frame: Frame
  ) -> SyntaxTree.Index? {
    let mark = FailureMark()
    let code = Compiler.code(for: checked, mark: mark).boxed
    var frame = frame
    frame.steps = 0
    do throws(EvaluationFailure) {
      _ = try code.evaluate(first, second, &frame)
      return nil
    } catch {
      let node = mark.node.load(ordering: .relaxed)
      return node == none ? nil : node
    }
  }

  /// Records a failure, unless it comes from an inner node.
  fileprivate func note(_ index: SyntaxTree.Index) {
    _ = node.compareExchange(expected: Self.none, desired: index, ordering: .relaxed)
  }

  /// Clears a failure without consequences, as in `true || 1 / 0 == 1`.
  fileprivate func clear() {
    node.store(Self.none, ordering: .relaxed)
  }
}

extension Code {
  /// Returns the same code, but with its failures recorded.
  func marked(as index: SyntaxTree.Index, of kind: SyntaxTree.Kind, by mark: FailureMark) -> Code {
    let absorbs: Bool
    switch kind {
    // Their failures belong to the enclosing node.
    case .literal, .variable, .form, .name, .binding, .binder, .optionalElement: return self
    case .all, .any, .comprehension: absorbs = true
    default: absorbs = false
    }
    if constant != nil { return self }
    func marked<Source: Term>(_ source: Source) -> MarkedTerm<Source> {
      MarkedTerm(source: source, index: index, absorbs: absorbs, mark: mark)
    }
    return switch self {
    case .int(let routine): .int(IntRoutine(marked(routine)))
    case .double(let routine): .double(DoubleRoutine(marked(routine)))
    case .bool(let routine): .bool(BoolRoutine(marked(routine)))
    case .value(let routine): .value(ValueRoutine(marked(routine)))
    }
  }
}

/// Records a failure and rethrows it.
private struct MarkedTerm<Source: Term>: Term {
  let source: Source
  let index: SyntaxTree.Index
  /// Whether it may succeed even though an operand has failed.
  let absorbs: Bool
  let mark: FailureMark

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Source.Result {
    do throws(EvaluationFailure) {
      let result = try source.evaluate(first, second, &frame)
      if absorbs { mark.clear() }
      return result
    } catch {
      mark.note(index)
      throw error
    }
  }
}
