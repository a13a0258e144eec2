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
    case (_, .symbol(.at)): return "write '$0' for the value"
    case (_, .quotedName): return "put strings in quotes, and join them with '+'"
    case (.string?, .string), (.string?, .variable): return "write '+' between strings"
    case (.symbol(.dot)?, .symbol(.leftBracket)): return "write it without the dot: '$0[0]'"
    case (_, .double) where isBehindOperand: return "put an index in brackets: '$0[0]'"
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
      "':'", hint: isChain ? "write '.?' for a field that may be missing, as in '$0.?a'" : nil)
  }

  /// Returns the mistake for an invalid index.
  func badIndex(_ expectation: String) -> ExpressionError {
    switch current.kind {
    case .symbol(.colon):
      unexpected(expectation, hint: "write 'x.slice(0, 2)', or 'x.substring(0, 2)' for a string")
    case .symbol(.star), .symbol(.rightBracket):
      unexpected(expectation, hint: "loop over a list with '.map(x, …)'")
    default: unexpected(expectation)
    }
  }
}
