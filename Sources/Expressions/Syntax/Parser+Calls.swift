import Values

extension Parser {
  /// Reads the arguments of a call after a dot: a call of a member, or of a function in a
  /// namespace.
  mutating func parseCall(
    _ name: String, at range: Range<Int>, behind operand: SyntaxTree.Index
  ) throws(ExpressionError) -> SyntaxTree.Index {
    guard case .name(let space) = builder[operand], FunctionTable.namespaces.contains(space.string)
    else { return try parseCall(name, at: range, receiver: operand) }
    let fullName = "\(space).\(name)"
    let isKnown = FunctionTable.names.contains(fullName)
    // A variable may have the name of a namespace. In that case only existing functions are called.
    if !isKnown, scope.names.contains(where: { $0.name == space }) {
      return try parseCall(name, at: range, receiver: operand)
    }
    let start = builder.extent(operand).lowerBound
    builder.removeLast()
    return try parseCall(fullName, at: start..<range.upperBound, receiver: nil)
  }

  /// Reads the arguments of a call, or the variables and the body of a macro.
  mutating func parseCall(
    _ name: String, at nameRange: Range<Int>, receiver: SyntaxTree.Index?
  ) throws(ExpressionError) -> SyntaxTree.Index {
    next += 1
    let start = receiver.map { builder.extent($0).lowerBound } ?? nameRange.lowerBound
    if let receiver, let macro = SyntaxTree.Macro(member: name) {
      return try parseComprehension(macro, at: nameRange, source: receiver)
    }
    if receiver == nil, name == SyntaxTree.Macro.bind.rawValue {
      return try parseBind(at: nameRange)
    }
    let arguments = try parseExpressions(until: .rightParenthesis)
    let range = start..<tokens[next - 1].range.upperBound
    if receiver == nil, name == "has" { return try addPresence(of: arguments, range: range) }
    return try builder.add(
      .call(
        SyntaxTree.Name(text: Text(name), range: nameRange), receiver: receiver,
        arguments: arguments),
      operands: (receiver.map { [$0] } ?? []) + arguments, range: range)
  }

  private mutating func addPresence(
    of arguments: [SyntaxTree.Index], range: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Index {
    guard arguments.count == 1, case .field(let object, let name) = builder[arguments[0]] else {
      throw ExpressionError(
        .syntax, "'has' takes one field, as in 'has($0.name)'",
        range: arguments.count == 1 ? builder.extent(arguments[0]) : range)
    }
    // Replaces the field, which must not be evaluated because that would fail.
    return builder.replaceLast(.presence(object, name), range: range)
  }
}

// MARK: - Macros

extension Parser {
  /// Reads the arguments of a macro, with its variables in scope.
  private mutating func parseComprehension(
    _ macro: SyntaxTree.Macro, at nameRange: Range<Int>, source: SyntaxTree.Index
  ) throws(ExpressionError) -> SyntaxTree.Index {
    let start = builder.extent(source).lowerBound
    try enterMacro(at: nameRange)
    let variables = try parseVariables(of: macro)
    let roles = macro.roles(ofVariables: variables.count)
    var binders: [SyntaxTree.Index] = []
    for (variable, role) in zip(variables, roles) {
      binders.append(try bind(variable, to: source, as: role))
    }
    var bodies = [try parseExpression()]
    if macro.takesFilter, accept(.comma) { bodies.append(try parseExpression()) }
    leaveMacro(variables: binders.count)
    try expect(.rightParenthesis)
    let comprehension = SyntaxTree.Comprehension(
      macro: macro, source: source, binder: binders[0],
      second: binders.count == 2 ? binders[1] : nil, body: bodies[bodies.count - 1],
      filter: bodies.count == 2 ? bodies[0] : nil)
    return try builder.add(
      .comprehension(comprehension), operands: [source] + bodies,
      range: start..<tokens[next - 1].range.upperBound)
  }

  /// Reads the arguments of `cel.bind`.
  private mutating func parseBind(
    at nameRange: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Index {
    try enterMacro(at: nameRange)
    let variables = try parseVariables(of: .bind)
    let source = try parseExpression()
    try expect(.comma)
    let binder = try bind(variables[0], to: source, as: .whole)
    let body = try parseExpression()
    leaveMacro(variables: 1)
    try expect(.rightParenthesis)
    let comprehension = SyntaxTree.Comprehension(
      macro: .bind, source: source, binder: binder, body: body)
    return try builder.add(
      .comprehension(comprehension), operands: [source, body],
      range: nameRange.lowerBound..<tokens[next - 1].range.upperBound)
  }

  /// Reads the names of a macro's variables, and the comma after each.
  private mutating func parseVariables(
    of macro: SyntaxTree.Macro
  ) throws(ExpressionError) -> [(name: String, range: Range<Int>)] {
    var variables: [(name: String, range: Range<Int>)] = []
    while variables.count < macro.variableCounts.upperBound,
      case .word(let name) = current.kind, !ReservedWords.all.contains(name),
      tokens[next + 1].kind == .symbol(.comma)
    {
      if variables.contains(where: { $0.name == name }) {
        throw ExpressionError(
          .syntax, "both variables of '\(macro.rawValue)' are called '\(name)'",
          hint: "write '\(macro.form)' with two names", range: current.range)
      }
      variables.append((name, current.range))
      next += 2
    }
    guard variables.count >= macro.variableCounts.lowerBound else {
      let wanted =
        macro.variableCounts.lowerBound == 2
        ? "the names of two variables" : "the name of a variable"
      throw ExpressionError(
        .syntax, "'\(macro.rawValue)' takes \(wanted) and an expression",
        hint: "write '\(macro.form)'", range: current.range)
    }
    return variables
  }

  mutating func bind(
    _ variable: (name: String, range: Range<Int>), to source: SyntaxTree.Index,
    as role: SyntaxTree.Binder.Role
  ) throws(ExpressionError) -> SyntaxTree.Index {
    let binder = try builder.add(
      .binder(SyntaxTree.Binder(source: source, level: bindings.count, role: role)),
      range: variable.range)
    bindings.append((variable.name, binder))
    builder.noteMacroDepth(bindings.count)
    return binder
  }

  private mutating func enterMacro(at nameRange: Range<Int>) throws(ExpressionError) {
    if macroNesting == ExpressionLimits.macroNesting {
      throw ExpressionError(
        .limit,
        "more than \(ExpressionLimits.macroNesting) macros inside one another, "
          + "the limit for an expression",
        range: nameRange)
    }
    macroNesting += 1
  }

  private mutating func leaveMacro(variables count: Int) {
    macroNesting -= 1
    bindings.removeLast(count)
  }
}

extension SyntaxTree.Macro {
  /// Returns the roles of the macro's variables.
  fileprivate func roles(ofVariables count: Int) -> [SyntaxTree.Binder.Role] {
    switch self {
    case .bind: [.whole]
    case .optMap, .optFlatMap: [.wrapped]
    default: count == 2 ? [.position, .value] : [.element]
    }
  }
}
