import Values

/// Builds the syntax tree of an expression by precedence climbing.
///
/// Repetition (operators of one level, `a.b.c`, `- - -`) is a loop. Nesting is recursion, limited
/// by `ExpressionLimits.nesting`. The first mistake ends the parsing.
struct Parser {
  var tokens: [Token]
  let scope: Scope
  /// The parameters visible from the text that is being parsed; nil if there are none.
  var parameters: ParameterScope?
  /// The names that contain dots: variables of the scope, and types.
  let dottedNames: Set<String>
  var next = 0
  var builder = TreeBuilder()
  /// The number of open brackets and conditionals.
  var nesting = 0
  /// The number of `%d` and similar placeholders so far.
  var formCount = 0
  /// The number of enclosing macros.
  var macroNesting = 0
  /// The variables of the enclosing macros, innermost last.
  var bindings: [(name: String, binder: SyntaxTree.Index)] = []
  /// The number of bindings that the expression of a parameter cannot see.
  var hiddenBindings = 0
  /// The meanings of `$0` and `$1` in the expression of a parameter that is called with arguments.
  var arguments: [SyntaxTree.Kind] = []
  /// The expressions of parameters that are being parsed, innermost last.
  var openExpressions: [(name: String, given: GivenExpression)] = []
  /// The number after that of the last scalar of all texts.
  var scalarCount: Int

  private init(tokens: [Token], scope: Scope, parameters: ParameterScope?) {
    self.tokens = tokens
    self.scope = scope
    self.parameters = parameters
    scalarCount = tokens.last?.range.upperBound ?? 0
    dottedNames = Set(
      (TypeName.allCases.map(\.rawValue) + scope.names.map(\.name.string))
        .filter { $0.contains(".") })
  }

  static func tree(
    of text: String, in scope: Scope, with parameters: ParameterScope? = nil
  ) throws(ExpressionErrors) -> SyntaxTree {
    // Every scalar has at least one byte, so the cheap count comes first.
    let isLong = text.utf8.count > ExpressionLimits.length
    if isLong, text.unicodeScalars.count > ExpressionLimits.length {
      throw ExpressionErrors([
        ExpressionError(
          .limit,
          "more than \(ExpressionLimits.length) code points, the limit for an expression",
          range: ExpressionLimits.length..<text.unicodeScalars.count)
      ])
    }
    let tokens = try Lexer.tokens(of: Array(text.unicodeScalars))
    var parser = Parser(tokens: tokens, scope: scope, parameters: parameters)
    do {
      _ = try parser.parseExpression()
      try parser.expectEnd()
    } catch {
      throw ExpressionErrors([error], in: parser.builder.tree)
    }
    return parser.builder.tree
  }

  /// Reads a whole expression, including conditionals.
  mutating func parseExpression() throws(ExpressionError) -> SyntaxTree.Index {
    nesting += 1
    defer { nesting -= 1 }
    if nesting > ExpressionLimits.nesting {
      throw ExpressionError(
        .limit,
        "nested deeper than \(ExpressionLimits.nesting) levels, the limit for an expression",
        range: current.range)
    }
    let condition = try parseAny()
    let question = next
    guard accept(.question) else { return condition }
    let success = try parseAny()
    guard accept(.colon) else { throw unfinishedConditional(at: question) }
    let failure = try parseExpression()
    return try builder.add(
      .conditional(condition: condition, success: success, failure: failure),
      operands: [condition, success, failure], range: range(from: condition, to: failure))
  }

  /// Reads operands of `||`.
  private mutating func parseAny() throws(ExpressionError) -> SyntaxTree.Index {
    let first = try parseAll()
    guard current.kind == .symbol(.or) else { return first }
    var operands = [first]
    while accept(.or) { operands.append(try parseAll()) }
    return try builder.add(
      .any(operands), operands: operands, range: range(from: first, to: builder.tree.root))
  }

  /// Reads operands of `&&`.
  private mutating func parseAll() throws(ExpressionError) -> SyntaxTree.Index {
    let first = try parseBinary(above: 0)
    guard current.kind == .symbol(.and) else { return first }
    var operands = [first]
    while accept(.and) { operands.append(try parseBinary(above: 0)) }
    return try builder.add(
      .all(operands), operands: operands, range: range(from: first, to: builder.tree.root))
  }

  /// Reads operators that bind more tightly than a level, and their operands.
  private mutating func parseBinary(above level: Int) throws(ExpressionError) -> SyntaxTree.Index {
    var left = try parseUnary()
    while let (operation, operationLevel) = binaryOperator, operationLevel > level {
      next += 1
      let right = try parseBinary(above: operationLevel)
      left = try builder.add(
        .binary(operation, left, right), operands: [left, right],
        range: range(from: left, to: right))
    }
    return left
  }

  /// The operator at this position and its precedence.
  private var binaryOperator: (BinaryOperator, level: Int)? {
    switch current.kind {
    case .symbol(.equal): (.comparison(.equal), 1)
    case .symbol(.notEqual): (.comparison(.notEqual), 1)
    case .symbol(.less): (.comparison(.less), 1)
    case .symbol(.lessOrEqual): (.comparison(.lessOrEqual), 1)
    case .symbol(.greater): (.comparison(.greater), 1)
    case .symbol(.greaterOrEqual): (.comparison(.greaterOrEqual), 1)
    case .word("in"): (.membership, 1)
    case .symbol(.plus): (.arithmetic(.add), 2)
    case .symbol(.minus): (.arithmetic(.subtract), 2)
    case .symbol(.star): (.arithmetic(.multiply), 3)
    case .symbol(.slash): (.arithmetic(.divide), 3)
    case .symbol(.percent): (.arithmetic(.remainder), 3)
    default: nil
    }
  }

  /// Reads any number of `!` and `-`, and their operand.
  private mutating func parseUnary() throws(ExpressionError) -> SyntaxTree.Index {
    var operators: [(operation: UnaryOperator, start: Int)] = []
    while true {
      if current.kind == .symbol(.not) {
        operators.append((.not, current.range.lowerBound))
      } else if current.kind == .symbol(.minus), !isNumber(tokens[next + 1]) {
        operators.append((.negate, current.range.lowerBound))
      } else {
        break
      }
      next += 1
    }
    var operand = try parseMember()
    for (operation, start) in operators.reversed() {
      operand = try builder.add(
        .unary(operation, operand), operands: [operand],
        range: start..<builder.extent(operand).upperBound)
    }
    return operand
  }

  /// Whether a minus before the token is part of a literal, so that the smallest int can be
  /// written.
  private func isNumber(_ token: Token) -> Bool {
    switch token.kind {
    case .integer, .double: true
    default: false
    }
  }
}

extension Parser {
  var current: Token { tokens[next] }

  /// Moves past a symbol; returns false if it is not next.
  mutating func accept(_ symbol: Token.Symbol) -> Bool {
    guard current.kind == .symbol(symbol) else { return false }
    next += 1
    return true
  }

  mutating func expect(_ symbol: Token.Symbol) throws(ExpressionError) {
    if !accept(symbol) { throw unexpected("'\(symbol.rawValue)'") }
  }

  func expectEnd() throws(ExpressionError) {
    if current.kind != .end { throw unexpected("an operator or the end") }
  }

  func unexpected(_ expectation: String, hint: String? = nil) -> ExpressionError {
    ExpressionError(
      .syntax, "found \(current.kind), expected \(expectation)", hint: hint ?? foreignHint,
      range: current.range)
  }

  /// Returns the range of an operation: from its first operand to its last, including their
  /// parentheses.
  func range(from first: SyntaxTree.Index, to last: SyntaxTree.Index) -> Range<Int> {
    builder.extent(first).lowerBound..<builder.extent(last).upperBound
  }
}

extension Token.Kind: CustomStringConvertible {
  /// The name of the token in a message.
  var description: String {
    switch self {
    case .integer(let value): "'\(value)'"
    case .double(let value): "'\(value)'"
    case .string: "a string"
    case .word(let name), .quotedName(let name), .variable(let name): "'\(name)'"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .end: "the end"
    }
  }
}
