import Values

/// Splits the text of an expression into tokens, without recursion and in one pass.
struct Lexer {
  let scalars: [Unicode.Scalar]
  var position = 0
  /// The position of each scalar of the string that was read last, and of its end.
  var contentPlaces: [Int] = []
  /// All mistakes so far. After a mistake the lexer continues with the text that follows.
  var errors: [ExpressionError] = []

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  /// Returns the positions of the scalars of a string literal in a source. The last position is its
  /// end.
  static func places(ofString range: Range<Int>, in scalars: [Unicode.Scalar]) -> [Int] {
    var lexer = Lexer(scalars)
    lexer.position = range.lowerBound
    _ = lexer.nextToken()
    return lexer.contentPlaces
  }

  static func tokens(of scalars: [Unicode.Scalar]) throws(ExpressionErrors) -> [Token] {
    var lexer = Lexer(scalars)
    var tokens: [Token] = []
    while let token = lexer.nextToken() { tokens.append(token) }
    if !lexer.errors.isEmpty { throw ExpressionErrors(lexer.errors) }
    tokens.append(Token(kind: .end, range: scalars.count..<scalars.count))
    return tokens
  }

  /// Reads one token; nil at the end of the text.
  private mutating func nextToken() -> Token? {
    while true {
      skipBlanks()
      guard let scalar = peek() else { return nil }
      let start = position
      if let kind = readToken(beginningWith: scalar) {
        return Token(kind: kind, range: start..<position)
      }
    }
  }

  /// Reads a token; nil after a mistake, which has been recorded and skipped.
  private mutating func readToken(beginningWith scalar: Unicode.Scalar) -> Token.Kind? {
    switch scalar {
    case "0"..."9": return readNumber()
    case ".":
      // `.5` is a number. After an operand it is a mistake that the parser explains.
      if let next = peek(1), next.isDigit { return readNumber() }
      return readSymbol()
    case "\"", "'": return readString(isRaw: false)
    case "$": return readVariable()
    case "`": return readQuotedName()
    default:
      if scalar.isNameStart { return readWord() }
      return readSymbol()
    }
  }

  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    return index < scalars.count ? scalars[index] : nil
  }

  func text(from start: Int) -> String {
    // Appended one by one, because the standard library's `append(contentsOf:)` is not specialized
    // for this.
    var text = String.UnicodeScalarView()
    for index in start..<position { text.append(scalars[index]) }
    return String(text)
  }

  mutating func note(
    _ code: ExpressionError.Code, _ message: String, hint: String? = nil, from start: Int
  ) {
    errors.append(ExpressionError(code, message, hint: hint, range: start..<position))
  }

  /// Skips white space and comments.
  private mutating func skipBlanks() {
    while let scalar = peek() {
      switch scalar {
      case " ", "\t", "\n", "\r", "\u{0C}": position += 1
      case "/" where peek(1) == "/":
        while let next = peek(), next != "\n", next != "\r" { position += 1 }
      default: return
      }
    }
  }

  mutating func skipName() {
    while let scalar = peek(), scalar.isNamePart { position += 1 }
  }
}

extension Lexer {
  /// Reads a name, a word, or a string with a prefix.
  private mutating func readWord() -> Token.Kind? {
    let start = position
    skipName()
    let word = text(from: start)
    guard let next = peek(), next == "\"" || next == "'" else { return .word(word) }
    switch word.lowercased() {
    case "r": return readString(isRaw: true)
    case "b", "br", "rb":
      _ = readString(isRaw: word.count == 2)
      note(
        .literal, "bytes literals are not supported", hint: "JSON has no bytes; write a string",
        from: start)
      return nil
    default: return .word(word)
    }
  }

  private mutating func readVariable() -> Token.Kind? {
    let start = position
    position += 1
    skipName()
    if position == start + 1 {
      note(.syntax, "found '$', expected the name of a variable", hint: "write '$0'", from: start)
      return nil
    }
    return .variable(text(from: start))
  }

  private mutating func readQuotedName() -> Token.Kind? {
    let start = position
    position += 1
    while let scalar = peek(), scalar.isQuotedNamePart { position += 1 }
    let isEmpty = position == start + 1
    guard peek() == "`", !isEmpty else {
      if isEmpty, peek() == "`" { position += 1 }
      let isTemplate = peek() == "$" || peek() == "{"
      note(
        .syntax, "found '`' without a name and a '`' after it",
        hint: isTemplate
          ? "join strings with '+': 'to ' + $0.name"
          : "such a name has letters, digits, '_', '.', '-', '/' and spaces", from: start)
      return nil
    }
    let name = String(text(from: start).dropFirst())
    position += 1
    return .quotedName(name)
  }

  private mutating func readSymbol() -> Token.Kind? {
    let start = position
    if peek() == "\\", peek(1) == "\"" || peek(1) == "'" { return noteEscapedQuote() }
    if let scalar = peek(), !scalar.standsAlone, let sign = foreignSign(ofAtLeast: 2) {
      position += sign.spelling.count
      note(.syntax, "unexpected '\(text(from: start))'", hint: sign.wayOut, from: start)
      return nil
    }
    if let symbol = Token.Symbol(scalars[position], peek(1)) {
      position += symbol.rawValue.utf8.count
      return .symbol(symbol)
    }
    if scalars[position].properties.isAlphabetic { return noteForeignLetters() }
    var hint = foreignSign(ofAtLeast: 1)?.wayOut
    position += 1
    if scalars[start] == "=", let row = ForeignNames.reservedWords[firstWord] {
      hint = row.wayOut
    }
    note(.syntax, "unexpected '\(text(from: start))'", hint: hint, from: start)
    return nil
  }

  /// Skips text between quotes that have backslashes before them, and records the mistake.
  private mutating func noteEscapedQuote() -> Token.Kind? {
    let (start, quote) = (position, peek(1))
    position += 2
    note(
      .syntax, "unexpected '\(text(from: start))'", hint: "use single quotes inside", from: start)
    while peek() != nil {
      position += 1
      if peek() == "\\", peek(1) == quote {
        position += 2
        break
      }
    }
    return nil
  }

  /// The first word of the text.
  private var firstWord: String {
    let letters = scalars.drop { $0 == " " }.prefix { $0.isNamePart }
    return String(String.UnicodeScalarView(letters))
  }

  /// Skips a name with letters that names must not contain, and records the mistake.
  private mutating func noteForeignLetters() -> Token.Kind? {
    var start = position
    while start > 0, scalars[start - 1].isNamePart { start -= 1 }
    while let scalar = peek(), scalar.isNamePart || scalar.properties.isAlphabetic {
      position += 1
    }
    let name = text(from: start)
    note(
      .syntax, "unexpected letters in the name '\(name)'",
      hint: "write such a key in brackets: '$0['\(name)']'", from: start)
    return nil
  }

  /// Returns the operator of another language that begins here, if it has at least the given number
  /// of scalars.
  private func foreignSign(
    ofAtLeast count: Int
  ) -> (spelling: [Unicode.Scalar], wayOut: String)? {
    ForeignNames.signs.first { sign in
      sign.spelling.count >= count
        && sign.spelling.indices.allSatisfy { peek($0) == sign.spelling[$0] }
    }
  }
}

extension Unicode.Scalar {
  /// Whether no operator of another language begins with this scalar. This is true for most valid
  /// tokens of one scalar.
  fileprivate var standsAlone: Bool {
    switch self {
    case "(", ")", "[", "]", "{", "}", ",", "%", "@": true
    default: false
    }
  }

  var isQuotedNamePart: Bool {
    isNamePart || self == "." || self == "-" || self == "/" || self == " "
  }
}
