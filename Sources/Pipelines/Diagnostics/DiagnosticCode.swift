/// The kind of mistake that a diagnostic reports. The codes are stable, so that tools can use them
/// and people can look them up.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  /// The text is not JSON.
  case syntax
  /// A limit was exceeded: of nesting, of files, of an expression.
  case limit
  /// The file's format is newer than this tool.
  case format
  /// An object has a key that is not allowed there.
  case unknownKey = "unknown-key"
  /// An object has the same key twice.
  case duplicateKey = "duplicate-key"
  /// An object does not have a required key.
  case missingKey = "missing-key"
  /// A value has another type than expected.
  case wrongType = "wrong-type"
  /// A value has the right type but is not allowed there.
  case invalidValue = "invalid-value"
  /// No operator has this name.
  case unknownOperator = "unknown-operator"
  /// A stream is not defined anywhere.
  case unknownStream = "unknown-stream"
  /// Streams or files refer to one another in a cycle.
  case cycle
  /// A file that another file names cannot be read.
  case unreadableFile = "unreadable-file"
  /// A marble diagram cannot be parsed.
  case marbles
  /// A model does not have exactly one source.
  case source
  /// An expression cannot be parsed.
  case expressionSyntax = "expression-syntax"
  /// An expression uses an unknown name.
  case unknownName = "unknown-name"
  /// The types in an expression do not match.
  case expressionType = "expression-type"
  /// An integer does not fit 64 bits, and is read as a double.
  case largeInteger = "large-integer"
  /// A condition is the same for every value.
  case constantCondition = "constant-condition"
  /// Values of a `zip` have no partners.
  case unpairedValues = "unpaired-values"
  /// A stream is never played, or an operator never receives a value.
  case unreachable
  /// An operator waits for the end of a stream that never completes.
  case neverEmits = "never-emits"
  /// An operator changes nothing.
  case noEffect = "no-effect"
  /// A `groupBy` starts a new group for every value.
  case endlessKeys = "endless-keys"
  /// Nothing uses a definition.
  case unusedDefinition = "unused-definition"
  /// Nothing reads a parameter.
  case unusedParameter = "unused-parameter"
  /// No playback can meet an expectation.
  case impossibleExpectation = "impossible-expectation"
  /// An operator that depends on time receives records without times.
  case untimedInput = "untimed-input"
  /// A division of ints drops the fraction of a mean or of a time.
  case integerDivision = "integer-division"
  /// A stream that each group subscribes to misses the records before the subscription.
  case lateSubscription = "late-subscription"
  /// The order of two inputs at one instant depends on the order of subscription.
  case undecidedOrder = "undecided-order"
  /// The records of an input do not match the file.
  case unlikeData = "unlike-data"
  /// The inputs of a stream cannot be split by a key.
  case notSplittable = "not-splittable"
}
