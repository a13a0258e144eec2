public import Values

/// The reason why an operation failed. It is one word wide, so that operations that succeed pay
/// nothing for it.
@usableFromInline
indirect enum EvaluationFailure: Error, Sendable, Hashable {
  case divisionByZero
  case intOverflow
  /// An operator was used with values that it does not accept.
  case operands(spelling: String, [RuntimeKind], expectation: String)
  /// A function was called with values for which it has no overload.
  case arguments(function: String, [RuntimeKind])
  /// A map does not have a key. Its existing keys are listed.
  case noSuchKey(String, among: [Text])
  case indexOutOfRange(String, count: Int)
  case duplicateKey(String)
  /// A value of one kind was found where another was expected.
  case mismatch(found: RuntimeKind, expectation: String)
  /// A conversion or a function does not accept a string.
  case invalid(String)
  /// A string is a time in a form that needs another expression, which is `wayOut`.
  case foreignTime(String, wayOut: String)
  case limit(name: String, Int)

  var message: String {
    switch self {
    case .divisionByZero: "division by zero"
    case .intOverflow: "int overflow"
    case .operands(let spelling, let kinds, let expectation):
      "'\(spelling)' cannot be applied to \(kinds.phrase), expected \(expectation)"
    case .arguments(let function, let kinds): "'\(function)' cannot be applied to \(kinds.phrase)"
    case .noSuchKey(let key, _): "no such key \(key)"
    case .indexOutOfRange(let index, let count):
      "index \(index) is out of range of a list of size \(count)"
    case .duplicateKey(let key): "duplicate key \(key)"
    case .mismatch(let found, let expectation): "found \(found.phrase), expected \(expectation)"
    case .invalid(let message), .foreignTime(let message, _): message
    case .limit(let name, let number): "more than \(number) \(name), the limit for an expression"
    }
  }
}

extension EvaluationFailure {
  /// The maximum number of a map's keys that are listed.
  private static let listedKeyCount = 10

  /// A hint, if the reason itself does not contain one.
  var hint: String? {
    switch self {
    case .noSuchKey(let key, let present): Self.hint(for: key, among: present.map(\.string))
    case .foreignTime(_, let wayOut): "write '\(wayOut)'"
    case .indexOutOfRange(let index, _) where index.hasPrefix("-"):
      "the last element is 'x[x.size() - 1]'"
    // Strings and lists have no fields. In other languages they have this one.
    case .mismatch(_, let expectation) where expectation.hasSuffix("the field 'length'"):
      "write '.size()'"
    default: nil
    }
  }

  private static func hint(for key: String, among names: [String]) -> String {
    // A key that is a string is quoted.
    let name = key.count > 1 && key.hasPrefix("'") ? String(key.dropFirst().dropLast()) : key
    // Any two keys of one or two letters are near each other.
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

  /// Throws the failure. It is not inlined, so that the code of a throw is short and the code
  /// around it can be inlined.
  @inline(never)
  func raise() throws(EvaluationFailure) -> Never { throw self }
}
