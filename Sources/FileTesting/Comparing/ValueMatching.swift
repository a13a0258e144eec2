import Marbles
import Pipelines
import Values

/// Decides whether an actual value matches the expected one, by the rules of a test.
struct ValueMatching {
  /// The amount by which numbers may differ, if either is a double.
  var tolerance = 0.0
  /// Whether actual objects may have additional keys.
  var isPartial = false

  /// The rules of a check that does not state any: values must be equal.
  static let exact = ValueMatching(nil)

  init(_ test: StreamTest?) {
    tolerance = test?.tolerance ?? 0
    isPartial = test?.match == .partial
  }

  /// Whether values must be equal.
  var isExact: Bool { tolerance == 0 && !isPartial }

  /// Whether the actual value matches the expected one. It recurses as deep as values can be nested
  /// in a file.
  func accepts(_ actual: Value, for expected: Value) -> Bool {
    switch (expected, actual) {
    case (.array(let expected), .array(let actual)):
      return expected.count == actual.count
        && zip(expected, actual).allSatisfy { accepts($1, for: $0) }
    case (.object(let expected), .object(let actual)):
      return (isPartial || expected.members.count == actual.members.count)
        && expected.members.allSatisfy { member in
          actual[member.key].map { accepts($0, for: member.value) } ?? false
        }
    default:
      if expected == actual { return true }
      guard tolerance > 0, expected.isDouble || actual.isDouble,
        let left = expected.number, let right = actual.number
      else { return false }
      return abs(left - right) <= tolerance
    }
  }
}

extension ValueMatching {
  /// Returns an actual timeline in the form in which a file should expect it, in place of another
  /// expectation. Values that match stay as they are stated. If other keys of objects are not
  /// compared, only the stated keys are kept.
  func kept(_ actual: Timeline<Value>, of expected: Timeline<Value>) -> Timeline<Value> {
    guard !isExact else { return actual }
    var kept = actual
    let counts = (expected.events.count, actual.events.count)
    let start = zip(expected.events, actual.events).prefix { accepts($1, for: $0) }.count
    let rest = min(counts.0, counts.1) - start
    let end =
      counts.0 == counts.1
      ? rest
      : zip(expected.events.reversed(), actual.events.reversed()).prefix(rest).prefix {
        accepts($1, for: $0)
      }.count
    let fronts = min(counts.0, counts.1) - end
    let pairs =
      (0..<fronts).map { ($0, $0) } + (0..<end).map { (counts.0 - 1 - $0, counts.1 - 1 - $0) }
    for (old, new) in pairs {
      guard case .value(let wanted) = expected.events[old].kind,
        case .value(let got) = actual.events[new].kind
      else { continue }
      kept.events[new].kind = .value(self.kept(got, of: wanted))
    }
    return kept
  }

  private func accepts(
    _ actual: Timeline<Value>.Event, for expected: Timeline<Value>.Event
  ) -> Bool {
    if case .value(let wanted) = expected.kind, case .value(let got) = actual.kind {
      return actual.instant == expected.instant && accepts(got, for: wanted)
    }
    return actual == expected
  }

  /// Returns the value that a file should expect in place of another one.
  private func kept(_ actual: Value, of expected: Value) -> Value {
    if !isPartial { return accepts(actual, for: expected) ? expected : actual }
    switch (expected, actual) {
    case (.object(let wanted), .object(let got)):
      let members = wanted.members.compactMap { member in
        got[member.key].map { Member(key: member.key, value: kept($0, of: member.value)) }
      }
      // An object without keys would match every other object.
      return members.isEmpty && !wanted.members.isEmpty ? actual : .object(Object(members))
    case (.array(let wanted), .array(let got)) where wanted.count == got.count:
      return .array(zip(wanted, got).map { kept($1, of: $0) })
    default: return accepts(actual, for: expected) ? expected : actual
    }
  }
}

extension Value {
  fileprivate var isDouble: Bool {
    if case .double = self { true } else { false }
  }

  fileprivate var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }
}
