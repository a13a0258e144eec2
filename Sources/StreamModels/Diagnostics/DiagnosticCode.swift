/// The kind of mistake that a diagnostic reports. The codes are stable, so that tools can use them
/// and people can look them up.
///
/// A new code also needs a ``number`` and an `explanation`, in `Pipelines`.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  // 01: the text of the file.
  /// The text is not JSON.
  case syntax
  /// A limit was exceeded: of nesting, of files, of an expression.
  case limit
  /// An object has a key twice.
  case duplicateKey = "duplicate-key"
  /// An integer does not fit 64 bits, and is read as a double.
  case largeInteger = "large-integer"

  // 02: the shape of the model, its keys and their values.
  /// The file's format is newer than this tool.
  case format
  /// An object has a key that is not allowed there.
  case unknownKey = "unknown-key"
  /// An object does not have a required key.
  case missingKey = "missing-key"
  /// A value has another type than expected.
  case wrongType = "wrong-type"
  /// A value has the right type but is not allowed there.
  case invalidValue = "invalid-value"
  /// A model does not have exactly one source.
  case source
  /// A marble diagram cannot be parsed.
  case marbles

  // 03: names.
  /// No operator has this name.
  case unknownOperator = "unknown-operator"
  /// A stream is not defined anywhere.
  case unknownStream = "unknown-stream"
  /// Streams or files refer to one another in a cycle.
  case cycle
  /// A file that another file names cannot be read.
  case unreadableFile = "unreadable-file"
  /// Nothing uses a definition.
  case unusedDefinition = "unused-definition"
  /// Nothing reads a parameter.
  case unusedParameter = "unused-parameter"

  // 04: expressions and their types.
  /// An expression cannot be parsed.
  case expressionSyntax = "expression-syntax"
  /// An expression uses an unknown name.
  case unknownName = "unknown-name"
  /// The types in an expression do not match.
  case expressionType = "expression-type"
  /// A condition is the same for every value.
  case constantCondition = "constant-condition"
  /// A division of ints drops the fraction of a mean or of a time.
  case integerDivision = "integer-division"

  // 05: what can happen in a playback.
  /// An operator waits for the end of a stream that never completes.
  case neverEmits = "never-emits"
  /// A stream is never played, or an operator receives no value.
  case unreachable
  /// An operator changes nothing.
  case noEffect = "no-effect"
  /// Values of a `zip` have no partners.
  case unpairedValues = "unpaired-values"
  /// A `groupBy` makes a new group for every value.
  case endlessKeys = "endless-keys"
  /// A `join` never drops the values of a stream.
  case keptValues = "kept-values"
  /// A stream that each group subscribes to misses the records before the subscription.
  case lateSubscription = "late-subscription"
  /// No playback can meet an expectation.
  case impossibleExpectation = "impossible-expectation"

  // 06: the data of inputs.
  /// An operator that depends on time receives records without times.
  case untimedInput = "untimed-input"
  /// The order of two inputs at one instant depends on the order of subscription.
  case undecidedOrder = "undecided-order"
  /// The records of an input do not match the file.
  case unlikeData = "unlike-data"

  // 07: the split into parts.
  /// The inputs of a stream cannot be split by a key.
  case notSplittable = "not-splittable"
}
