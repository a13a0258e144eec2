public import Values

/// Why an operation failed; one word, so that what does not fail pays nothing for it.
@usableFromInline
indirect enum EvaluationFailure: Error, Sendable, Hashable {
  case divisionByZero
  case intOverflow
  /// An operator met values that it cannot be used with.
  case operands(spelling: String, [RuntimeKind], expectation: String)
  /// A function met values for which it has no overload.
  case arguments(function: String, [RuntimeKind])
  /// A key that a map lacks, and those that it has.
  case noSuchKey(String, among: [Text])
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
    case .noSuchKey(let key, _): "no such key \(key)"
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
  /// How many of a map's keys are listed.
  private static let listedKeyCount = 10

  /// The way out, where the reason does not say so itself.
  var hint: String? {
    switch self {
    case .noSuchKey(let key, let present): Self.hint(for: key, among: present.map(\.string))
    case .indexOutOfRange(let index, _) where index.hasPrefix("-"):
      "the last element is 'x[x.size() - 1]'"
    // A text or a list has no fields; in other languages it has this one.
    case .mismatch(_, let expectation) where expectation.hasSuffix("the field 'length'"):
      "write '.size()'"
    default: nil
    }
  }

  private static func hint(for key: String, among names: [String]) -> String {
    // A key that is a string is told in quotes.
    let name = key.count > 1 && key.hasPrefix("'") ? String(key.dropFirst().dropLast()) : key
    // Any two keys of a letter or two are near.
    let nearest = name.count < 3 ? nil : NearestName(to: name, among: names).name
    return (nearest.map { "did you mean '\($0)'? " } ?? "") + list(of: names)
  }

  private static func list(of names: [String]) -> String {
    guard let first = names.first else { return "the map is empty" }
    if names.count == 1 { return "there is only '\(first)'" }
    let shown = names.prefix(listedKeyCount).map { "'\($0)'" }
    let more = names.count - shown.count
    return more > 0
      ? "there are \(shown.joined(separator: ", ")) and \(more) more"
      : "there are \(shown.dropLast().joined(separator: ", ")) and \(shown[shown.count - 1])"
  }

  /// Throws itself. Out of line, a throw is short where it stands, so that what is around it can
  /// be inlined.
  @inline(never)
  func raise() throws(EvaluationFailure) -> Never { throw self }
}
