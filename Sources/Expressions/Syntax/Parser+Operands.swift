import Values

extension Parser {
  /// Reads an operand and the fields, indices and calls after it.
  mutating func parseMember() throws(ExpressionError) -> SyntaxTree.Index {
    var operand = try parseOperand()
    while true {
      if accept(.dot) {
        operand = try parseSelection(of: operand)
      } else if accept(.leftBracket) {
        operand = try parseIndex(of: operand)
      } else {
        if current.kind == .symbol(.leftBrace), isName(operand) { throw messageLiteral(operand) }
        return operand
      }
    }
  }

  /// Reads an index after its opening bracket.
  private mutating func parseIndex(
    of operand: SyntaxTree.Index
  ) throws(ExpressionError) -> SyntaxTree.Index {
    let isOptional = accept(.question)
    if !canBeginOperand { throw badIndex("an operand") }
    let index = try parseExpression()
    let range = builder.extent(operand).lowerBound..<current.range.upperBound
    guard accept(.rightBracket) else { throw badIndex("']'") }
    return try builder.add(
      isOptional ? .optionalIndex(operand, index) : .index(operand, index),
      operands: [operand, index], range: range)
  }

  /// Whether the token is not one that other languages use for slices or for all elements.
  private var canBeginOperand: Bool {
    switch current.kind {
    case .symbol(.colon), .symbol(.star), .symbol(.rightBracket): false
    default: true
    }
  }

  /// Whether an operand is a name, or a sequence of names separated by dots.
  private func isName(_ operand: SyntaxTree.Index) -> Bool {
    var operand = operand
    while case .field(let object, _) = builder[operand] { operand = object }
    if case .name = builder[operand] { return true }
    return false
  }

  private func messageLiteral(_ name: SyntaxTree.Index) -> ExpressionError {
    ExpressionError(
      .literal, "message literals are not supported", hint: "JSON has no messages; write a map",
      range: builder.extent(name).lowerBound..<current.range.upperBound)
  }

  /// Reads the field or call after a dot.
  private mutating func parseSelection(
    of operand: SyntaxTree.Index
  ) throws(ExpressionError) -> SyntaxTree.Index {
    let isOptional = accept(.question)
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
    if case .word = token.kind, current.kind == .symbol(.leftParenthesis), !isOptional {
      return try parseCall(name, at: token.range, behind: operand)
    }
    let field = SyntaxTree.Name(text: Text(name), range: token.range)
    return try builder.add(
      isOptional ? .optionalField(operand, field) : .field(operand, field), operands: [operand],
      range: start..<token.range.upperBound)
  }

  /// Reads an operand without operators: a literal, a variable, a list, an object, parentheses or a
  /// call.
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
    case .symbol(.dot): return try parseRootName()
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

  /// Reads a minus and the number after it, which form one literal.
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
    // A parameter may be named like the match, and is hidden only where there is one.
    let variable = Variable(rawValue: name)
    if variable == nil || variable == .match && scope.match == nil,
      let parameter = parameters?.parameter(named: name)
    {
      return try parse(parameter, named: name, at: range)
    }
    if let variable { return try builder.add(try meaning(of: variable, at: range), range: range) }
    // An unknown variable is left to the checker, which finds all of them.
    return try builder.add(.name(Text(name)), range: range)
  }

  /// Returns a variable, or its meaning in the expression of a parameter.
  private func meaning(
    of variable: Variable, at range: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Kind {
    switch variable {
    case .first where !arguments.isEmpty: return arguments[0]
    case .second where arguments.count == 2: return arguments[1]
    case .second where arguments.count == 1:
      throw ExpressionError(
        .unavailableVariable, "'$1' is read, but only a value for '$0' is passed",
        hint: openExpressions.last.map { "pass two values: '\($0.name)(…, …)'" }, range: range)
    default: return .variable(variable)
    }
  }

  /// Reads `%d` or a similar placeholder, which stands for the next argument.
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
    let meaning = formCount < arguments.count ? arguments[formCount] : .form(formCount)
    return try builder.add(meaning, range: range)
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
        .syntax, "'\(word)' is a reserved word",
        hint: ForeignNames.reservedWords[word]?.wayOut ?? "it can only be the name of a field",
        range: range)
    }
    next += 1
    if current.kind == .symbol(.leftParenthesis) {
      return try parseCall(word, at: range, receiver: nil)
    }
    if let binding = bindings.dropFirst(hiddenBindings).last(where: { $0.name == word }) {
      return try builder.add(.binding(binding.binder), range: range)
    }
    return try addName(word, from: range.lowerBound)
  }

  /// Reads `.x`: a name that no enclosing macro can have declared.
  private mutating func parseRootName() throws(ExpressionError) -> SyntaxTree.Index {
    let start = current.range.lowerBound
    next += 1
    guard case .word(let word) = current.kind, !ReservedWords.all.contains(word) else {
      throw unexpected("the name of a variable")
    }
    let range = current.range
    next += 1
    if current.kind == .symbol(.leftParenthesis) {
      return try parseCall(word, at: range, receiver: nil)
    }
    return try addName(word, from: start)
  }

  /// Adds a name, combined with the names after its dots if there is a variable or a type of that
  /// name.
  private mutating func addName(
    _ word: String, from start: Int
  ) throws(ExpressionError) -> SyntaxTree.Index {
    var name = word
    var end = next
    var longer = word
    var position = next
    while !dottedNames.isEmpty, tokens[position].kind == .symbol(.dot),
      case .word(let part) = tokens[position + 1].kind
    {
      longer += "." + part
      position += 2
      if dottedNames.contains(longer) { (name, end) = (longer, position) }
    }
    next = end
    return try builder.add(.name(Text(name)), range: start..<tokens[next - 1].range.upperBound)
  }

  private mutating func parseList() throws(ExpressionError) -> SyntaxTree.Index {
    let start = current.range.lowerBound
    next += 1
    let elements = try parseExpressions(until: .rightBracket, allowsOptionals: true)
    return try builder.add(
      .list(elements), operands: elements, range: start..<tokens[next - 1].range.upperBound)
  }

  /// Reads expressions separated by commas, up to a bracket. A list may end with a comma.
  mutating func parseExpressions(
    until end: Token.Symbol, allowsOptionals: Bool = false
  ) throws(ExpressionError) -> [SyntaxTree.Index] {
    var expressions: [SyntaxTree.Index] = []
    while !accept(end) {
      let start = current.range.lowerBound
      let isOptional = allowsOptionals && accept(.question)
      var expression = try parseExpression()
      if isOptional {
        expression = try builder.add(
          .optionalElement(expression), operands: [expression],
          range: start..<builder.extent(expression).upperBound)
      }
      expressions.append(expression)
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
      let isOptional = accept(.question)
      let key = try parseExpression()
      try expect(.colon)
      entries.append(
        SyntaxTree.Entry(key: key, value: try parseExpression(), isOptional: isOptional))
      if accept(.rightBrace) { break }
      guard accept(.comma) else { throw unexpected("',' or '}'") }
    }
    return try builder.add(
      .map(entries), operands: entries.flatMap { [$0.key, $0.value] },
      range: start..<tokens[next - 1].range.upperBound)
  }
}
