/// What kind of mistake a diagnostic is about; stable, for tools and for looking it up.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  /// The text is not JSON.
  case syntax
  /// A limit was passed: of nesting, of files, of an expression.
  case limit
  /// The file's format is newer than this tool.
  case format
  /// An object has a key that means nothing there.
  case unknownKey = "unknown-key"
  /// An object has a key twice.
  case duplicateKey = "duplicate-key"
  /// An object lacks a key.
  case missingKey = "missing-key"
  /// A value of another type than expected.
  case wrongType = "wrong-type"
  /// A value of the right type that is not allowed there.
  case invalidValue = "invalid-value"
  /// There is no operator of this name.
  case unknownOperator = "unknown-operator"
  /// A stream that is defined nowhere.
  case unknownStream = "unknown-stream"
  /// Streams or files that take in one another without an end.
  case cycle
  /// A file that is named by a file and cannot be read.
  case unreadableFile = "unreadable-file"
  /// A marble diagram that cannot be read.
  case marbles
  /// Not exactly one source.
  case source
  /// An expression that cannot be parsed.
  case expressionSyntax = "expression-syntax"
  /// An expression that names what is not there.
  case unknownName = "unknown-name"
  /// An expression whose types cannot fit.
  case expressionType = "expression-type"
  /// An integer that does not fit 64 bits, and is read as a double.
  case largeInteger = "large-integer"
}
