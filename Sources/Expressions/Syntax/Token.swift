import Values

/// The smallest meaningful piece of an expression's text.
struct Token: Sendable {
  enum Kind: Sendable, Hashable {
    /// The digits of an int literal. A minus is a separate token.
    case integer(UInt64)
    case double(Double)
    case string(Text)
    /// A name or a word of the language.
    case word(String)
    /// A name between backticks, which may follow a dot.
    case quotedName(String)
    /// A name with its `$`.
    case variable(String)
    case symbol(Symbol)
    case end
  }

  enum Symbol: String, Sendable, Hashable, CaseIterable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBracket = "["
    case rightBracket = "]"
    case leftBrace = "{"
    case rightBrace = "}"
    case dot = "."
    case comma = ","
    case colon = ":"
    case question = "?"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case percent = "%"
    case not = "!"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    /// Only used in `%@`.
    case at = "@"
  }

  var kind: Kind
  var range: Range<Int>
}

extension Token.Symbol {
  /// Finds the longest symbol that begins with a scalar and the next one.
  init?(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) {
    switch (scalar, next) {
    case ("=", "="): self = .equal
    case ("!", "="): self = .notEqual
    case ("<", "="): self = .lessOrEqual
    case (">", "="): self = .greaterOrEqual
    case ("&", "&"): self = .and
    case ("|", "|"): self = .or
    default: self.init(scalar)
    }
  }

  private init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "(": self = .leftParenthesis
    case ")": self = .rightParenthesis
    case "[": self = .leftBracket
    case "]": self = .rightBracket
    case "{": self = .leftBrace
    case "}": self = .rightBrace
    case ".": self = .dot
    case ",": self = .comma
    case ":": self = .colon
    case "?": self = .question
    case "+": self = .plus
    case "-": self = .minus
    case "*": self = .star
    case "/": self = .slash
    case "%": self = .percent
    case "!": self = .not
    case "<": self = .less
    case ">": self = .greater
    case "@": self = .at
    default: return nil
    }
  }
}

/// The words that are not names.
enum ReservedWords {
  /// Words with a meaning. They cannot even follow a dot.
  static let keywords: Set<String> = ["false", "in", "null", "true"]
  /// Words that CEL reserves for languages that embed it. They may follow a dot.
  static let reserved: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "package", "namespace", "return", "var", "void", "while",
  ]
  static let all = keywords.union(reserved)
}
