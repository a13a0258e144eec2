package import Values

/// The parts of an expression with their types, for editors. The expression may have mistakes in
/// its types and names.
package struct ExpressionOutline: Sendable {
  /// A part of an expression.
  package struct Part: Sendable, Hashable {
    /// The range of the part, in Unicode scalars.
    package let range: Range<Int>
    package let type: ValueType
    let node: Int
  }

  /// The maximum number of sample values for a part.
  private static let sampleLimit = 32

  private let text: String
  private let checked: CheckedTree

  /// Parses an expression; nil if it cannot be parsed.
  package init?(
    _ text: String, in scope: Scope, with parameters: ParameterScope? = nil
  ) {
    do throws(ExpressionErrors) {
      let tree = try Parser.tree(of: text, in: scope, with: parameters)
      checked = Checker.check(tree, of: text, in: scope, with: parameters).tree
      self.text = text
    } catch {
      return nil
    }
  }

  /// The whole expression.
  package var whole: Part { part(checked.tree.root) }

  /// The smallest part that contains a scalar.
  package func part(containing scalar: Int) -> Part? {
    parts.filter { $0.range.contains(scalar) }.min { $0.range.count < $1.range.count }
  }

  /// The largest part that ends before a scalar. If a dot is there, this part is the receiver.
  package func receiver(endingAt scalar: Int) -> Part? {
    // After `a + b`, a dot belongs to `b`.
    parts.filter { $0.range.upperBound == scalar && isOperand($0) }
      .max { $0.range.count < $1.range.count }
  }

  /// Whether a dot can follow a part without parentheses around it.
  private func isOperand(_ part: Part) -> Bool {
    switch checked.tree.nodes[part.node].kind {
    case .unary, .binary, .all, .any, .conditional: false
    default: true
    }
  }

  private var parts: [Part] {
    checked.tree.nodes.indices.filter { index in
      if case .binder = checked.tree.nodes[index].kind { return false }
      return checked.tree.place(of: checked.tree.nodes[index].range) == nil
    }.map(part)
  }

  private func part(_ index: SyntaxTree.Index) -> Part {
    Part(
      range: checked.tree.nodes[index].range, type: checked.types[index].emitted ?? .dyn,
      node: index)
  }
}

extension ExpressionOutline {
  /// The values that a part may have where `$0` has some values, found without evaluating more than
  /// the calls in it. Empty if nothing is known.
  package func samples(
    of part: Part, first: [Value], second: [Value] = []
  ) -> [Value] {
    var budget = 4096
    return samples(
      part.node, Samples(first: first, second: second), depth: 0, budget: &budget)
  }

  private struct Samples {
    let first: [Value]
    let second: [Value]
  }

  private func samples(
    _ index: SyntaxTree.Index, _ known: Samples, depth: Int, budget: inout Int
  ) -> [Value] {
    budget -= 1
    guard depth < 64, budget > 0 else { return [] }
    func inside(_ index: SyntaxTree.Index) -> [Value] {
      samples(index, known, depth: depth + 1, budget: &budget)
    }
    let values: [Value]
    switch checked.tree.nodes[index].kind {
    case .literal(let value): values = [value]
    case .variable(.first): values = known.first
    case .variable(.second): values = known.second
    case .field(let object, let name), .optionalField(let object, let name):
      values = inside(object).compactMap { value in
        if case .object(let object) = value { object[name.text] } else { nil }
      }
    case .index(let container, _), .optionalIndex(let container, _):
      values = inside(container).flatMap(\.contents)
    case .binding(let binder): values = samplesOfBinder(binder, inside)
    case .binder: values = samplesOfBinder(index, inside)
    case .conditional(_, let success, let failure): values = inside(success) + inside(failure)
    case .list(let elements):
      values = elements.isEmpty ? [] : [.array(elements.compactMap { inside($0).first })]
    case .map(let entries): values = object(of: entries, inside)
    case .comprehension(let comprehension):
      values = samples(of: comprehension, inside)
    default: values = results(of: index, known)
    }
    return Array(values.prefix(Self.sampleLimit))
  }

  private func samplesOfBinder(
    _ index: SyntaxTree.Index, _ inside: (SyntaxTree.Index) -> [Value]
  ) -> [Value] {
    guard case .binder(let binder) = checked.tree.nodes[index].kind else { return [] }
    let source = inside(binder.source)
    switch binder.role {
    case .whole, .wrapped: return source
    case .element:
      return source.flatMap { value -> [Value] in
        if case .object(let object) = value { return object.keys.map { .string($0) } }
        return value.contents
      }
    case .value: return source.flatMap(\.contents)
    case .position: return []
    }
  }

  private func object(
    of entries: [SyntaxTree.Entry], _ inside: (SyntaxTree.Index) -> [Value]
  ) -> [Value] {
    let members = entries.compactMap { entry -> Member? in
      guard case .string(let key)? = inside(entry.key).first else { return nil }
      return Member(key: key, value: inside(entry.value).first ?? .null)
    }
    return [.object(Object(members))]
  }

  private func samples(
    of comprehension: SyntaxTree.Comprehension, _ inside: (SyntaxTree.Index) -> [Value]
  ) -> [Value] {
    switch comprehension.macro {
    case .filter, .sortBy: inside(comprehension.source)
    case .map, .transformList: [.array(inside(comprehension.body))]
    case .bind, .optMap, .optFlatMap: inside(comprehension.body)
    case .maxBy, .minBy: inside(comprehension.source).flatMap(\.contents)
    default: []
    }
  }

  /// The results of evaluating a part that reads no variable of a macro.
  private func results(of index: SyntaxTree.Index, _ known: Samples) -> [Value] {
    let scalars = Array(text.unicodeScalars)
    let range = checked.tree.nodes[index].range
    guard checked.tree.place(of: range) == nil, range.upperBound <= scalars.count else { return [] }
    let part = String(String.UnicodeScalarView(scalars[range]))
    do throws(ExpressionErrors) {
      let evaluator = try CheckedExpression(part, in: checked.scope).evaluator()
      var frame = Frame()
      return known.first.prefix(8).compactMap { value in
        do throws(EvaluationError) {
          return try evaluator.value(value, known.second.first ?? .null, in: &frame)
        } catch {
          return nil
        }
      }
    } catch {
      return []
    }
  }
}

extension Value {
  /// The elements of an array, or the values of an object's members.
  fileprivate var contents: [Value] {
    switch self {
    case .array(let elements): elements
    case .object(let object): object.members.map(\.value)
    default: []
    }
  }
}
