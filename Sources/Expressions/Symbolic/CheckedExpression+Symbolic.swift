import Values

extension CheckedExpression {
  /// Returns the result of the expression for symbolic values of its variables. Missing variables
  /// are unknown.
  package func symbolicValue(of variables: [Variable: SymbolicValue]) -> SymbolicValue {
    var builder = SymbolicBuilder(checked, variables, text: text)
    return builder.build()
  }
}

/// Builds the symbolic value of an expression, in one pass over its nodes.
private struct SymbolicBuilder {
  private let checked: CheckedTree
  private let variables: [Variable: SymbolicValue]
  private let text: String
  private lazy var scalars = Array(text.unicodeScalars)
  private var results: [SymbolicValue] = []

  init(_ checked: CheckedTree, _ variables: [Variable: SymbolicValue], text: String) {
    (self.checked, self.variables, self.text) = (checked, variables, text)
  }

  private var tree: SyntaxTree { checked.tree }

  mutating func build() -> SymbolicValue {
    results.reserveCapacity(tree.nodes.count)
    for index in tree.nodes.indices { results.append(result(of: index)) }
    return results[tree.root]
  }

  private mutating func result(of index: SyntaxTree.Index) -> SymbolicValue {
    switch tree.nodes[index].kind {
    case .literal(let value): return .literal(value)
    case .variable(let variable): return variables[variable] ?? .unknown
    case .form(let number): return variables[number == 0 ? .first : .second] ?? .unknown
    // The name of a type, or a name that the scope knows.
    case .name: return .unknown
    case .binder(let binder): return binder.role == .whole ? results[binder.source] : .unknown
    case .binding(let binder): return results[binder]
    case .comprehension(let comprehension):
      return comprehension.macro == .bind
        ? results[comprehension.body] : template(of: index)
    case .list(let elements):
      let isPlain = elements.allSatisfy { element in
        if case .optionalElement = tree.nodes[element].kind { false } else { true }
      }
      return isPlain ? .list(elements.map { results[$0] }) : .unknown
    case .map(let entries): return map(entries)
    case .optionalElement: return .unknown
    default: return operation(at: index)
    }
  }

  private func map(_ entries: [SyntaxTree.Entry]) -> SymbolicValue {
    var keys: [Text] = []
    for entry in entries {
      guard !entry.isOptional, case .literal(.string(let key)) = results[entry.key],
        !keys.contains(key)
      else { return .unknown }
      keys.append(key)
    }
    return .made(by: .map(keys), of: entries.map { results[$0.value] })
  }

  /// Whether equal values of a node's type are always the same value.
  private func isExact(_ index: SyntaxTree.Index) -> Bool {
    switch checked.types[index] {
    case .null, .bool, .int, .string, .timestamp, .duration: true
    default: false
    }
  }

  private func operation(at index: SyntaxTree.Index) -> SymbolicValue {
    func make(
      _ kind: SymbolicOperation.Kind, _ operands: [SyntaxTree.Index], keepsEquality: Bool,
      isPrimary: Bool = true
    ) -> SymbolicValue {
      .made(
        by: SymbolicOperation(
          kind: kind, keepsEquality: keepsEquality, isExact: isExact(index), isPrimary: isPrimary),
        of: operands.map { results[$0] })
    }
    func infix(_ spelling: String, _ operands: [SyntaxTree.Index], keepsEquality: Bool = false)
      -> SymbolicValue
    {
      let between = Array(repeating: " \(spelling) ", count: operands.count - 1)
      return make(
        .other([""] + between + [""]), operands, keepsEquality: keepsEquality, isPrimary: false)
    }
    switch tree.nodes[index].kind {
    case .field(let operand, let name):
      return make(.field(name.text), [operand], keepsEquality: true)
    case .presence(let operand, let name):
      return make(.presence(name.text), [operand], keepsEquality: true)
    case .optionalField(let operand, let name):
      return make(.other(["", ".?\(name.text.string)"]), [operand], keepsEquality: true)
    case .index(let operand, let place):
      guard case .literal(let place) = tree.nodes[place].kind else {
        return make(.other(["", "[", "]"]), [operand, place], keepsEquality: false)
      }
      return make(.element(place), [operand], keepsEquality: true)
    case .optionalIndex(let operand, let place):
      return make(.other(["", "[?", "]"]), [operand, place], keepsEquality: false)
    case .unary(let unary, let operand):
      return make(
        .other([unary.rawValue, ""]), [operand], keepsEquality: unary == .not, isPrimary: false)
    case .binary(let binary, let left, let right):
      // A string can be added only to a string.
      let isText = [left, right].contains { checked.types[$0] == .string }
      return infix(
        binary.spelling, [left, right], keepsEquality: binary == .arithmetic(.add) && isText)
    case .all(let operands): return infix("&&", operands, keepsEquality: true)
    case .any(let operands): return infix("||", operands, keepsEquality: true)
    case .conditional(let condition, let success, let failure):
      return make(
        .other(["", " ? ", " : ", ""]), [condition, success, failure], keepsEquality: true,
        isPrimary: false)
    case .call(let name, let receiver, let arguments):
      let commas = Array(repeating: ", ", count: max(0, arguments.count - 1))
      let opening = receiver == nil ? ["\(name.text.string)("] : ["", ".\(name.text.string)("]
      let pieces =
        arguments.isEmpty && receiver == nil
        ? ["\(name.text.string)()"]
        : arguments.isEmpty
          ? ["", ".\(name.text.string)()"] : opening + commas + [")"]
      return make(
        .other(pieces), [receiver].compactMap(\.self) + arguments,
        keepsEquality: keepsEquality(name, index))
    default: return .unknown
    }
  }

  /// Whether a function returns equal results for equal arguments. This is true for functions that
  /// accept only types whose equal values are identical, and for functions that return their
  /// argument.
  private func keepsEquality(_ name: SyntaxTree.Name, _ index: SyntaxTree.Index) -> Bool {
    if ["int", "orValue", "or", "value", "hasValue"].contains(name.text.string) { return true }
    guard let call = checked.calls[index], !call.overloads.isEmpty else { return false }
    let exact: [ValueType] = [.string, .bool, .timestamp, .duration, .null]
    return call.overloads.allSatisfy { overload in
      overload.parameters.allSatisfy { $0.types.allSatisfy(exact.contains) }
    }
  }

  /// Returns a macro as its text, with the variables that the engine provides as operands.
  private mutating func template(of index: SyntaxTree.Index) -> SymbolicValue {
    let range = tree.nodes[index].range
    guard tree.place(of: range) == nil,
      !tree.insertions.contains(where: { $0.use.overlaps(range) }),
      range.upperBound <= scalars.count
    else { return .unknown }
    var pieces: [String] = []
    var operands: [SymbolicValue] = []
    var start = range.lowerBound
    for (leaf, lower) in leaves(in: range) {
      let end = tree.nodes[leaf].range.upperBound
      guard lower >= start else { continue }
      pieces.append(String(String.UnicodeScalarView(scalars[start..<lower])))
      operands.append(results[leaf])
      start = end
    }
    pieces.append(String(String.UnicodeScalarView(scalars[start..<range.upperBound])))
    return .made(
      by: SymbolicOperation(
        kind: .other(pieces), keepsEquality: false, isExact: isExact(index)),
      of: operands)
  }

  /// The variables, placeholders and parameters in a range, in order.
  private mutating func leaves(
    in range: Range<Int>
  ) -> [(index: SyntaxTree.Index, lower: Int)] {
    var leaves: [(index: SyntaxTree.Index, lower: Int)] = []
    for (index, node) in tree.nodes.enumerated() where index < results.count {
      guard range.contains(node.range.lowerBound), node.range.upperBound <= range.upperBound else {
        continue
      }
      switch node.kind {
      case .variable, .form: leaves.append((index, node.range.lowerBound))
      case .literal, .call:
        // The value of a parameter is located where its name is written.
        if scalars[node.range.lowerBound] == "$", isName(node.range) {
          leaves.append((index, node.range.lowerBound))
        }
      default: break
      }
    }
    // The argument of a duration, which is a call, has the same place; the call comes after it.
    return leaves.sorted { ($0.lower, -$0.index) < ($1.lower, -$1.index) }
  }

  private mutating func isName(_ range: Range<Int>) -> Bool {
    scalars[range].dropFirst().allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
  }
}
