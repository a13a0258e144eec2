public import Expressions
public import Values

extension Diagnostics {
  /// Creates the mistakes of an expression that is a separate text, each with its location in it.
  public init(_ errors: ExpressionErrors, in source: SourceText) {
    let scalars = String(decoding: source.bytes, as: UTF8.self).unicodeScalars
    self.init(
      errors.errors.map { error in
        var diagnostic = Diagnostic(error)
        let before = scalars.prefix(error.range.lowerBound)
        diagnostic.location = SourceLocation(
          offset: before.reduce(0) { $0 + UTF8.width($1) }, in: source)
        return diagnostic
      })
  }
}

extension Diagnostic {
  /// Creates the diagnostic of a mistake in an expression.
  package init(_ error: ExpressionError, in scope: Scope = .value(), at path: DocumentPath = []) {
    var hint = error.hint
    if hint == nil, error.code == .unknownVariable {
      hint =
        scope.first != nil
        ? "write '$0' for the value"
        : "write a list as '[1, 2]', and name a stream with 'from'"
    }
    self.init(
      DiagnosticCode(error.code), error.message, hint: hint, at: path, rangeInString: error.range)
  }
}

extension DiagnosticCode {
  package init(_ code: ExpressionError.Code) {
    switch code {
    case .syntax, .literal: self = .expressionSyntax
    case .limit: self = .limit
    case .unknownVariable, .unavailableVariable, .unknownFunction, .excessArgument:
      self = .unknownName
    case .wrongArgumentCount, .wrongType, .wrongResult: self = .expressionType
    case .duplicateKey: self = .duplicateKey
    }
  }
}
