import Pipelines
import Values

/// Decides whether an actual value is the expected one, by the rules of a test.
struct ValueMatching {
  /// By how much numbers may differ, if either is a double.
  var tolerance = 0.0
  /// Whether actual objects may have more keys.
  var isPartial = false

  /// The rules of a check that states none: values must be equal.
  static let exact = ValueMatching(nil)

  init(_ test: StreamTest?) {
    tolerance = test?.tolerance ?? 0
    isPartial = test?.match == .partial
  }

  /// Whether values must be equal.
  var isExact: Bool { tolerance == 0 && !isPartial }

  /// Whether the actual value is as expected. It recurses as deep as values can be nested in a file.
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
