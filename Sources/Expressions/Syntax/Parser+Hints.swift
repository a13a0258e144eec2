// Hints for the syntax of other languages. None of this runs for a valid expression.

extension Parser {
  /// The token before this one.
  private var previous: Token? { next > 0 ? tokens[next - 1] : nil }

  /// The hint for a token that is not allowed here, based on it and its neighbours.
  var foreignHint: String? {
    if case .word(let word) = current.kind {
      if word.lowercased() == "not", tokens[min(next + 1, tokens.count - 1)].kind == .word("in") {
        return "write '!(x in list)'"
      }
      if let row = ForeignNames.operatorWords[word] { return row.wayOut }
    }
    switch (previous?.kind, current.kind) {
    case (.word(let word)?, _): return ForeignNames.prefixes[word]?.wayOut
    case (.symbol(.question)?, .symbol(.colon)): return "write 'x.?name.orValue(y)'"
    case (_, .symbol(.at)): return "the value is written '$0'"
    case (_, .quotedName): return "strings are in quotes and are joined with '+'"
    case (.string?, .string), (.string?, .variable): return "write '+' between texts"
    case (.symbol(.dot)?, .symbol(.leftBracket)): return "write it without the dot: '$0[0]'"
    case (_, .double) where isBehindOperand: return "an index is in brackets: '$0[0]'"
    case (.symbol(.dot)?, .end) where isBehindNumber: return "write a digit after the point"
    default: return nil
    }
  }

  /// Whether nothing separates this token from the previous one.
  private var isBehindOperand: Bool {
    previous?.range.upperBound == current.range.lowerBound
  }

  /// Whether the point before this token follows a number.
  private var isBehindNumber: Bool {
    guard next > 1, case .integer = tokens[next - 2].kind else { return false }
    return true
  }

  /// Returns the mistake for a conditional without a second branch.
  func unfinishedConditional(at question: Int) -> ExpressionError {
    let behind = tokens[question + 1]
    let isChain =
      behind.kind == .symbol(.dot) && behind.range.lowerBound == tokens[question].range.upperBound
    return unexpected(
      "':'", hint: isChain ? "a field that may be missing is written '.?', as in '$0.?a'" : nil)
  }

  /// Returns the mistake for an invalid index.
  func badIndex(_ expectation: String) -> ExpressionError {
    switch current.kind {
    case .symbol(.colon):
      unexpected(expectation, hint: "write 'x.slice(0, 2)', or 'x.substring(0, 2)' of a text")
    case .symbol(.star), .symbol(.rightBracket):
      unexpected(expectation, hint: "go through a list with '.map(x, …)'")
    default: unexpected(expectation)
    }
  }
}
