import Pipelines
import Values

/// A field of the records of a log.
struct LogField {
  /// The number of different texts of a field that tells kinds of records apart.
  private static let kindLimit = 10

  let name: String
  /// The number of records that have it.
  let count: Int
  /// The types of its values, the most frequent first.
  let typeNames: [String]
  /// The first value, abbreviated.
  let example: String
  let values: [Value]

  /// The field of a record in an expression.
  var access: String {
    let isName = name.first.map { $0.isLetter || $0 == "_" } ?? false
    let isPlain =
      isName && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    if isPlain { return "$0.\(name)" }
    let escaped = name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "$0['\(escaped)']"
  }

  /// Returns the fields of records that are objects, in the order in which they first appear.
  static func fields(of records: [Value]) -> [LogField] {
    var names: [Text] = []
    var values: [Text: [Value]] = [:]
    for case .object(let object) in records {
      for member in object.members {
        if values[member.key] == nil { names.append(member.key) }
        values[member.key, default: []].append(member.value)
      }
    }
    return names.map { LogField($0.string, values[$0] ?? []) }
  }

  private init(_ name: String, _ values: [Value]) {
    self.name = name
    self.values = values
    count = values.count
    example = values.first.map { $0.description.abbreviated } ?? ""
    var counts: [String: Int] = [:]
    var order: [String] = []
    for value in values {
      if counts.updateValue(counts[value.typeName, default: 0] + 1, forKey: value.typeName) == nil {
        order.append(value.typeName)
      }
    }
    typeNames = order.enumerated().sorted {
      (counts[$1.element, default: 0], $0.offset) < (counts[$0.element, default: 0], $1.offset)
    }.map(\.element)
  }

  /// Returns a first operator for records, as JSON, and the number of a record that it lets pass.
  static func firstStep(
    for fields: [LogField], in records: [Value]
  ) -> (text: String, passing: Int) {
    var (condition, passing) = ("$0 != null", 0)
    if let kind = fields.first(where: { $0.count == records.count && $0.rarestText != nil }),
      let text = kind.rarestText
    {
      let quoted = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      condition = "\(kind.access) == '\(quoted)'"
      passing = kind.values.firstIndex(of: .string(Text(text))) ?? 0
    } else if let number = fields.first(where: { $0.count == records.count && $0.isMeasure }),
      let first = number.values.first
    {
      condition = "\(number.access) >= \(first)"
    }
    return ("{ \"filter\": { \"expression\": \(OperatorLine.quoted(condition)) } }", passing)
  }

  /// The rarest of a few texts; nil for a field with other values or too many.
  private var rarestText: String? {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for value in values {
      guard case .string(let text) = value, text.utf8.count < 40,
        text.utf8.allSatisfy({ $0 >= 0x20 })
      else { return nil }
      if counts.updateValue(counts[text.string, default: 0] + 1, forKey: text.string) == nil {
        order.append(text.string)
      }
      if order.count > Self.kindLimit { return nil }
    }
    guard order.count > 1, order.count < count else { return nil }
    return order.min { counts[$0, default: 0] < counts[$1, default: 0] }
  }

  private var isMeasure: Bool {
    !LogTime.isNamedLikeTime(name)
      && values.allSatisfy {
        switch $0 {
        case .int, .double: true
        default: false
        }
      }
  }
}

extension Value {
  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .array: "list"
    case .object: "object"
    }
  }
}
