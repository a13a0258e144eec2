import Values

extension Parser {
  // Not inlined, because the functions around an operand nest as deeply as the expression.

  /// Adds the value of a parameter in place of its name.
  @inline(never)
  mutating func parse(
    _ parameter: Parameter, named name: String, at range: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Index {
    if case .expression(let given) = parameter { return try parse(given, named: name, at: range) }
    if current.kind == .symbol(.leftParenthesis) {
      throw ExpressionError(
        .syntax, "'\(name)' is called, but it is not an expression",
        hint: "write '\(name)' without parentheses", range: range)
    }
    switch parameter {
    case .constant(let value): return try builder.add(.literal(value), range: range)
    case .duration(let text, _):
      let span = try addCall("duration", of: .string(Text(text)), range: range)
      builder.noteSpan(span)
      return span
    case .unknown: return try addCall("dyn", of: .null, range: range)
    case .expression, .stream:
      throw ExpressionError(
        .wrongType, "'\(name)' is a stream, expected a value",
        hint: "a stream parameter can be used only in place of a stream, as in "
          + "'from'", range: range)
    }
  }

  private mutating func addCall(
    _ function: String, of value: Value, range: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Index {
    let argument = try builder.add(.literal(value), range: range)
    let name = SyntaxTree.Name(text: Text(function), range: range)
    return try builder.add(
      .call(name, receiver: nil, arguments: [argument]), operands: [argument], range: range)
  }

  /// Reads the arguments of an expression parameter, if there are any, and parses its expression in
  /// its place.
  private mutating func parse(
    _ given: GivenExpression, named name: String, at range: Range<Int>
  ) throws(ExpressionError) -> SyntaxTree.Index {
    guard accept(.leftParenthesis) else {
      return try parseBody(of: given, named: name, at: range, with: arguments)
    }
    // This works like 'cel.bind', so that each argument is evaluated once. The variables have names
    // that no text could use.
    let hidden = bindings.count
    var sources: [SyntaxTree.Index] = []
    var binders: [SyntaxTree.Index] = []
    repeat {
      if sources.count == 2 { throw tooManyArguments(of: name, at: range) }
      let source = try parseExpression()
      sources.append(source)
      binders.append(try bind(("", builder.extent(source)), to: source, as: .whole))
    } while accept(.comma)
    try expect(.rightParenthesis)
    let whole = range.lowerBound..<tokens[next - 1].range.upperBound
    var body = try parseBody(
      of: given, named: name, at: whole, with: binders.map { .binding($0) })
    bindings.removeLast(bindings.count - hidden)
    for (source, binder) in zip(sources, binders).reversed() {
      let comprehension = SyntaxTree.Comprehension(
        macro: .bind, source: source, binder: binder, body: body)
      body = try builder.add(
        .comprehension(comprehension), operands: [source, body], range: whole)
    }
    return body
  }

  /// Parses the expression of a parameter. Its names have the meaning that they have where it was
  /// given: it sees neither the variables of the macros around its use nor the parameters there.
  private mutating func parseBody(
    of given: GivenExpression, named name: String, at use: Range<Int>,
    with arguments: [SyntaxTree.Kind]
  ) throws(ExpressionError) -> SyntaxTree.Index {
    if openExpressions.contains(where: { $0.given == given }) {
      throw cycle(through: name, at: use)
    }
    let outer = (tokens, next, parameters, hiddenBindings, self.arguments, formCount)
    // A blank separates the text from the one before it.
    let start = scalarCount + 1
    let scalars = Array(given.text.unicodeScalars)
    // The same long text may be in many places.
    guard start + scalars.count <= Self.lengthWithParameters else { throw tooLong(at: use) }
    builder.insert(Insertion(given: given, start: start, count: scalars.count, use: use))
    scalarCount = start + scalars.count
    tokens = try Self.tokens(of: scalars, from: start)
    (next, formCount, hiddenBindings, self.arguments) = (0, 0, bindings.count, arguments)
    parameters?.level = given.level
    openExpressions.append((name, given))
    let body = try parseExpression()
    try expectEnd()
    openExpressions.removeLast()
    (tokens, next, parameters, hiddenBindings, self.arguments, formCount) = outer
    builder.widen(body, to: use)
    return body
  }

  private static func tokens(
    of scalars: [Unicode.Scalar], from start: Int
  ) throws(ExpressionError) -> [Token] {
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + start..<range.upperBound + start
    }
    do throws(ExpressionErrors) {
      return try Lexer.tokens(of: scalars).map { Token(kind: $0.kind, range: moved($0.range)) }
    } catch {
      var first = error.errors[0]
      first.range = moved(first.range)
      throw first
    }
  }
}

// MARK: - Mistakes

extension Parser {
  /// The maximum number of scalars of an expression, including those of its parameters.
  private static var lengthWithParameters: Int { 10 * ExpressionLimits.length }

  private func tooLong(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      .limit,
      "more than \(Self.lengthWithParameters) code points with the expressions of parameters, "
        + "ten times the limit for an expression", range: range)
  }

  private func tooManyArguments(of name: String, at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      .wrongArgumentCount, "'\(name)' takes one or two values, '$0' and '$1'", range: range)
  }

  private func cycle(through name: String, at range: Range<Int>) -> ExpressionError {
    let start = openExpressions.firstIndex { $0.name == name } ?? 0
    let way = openExpressions[start...].map { "'\($0.name)'" } + ["'\(name)'"]
    return ExpressionError(
      .syntax, "a cycle: \(way.joined(separator: " → "))",
      hint: "a parameter cannot contain itself", range: range)
  }
}
