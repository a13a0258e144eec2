import Values

/// Finds the type of every node, and every mistake that can be found without a value.
///
/// An operation that may succeed is not rejected: with an operand of unknown type everything is
/// allowed. A node with a mistake is treated as a node of unknown type, so that each mistake is
/// reported once.
struct Checker {
  var checked: CheckedTree
  private(set) var errors: [ExpressionError] = []
  /// The number of instructions of all patterns so far.
  var patternSize = 0
  /// The keys of maps, computed on first use.
  private lazy var keys: Set<SyntaxTree.Index> = checked.tree.keys
  /// The text of the expression, converted on first use.
  private(set) lazy var scalars = checked.tree.scalars(of: text)
  private let text: String
  /// The parameters that may be used, for suggestions.
  private let parameters: ParameterScope?
  /// Whether it finds hints for mistakes in names.
  let suggestsNames: Bool

  private init(
    _ tree: SyntaxTree, of text: String, in scope: Scope, with parameters: ParameterScope?,
    suggestsNames: Bool
  ) {
    self.text = text
    self.parameters = parameters
    self.suggestsNames = suggestsNames
    checked = CheckedTree(tree: tree, scope: scope)
    checked.types.reserveCapacity(tree.nodes.count)
  }

  static func check(
    _ tree: SyntaxTree, of text: String, in scope: Scope, with parameters: ParameterScope? = nil,
    suggestsNames: Bool = true
  ) -> (tree: CheckedTree, errors: [ExpressionError]) {
    var checker = Checker(
      tree, of: text, in: scope, with: parameters, suggestsNames: suggestsNames)
    // Operands come before the nodes that use them, so their types are available when they are
    // needed.
    for index in tree.nodes.indices { checker.checked.types.append(checker.type(of: index)) }
    return (checker.checked, checker.errors)
  }

  mutating func note(
    _ code: ExpressionError.Code, _ message: String, hint: String? = nil, range: Range<Int>
  ) -> ValueType {
    errors.append(ExpressionError(code, message, hint: hint, range: range))
    return .dyn
  }

  func type(_ index: SyntaxTree.Index) -> ValueType { checked.types[index] }
  func range(_ index: SyntaxTree.Index) -> Range<Int> { checked.tree.nodes[index].range }

  private mutating func type(of index: SyntaxTree.Index) -> ValueType {
    let range = range(index)
    switch checked.tree.nodes[index].kind {
    case .literal(let value): return ValueType.of(value)
    case .variable(let variable): return type(of: variable, range: range)
    case .form(let number): return typeOfForm(number, range: range)
    case .name(let name): return type(of: name, at: index)
    case .binding(let binder): return type(binder)
    case .unary(let operation, let operand): return type(of: operation, operand, range: range)
    case .binary(let operation, let left, let right):
      return type(of: operation, left, right, range: range)
    case .all(let operands): return typeOfLogic("&&", operands)
    case .any(let operands): return typeOfLogic("||", operands)
    case .conditional(let condition, let success, let failure):
      requireBool(condition, before: "'?'")
      return type(success).joined(with: type(failure))
    case .field(let object, let name):
      return typeOfStep(name, of: object) ?? typeOfField(name, of: type(object))
    case .optionalField(let object, let name):
      return .optional(typeOfField(name, of: type(object)).unwrapped)
    case .presence(let object, let name):
      _ = typeOfField(name, of: type(object))
      return .bool
    case .index(let container, let index):
      return typeOfElement(of: type(container), container, at: index)
    case .optionalIndex(let container, let index):
      return .optional(typeOfElement(of: type(container), container, at: index).unwrapped)
    case .optionalElement(let element): return typeInsideOptional(element)
    case .list(let elements): return .list(joined(elements))
    case .map(let entries): return type(of: entries)
    case .call(let name, let receiver, let arguments):
      return typeOfCall(index, to: name, receiver: receiver, arguments: arguments)
    case .binder(let binder): return type(of: binder)
    case .comprehension(let comprehension): return type(of: comprehension)
    }
  }

  func joined(_ operands: [SyntaxTree.Index]) -> ValueType {
    guard let first = operands.first else { return .dyn }
    return operands.dropFirst().reduce(type(first)) { $0.joined(with: type($1)) }
  }

  mutating func requireBool(_ operand: SyntaxTree.Index, before place: String) {
    let found = type(operand)
    if !ValueType.bool.accepts(found) {
      _ = note(
        .wrongType, "found \(found.phrase), expected a bool before \(place)", range: range(operand))
    }
  }
}

extension Checker {
  private mutating func type(of variable: Variable, range: Range<Int>) -> ValueType {
    if variable == .time { checked.usesTime = true }
    if let type = checked.scope[variable] {
      checked.noteRead(of: variable, at: range)
      return type
    }
    let error = ExpressionError.unavailable(variable, range: range)
    return note(error.code, error.message, hint: error.hint, range: range)
  }

  private mutating func typeOfForm(_ number: Int, range: Range<Int>) -> ValueType {
    let count = checked.scope.argumentCount
    if number < count, let type = checked.scope[number == 0 ? .first : .second] { return type }
    let values = count == 1 ? "there is 1 value" : "there are \(count) values"
    return note(
      .excessArgument, "found form \(number + 1), but \(values) here",
      hint: "each of '%d', '%i', '%f', '%@' and '%K' stands for the next value", range: range)
  }

  private mutating func type(of name: Text, at index: SyntaxTree.Index) -> ValueType {
    if let known = checked.scope.names.last(where: { $0.name == name }) { return known.type }
    if TypeName(rawValue: name.string) != nil { return .type }
    let range = range(index)
    if keys.contains(index) {
      return note(
        .unknownVariable, "unknown variable '\(name)' as a key",
        hint: "write it in quotes: '\(name)'",
        range: range)
    }
    return note(
      .unknownVariable, "unknown variable '\(name)'",
      hint: suggestsNames ? hint(forUnknown: name) : nil, range: range)
  }

  private func hint(forUnknown name: Text) -> String? {
    let variables = Variable.allCases.filter { checked.scope[$0] != nil }.map(\.rawValue)
    let names =
      variables + checked.scope.names.map(\.name.string) + (parameters?.names ?? [])
    var hint = ForeignNames.variables[name.string]?.wayOut
    if hint?.contains("$0") == true, checked.scope.first == nil { hint = nil }
    hint =
      hint ?? NearestName(to: name.string, among: names).name.map { "did you mean '\($0)'?" }
    if hint == nil, let first = checked.scope.first, ValueType.map(.dyn).accepts(first),
      !name.string.hasPrefix("$")
    {
      hint = "write '$0.\(name)' for a field of the value"
    }
    return hint
  }
}
