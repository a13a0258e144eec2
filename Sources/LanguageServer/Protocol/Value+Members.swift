package import Values

/// Reading and creating the JSON of messages.
extension Value {
  /// The member of an object; nil if there is none, or for any other value.
  package subscript(key: Text) -> Value? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  package var text: String? { if case .string(let text) = self { text.string } else { nil } }

  package var integer: Int? {
    switch self {
    case .int(let number): Int(exactly: number)
    // Some clients write all numbers as doubles.
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  package var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }

  package init(_ text: String) { self = .string(Text(text)) }

  package init(_ number: Int) { self = .int(Int64(number)) }

  /// An object without the members that are nil.
  package static func members(_ members: KeyValuePairs<Text, Value?>) -> Value {
    .object(
      Object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } }))
  }
}
