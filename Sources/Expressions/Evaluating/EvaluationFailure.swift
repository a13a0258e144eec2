/// Why an operation failed; one word, so that what does not fail pays nothing for it.
@usableFromInline
indirect enum EvaluationFailure: Error, Sendable, Hashable {
  case divisionByZero
  case intOverflow
  /// An operator met values that it cannot be used with.
  case operands(spelling: String, [RuntimeKind], expectation: String)
  /// A function met values for which it has no overload.
  case arguments(function: String, [RuntimeKind])
  case noSuchKey(String)
  case indexOutOfRange(String, count: Int)
  case duplicateKey(String)
  /// A value was found where another kind was expected.
  case mismatch(found: RuntimeKind, expectation: String)
  /// A text from which a conversion or a function can make nothing.
  case invalid(String)
  case limit(name: String, Int)

  var message: String {
    switch self {
    case .divisionByZero: "division by zero"
    case .intOverflow: "int overflow"
    case .operands(let spelling, let kinds, let expectation):
      "'\(spelling)' of \(kinds.phrase), expected \(expectation)"
    case .arguments(let function, let kinds): "'\(function)' cannot take \(kinds.phrase)"
    case .noSuchKey(let key): "no such key \(key)"
    case .indexOutOfRange(let index, let count):
      "index \(index) is out of range of a list of \(count)"
    case .duplicateKey(let key): "duplicate key \(key)"
    case .mismatch(let found, let expectation): "found \(found.phrase), expected \(expectation)"
    case .invalid(let message): message
    case .limit(let name, let number): "more than \(number), the limit '\(name)' of an expression"
    }
  }
}

extension EvaluationFailure {
  /// Throws itself. Out of line, a throw is short where it stands, so that what is around it can
  /// be inlined.
  @inline(never)
  func raise() throws(EvaluationFailure) -> Never { throw self }
}
