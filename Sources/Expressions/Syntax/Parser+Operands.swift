import Values

extension Parser {
  /// Reads an operand and what follows it: fields, indices, calls.
  mutating func parseMember() throws(ExpressionError) -> SyntaxTree.Index {
    var operand = try parseOperand()
    while true {
      if accept(.dot) {
        operand = try parseSelection(of: operand)
      } else if accept(.leftBracket) {
        let index = try parseExpression()
        let end = current.range.upperBound
        try expect(.rightBracket)
        operand = try builder.add(
          .index(operand, index), operands: [operand, index],
          range: builder.extent(operand).lowerBound..<end)
      } else {
        return operand
      }
    }
  }

  /// Reads what follows a dot.
  private mutating func parseSelection(
    of operand: SyntaxTree.Index
  ) throws(ExpressionError) -> SyntaxTree.Index {
    let token = current
    let start = builder.extent(operand).lowerBound
    let name: String
    switch token.kind {
    case .word(let word) where !ReservedWords.keywords.contains(word): name = word
    case .quotedName(let quoted): name = quoted
    case .word(let word):
      throw ExpressionError(
        .syntax, "found the keyword '\(word)', expected the name of a field",
        hint: "write \"['\(word)']\" without the dot", range: token.range)
    default: throw unexpected("the name of a field")
    }
    next += 1
    if case .word = token.kind, current.kind == .symbol(.leftParenthesis) {
      return try parseCall(name, at: token.range, receiver: operand)
    }
    return try builder.add(
      .field(operand, SyntaxTree.Name(text: Text(name), range: token.range)), operands: [operand],
      range: start..<token.range.upperBound)
  }

  /// Reads what needs no operator: a literal, a variable, a list, an object, parentheses, a call.
  private mutating func parseOperand() throws(ExpressionError) -> SyntaxTree.Index {
    let token = current
    switch token.kind {
    case .integer(let value):
      next += 1
      return try addInteger(value, isNegative: false, range: token.range)
    case .double(let value): return try parseLiteral(.double(value))
    case .string(let text): return try parseLiteral(.string(text))
    case .variable(let name): return try parseVariable(name)
    case .word(let word): return try parseWord(word)
    case .symbol(.minus): return try parseNegativeNumber()
    case .symbol(.percent): return try parseForm()
    case .symbol(.leftParenthesis):
      next += 1
      let inner = try parseExpression()
      let range = token.range.lowerBound..<current.range.upperBound
      try expect(.rightParenthesis)
      builder.widen(inner, to: range)
      return inner
    case .symbol(.leftBracket): return try parseList()
    case .symbol(.leftBrace): return try parseMap()
    default: throw unexpected("an operand")
    }
  }

  private mutating func parseLiteral(_ value: Value) throws(ExpressionError) -> SyntaxTree.Index {
    let range = current.range
    next += 1
    return try builder.add(.literal(value), range: range)
  }

  /// Reads a minus and the number behind it, which make one literal.
  private mutating func parseNegativeNumber() throws(ExpressionError) -> SyntaxTree.Index {
    let start = current.range.lowerBound
    next += 1
    let number = current
    let range = start..<number.range.upperBound
    switch number.kind {
    case .integer(let value):
      next += 1
      return try addInteger(value, isNegative: true, range: range)
    case .double(let value):
      next += 1
      return try builder.add(.literal(.double(-value)), range: range)
    default: throw unexpected("a number")
    }
  }

  private mutating func addInteger(
    _ magnitude: UInt64, isNegative: Bool, range: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Index {
    guard magnitude <= Int64.max.magnitude + (isNegative ? 1 : 0) else {
      throw ExpressionError(
        .literal, "'\(isNegative ? "-" : "")\(magnitude)' is too large for an int",
        hint: "an int has 64 bits; with a fraction, '.0', it is a double", range: range)
    }
    let value = Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    return try builder.add(.literal(.int(value)), range: range)
  }

  private mutating func parseVariable(_ name: String) throws(ExpressionError) -> SyntaxTree.Index {
    let range = current.range
    next += 1
    // A variable that does not exist is left to the checker, which finds all of them.
    let kind = Variable(rawValue: name).map { SyntaxTree.Kind.variable($0) } ?? .name(Text(name))
    return try builder.add(kind, range: range)
  }

  /// Reads `%d` and its like, which stand for the next argument.
  private mutating func parseForm() throws(ExpressionError) -> SyntaxTree.Index {
    let percent = current.range
    let letter = tokens[min(next + 1, tokens.count - 1)]
    let range = percent.lowerBound..<letter.range.upperBound
    switch letter.kind {
    case .word("d"), .word("i"), .word("f"), .word("K"), .symbol(.at): break
    default: throw unexpected("an operand")
    }
    guard letter.range.lowerBound == percent.upperBound else { throw unexpected("an operand") }
    next += 2
    defer { formCount += 1 }
    return try builder.add(.form(formCount), range: range)
  }

  private mutating func parseWord(_ word: String) throws(ExpressionError) -> SyntaxTree.Index {
    let range = current.range
    switch word {
    case "true": return try parseLiteral(.bool(true))
    case "false": return try parseLiteral(.bool(false))
    case "null": return try parseLiteral(.null)
    case "in": throw unexpected("an operand")
    default: break
    }
    if ReservedWords.reserved.contains(word) {
      throw ExpressionError(
        .syntax, "'\(word)' is a reserved word", hint: "it can only be the name of a field",
        range: range)
    }
    next += 1
    if current.kind == .symbol(.leftParenthesis) {
      return try parseCall(word, at: range, receiver: nil)
    }
    if let binding = bindings.last(where: { $0.name == word }) {
      return try builder.add(.binding(binding.binder), range: range)
    }
    return try builder.add(.name(Text(word)), range: range)
  }

  private mutating func parseList() throws(ExpressionError) -> SyntaxTree.Index {
    let start = current.range.lowerBound
    next += 1
    let elements = try parseExpressions(until: .rightBracket)
    return try builder.add(
      .list(elements), operands: elements, range: start..<tokens[next - 1].range.upperBound)
  }

  /// Reads what commas separate, up to a bracket; in a list a comma may be the last.
  private mutating func parseExpressions(
    until end: Token.Symbol
  ) throws(ExpressionError) -> [SyntaxTree.Index] {
    var expressions: [SyntaxTree.Index] = []
    while !accept(end) {
      expressions.append(try parseExpression())
      if accept(end) { break }
      guard accept(.comma) else { throw unexpected("',' or '\(end.rawValue)'") }
      if end == .rightParenthesis, current.kind == .symbol(end) { throw unexpected("an operand") }
    }
    return expressions
  }

  private mutating func parseMap() throws(ExpressionError) -> SyntaxTree.Index {
    let start = current.range.lowerBound
    next += 1
    var entries: [SyntaxTree.Entry] = []
    while !accept(.rightBrace) {
      let key = try parseExpression()
      try expect(.colon)
      entries.append(SyntaxTree.Entry(key: key, value: try parseExpression()))
      if accept(.rightBrace) { break }
      guard accept(.comma) else { throw unexpected("',' or '}'") }
    }
    return try builder.add(
      .map(entries), operands: entries.flatMap { [$0.key, $0.value] },
      range: start..<tokens[next - 1].range.upperBound)
  }
}

extension Parser {
  /// Reads the arguments of a call, and of a macro what its variable and body are.
  private mutating func parseCall(
    _ name: String, at nameRange: Range<Int>, receiver: SyntaxTree.Index?
  ) throws(ExpressionError) -> SyntaxTree.Index {
    next += 1
    let start = receiver.map { builder.extent($0).lowerBound } ?? nameRange.lowerBound
    if let receiver, let macro = SyntaxTree.Macro(name: name) {
      return try parseComprehension(macro, at: nameRange, source: receiver)
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
    // Takes the place of the field, which must not be evaluated: that would fail.
    return builder.replaceLast(.presence(object, name), range: range)
  }

  /// Reads the arguments of a macro, with its variable in scope.
  private mutating func parseComprehension(
    _ macro: SyntaxTree.Macro, at nameRange: Range<Int>, source: SyntaxTree.Index
  ) throws(ExpressionError) -> SyntaxTree.Index {
    let start = builder.extent(source).lowerBound
    guard case .word(let name) = current.kind, !ReservedWords.keywords.contains(name),
      !ReservedWords.reserved.contains(name), tokens[next + 1].kind == .symbol(.comma)
    else {
      throw ExpressionError(
        .syntax, "'\(macro.rawValue)' takes the name of a variable and an expression",
        hint: "write '.\(macro.rawValue)(x, …)'", range: current.range)
    }
    if bindings.count == ExpressionLimits.macroNesting {
      throw ExpressionError(
        .limit,
        "more than \(ExpressionLimits.macroNesting) macros inside one another, "
          + "the limit 'macroNesting' of an expression",
        range: nameRange)
    }
    let binder = try builder.add(.binder(of: source, level: bindings.count), range: current.range)
    next += 2
    bindings.append((name, binder))
    var bodies = [try parseExpression()]
    if macro == .map, accept(.comma) { bodies.append(try parseExpression()) }
    bindings.removeLast()
    try expect(.rightParenthesis)
    let comprehension = SyntaxTree.Comprehension(
      macro: macro, source: source, binder: binder, body: bodies[bodies.count - 1],
      filter: bodies.count == 2 ? bodies[0] : nil, level: bindings.count)
    return try builder.add(
      .comprehension(comprehension), operands: [source] + bodies,
      range: start..<tokens[next - 1].range.upperBound)
  }
}

extension SyntaxTree.Macro {
  /// Finds the macro of a name; `existsOne` is the newer spelling of `exists_one`.
  init?(name: String) {
    if name == "existsOne" { self = .existsOne } else { self.init(rawValue: name) }
  }
}
