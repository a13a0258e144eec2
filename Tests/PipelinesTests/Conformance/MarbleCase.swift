import Values

/// One case of another library's test suite: the events that go in, with their times, and the
/// expected events.
struct MarbleCase {
  /// The claim of a case about Combine.
  enum Claim: String {
    /// Combine's operators have the same result.
    case same
    /// Combine has another result: a row for the table of deviations.
    case differs
    /// Combine does not have the operator.
    case none
  }

  let fields: Object

  var id: String { fields["id"]?.text ?? "" }
  var name: String { fields["operator"]?.text ?? "" }
  var dialect: String { fields["dialect"]?.text ?? "" }
  var claim: Claim { fields["combine"]?.text.flatMap(Claim.init) ?? .none }
  var sources: [Member] { fields["sources"]?.members ?? [] }
  var pipeline: Value { fields["pipeline"] ?? .null }
  var expected: [Value] { fields["expected"]?.elements ?? [] }
  /// The time at which the subscription is cancelled, in milliseconds.
  var unsubscribeTime: Double? { fields["unsubscribe_at"]?.number }
}

extension Value {
  var text: String? { if case .string(let text) = self { text.string } else { nil } }
  var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }
  var members: [Member]? { if case .object(let object) = self { object.members } else { nil } }

  var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }

  subscript(_ key: Text) -> Value? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Whether both values are the same in a language with a single kind of number.
  func isAlike(_ other: Value) -> Bool {
    if let left = number, let right = other.number { return left == right }
    switch (self, other) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isAlike($1) }
    case (.object(let left), .object(let right)):
      return left.count == right.count
        && left.members.allSatisfy { member in
          right[member.key].map { member.value.isAlike($0) } ?? false
        }
    default: return self == other
    }
  }

  /// Creates an object.
  static func model(_ members: (Text, Value)...) -> Value {
    .object(Object(members.map { Member(key: $0.0, value: $0.1) }))
  }
}
