package import Values

/// A checked expression as a tree, for code that translates it to another language.
package struct ExpressionTree: Sendable {
  /// The form of a part of an expression.
  package indirect enum Form: Sendable {
    case literal(Value)
    case variable(Variable)
    /// The variable of a macro, identified by the number of its declaration.
    case local(Int)
    case not(ExpressionTree)
    case negative(ExpressionTree)
    /// `+`, `-`, `*`, `/` or `%`.
    case arithmetic(String, ExpressionTree, ExpressionTree)
    /// `==`, `!=`, `<`, `<=`, `>` or `>=`.
    case comparison(String, ExpressionTree, ExpressionTree)
    case membership(ExpressionTree, in: ExpressionTree)
    case all([ExpressionTree])
    case any([ExpressionTree])
    case conditional(ExpressionTree, ExpressionTree, ExpressionTree)
    case field(ExpressionTree, Text)
    /// `a.?b`.
    case optionalField(ExpressionTree, Text)
    /// `has(a.b)`.
    case presence(ExpressionTree, Text)
    case index(ExpressionTree, ExpressionTree)
    case list([ExpressionTree])
    case map([(key: ExpressionTree, value: ExpressionTree)])
    case call(String, receiver: ExpressionTree?, arguments: [ExpressionTree])
    /// A macro with one variable. `filter` is the condition before the expression of an element.
    case macro(
      String, source: ExpressionTree, variable: Int, filter: ExpressionTree?, body: ExpressionTree)
    /// Anything else, in words.
    case other(String)
  }

  package let form: Form
  /// The type of the result, as far as it is known.
  package let type: ValueType
  /// The range of the part in the text, in Unicode scalars; nil in the text of a parameter.
  package let range: Range<Int>?

  package init(form: Form, type: ValueType, range: Range<Int>?) {
    (self.form, self.type, self.range) = (form, type, range)
  }
}

extension ExpressionTree {
  /// The parts that it consists of, in the order of the text.
  package var parts: [ExpressionTree] {
    switch form {
    case .literal, .variable, .local, .other: []
    case .not(let operand), .negative(let operand), .field(let operand, _),
      .optionalField(let operand, _), .presence(let operand, _):
      [operand]
    case .arithmetic(_, let left, let right), .comparison(_, let left, let right),
      .membership(let left, in: let right), .index(let left, let right):
      [left, right]
    case .all(let operands), .any(let operands), .list(let operands): operands
    case .conditional(let condition, let success, let failure): [condition, success, failure]
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    case .call(_, let receiver, let arguments): (receiver.map { [$0] } ?? []) + arguments
    case .macro(_, let source, _, let filter, let body):
      [source] + (filter.map { [$0] } ?? []) + [body]
    }
  }
}

extension CheckedExpression {
  /// The expression as a tree; nil if it has more parts than is useful in a translation.
  package var expressionTree: ExpressionTree? {
    guard tree.nodes.count <= Self.translatedNodes else { return nil }
    return part(tree.root)
  }

  /// The maximum number of parts of an expression that is translated. It bounds the depth of its
  /// tree.
  private static let translatedNodes = 300

  private func part(_ index: SyntaxTree.Index) -> ExpressionTree {
    let range = tree.nodes[index].range
    return ExpressionTree(
      form: form(of: tree.nodes[index].kind), type: checked.types[index],
      range: tree.place(of: range) == nil ? range : nil)
  }

  private func form(of kind: SyntaxTree.Kind) -> ExpressionTree.Form {
    switch kind {
    case .literal(let value): .literal(value)
    case .variable(let variable): .variable(variable)
    case .binding(let binder): .local(binder)
    case .unary(.not, let operand): .not(part(operand))
    case .unary(.negate, let operand): .negative(part(operand))
    case .binary(.arithmetic(let operation), let left, let right):
      .arithmetic(operation.rawValue, part(left), part(right))
    case .binary(.comparison(let operation), let left, let right):
      .comparison(operation.rawValue, part(left), part(right))
    case .binary(.membership, let element, let list): .membership(part(element), in: part(list))
    case .all(let operands): .all(operands.map(part))
    case .any(let operands): .any(operands.map(part))
    case .conditional(let condition, let success, let failure):
      .conditional(part(condition), part(success), part(failure))
    case .field(let value, let name): .field(part(value), name.text)
    case .optionalField(let value, let name): .optionalField(part(value), name.text)
    case .presence(let value, let name): .presence(part(value), name.text)
    case .index(let list, let position): .index(part(list), part(position))
    case .list(let elements): .list(elements.map(part))
    case .map(let entries): form(of: entries)
    case .call(let name, let receiver, let arguments):
      .call(name.text.string, receiver: receiver.map(part), arguments: arguments.map(part))
    case .comprehension(let comprehension): form(of: comprehension)
    case .optionalElement, .optionalIndex: .other("an optional element")
    case .form: .other("a placeholder")
    case .name(let name): .other("'\(name.string)'")
    case .binder: .other("a variable")
    }
  }

  private func form(of entries: [SyntaxTree.Entry]) -> ExpressionTree.Form {
    if entries.contains(where: \.isOptional) { return .other("an optional entry") }
    return .map(entries.map { (part($0.key), part($0.value)) })
  }

  private func form(of comprehension: SyntaxTree.Comprehension) -> ExpressionTree.Form {
    if comprehension.second != nil { return .other("a macro with two variables") }
    return .macro(
      comprehension.macro.rawValue, source: part(comprehension.source),
      variable: comprehension.binder, filter: comprehension.filter.map(part),
      body: part(comprehension.body))
  }
}
