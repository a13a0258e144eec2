import Expressions
package import Values

/// A field of the records of an input.
package struct RecordField {
  package let name: String
  /// The number of records that have it.
  package let count: Int
  /// The types of its values, the most frequent first.
  package let typeNames: [String]
  /// The first value, abbreviated.
  package let example: String
  package let values: [Value]

  /// An expression that reads the field of a record.
  package var access: String {
    if name.isIdentifier { return "$0.\(name)" }
    let escaped = name.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "$0['\(escaped)']"
  }

  /// Returns the fields of records that are objects, in the order in which they first appear.
  package static func fields(of records: [Value]) -> [RecordField] {
    var names: [Text] = []
    var values: [Text: [Value]] = [:]
    for case .object(let object) in records {
      for member in object.members {
        if values[member.key] == nil { names.append(member.key) }
        values[member.key, default: []].append(member.value)
      }
    }
    return names.map { RecordField($0.string, values[$0] ?? []) }
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
}

// MARK: - Times

extension RecordField {
  private static let timeNames = [
    "time", "timestamp", "@timestamp", "ts", "t", "at", "date", "datetime", "when", "created",
    "createdat", "created_at", "eventtime", "event_time",
  ]

  /// Whether its name is a common name for times.
  package var isNamedLikeTime: Bool { Self.timeNames.contains(name.lowercased()) }

  /// Returns the expressions that may read the time of each of the given records, the most probable
  /// first.
  package static func times(
    among fields: [RecordField], of records: [Value]
  ) -> [String] {
    candidates(among: fields, of: records).compactMap { field in
      field.secondsExpression
        ?? field.texts.flatMap { TimeForm.expression(reading: $0, of: field.access) }
    }
  }

  /// Returns the fields that all of the given records have, starting with those that are named like
  /// times.
  package static func candidates(
    among fields: [RecordField], of records: [Value]
  ) -> [RecordField] {
    fields.filter { $0.count == records.count }.enumerated().sorted {
      ($0.element.timeRank, $0.offset) < ($1.element.timeRank, $1.offset)
    }.map(\.element)
  }

  private var timeRank: Int {
    Self.timeNames.firstIndex(of: name.lowercased()) ?? Self.timeNames.count
  }

  /// The values as strings, if all of them are strings.
  package var texts: [String]? {
    let texts = values.compactMap { value in
      if case .string(let text) = value { text.string } else { nil }
    }
    return texts.isEmpty || texts.count < values.count ? nil : texts
  }

  /// The expression that reads the values as seconds since 1970, or as fractions of seconds.
  /// Returns nil unless the field is named like a time and its values are all numbers, or all
  /// digits.
  package var secondsExpression: String? {
    guard isNamedLikeTime else { return nil }
    let digits = texts?.compactMap { text in
      text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E } ? Double(text) : nil
    }
    let numbers = digits ?? values.compactMap(\.number)
    guard numbers.count == count, let greatest = numbers.map(\.magnitude).max() else { return nil }
    // The size of the numbers shows whether they count seconds, milliseconds, microseconds or
    // nanoseconds since 1970.
    let scale =
      [1e11: "", 1e14: " / 1e3", 1e17: " / 1e6"].filter { greatest < $0.key }
      .min { $0.key < $1.key }?.value ?? " / 1e9"
    return scale.isEmpty && digits == nil ? access : "double(\(access))\(scale)"
  }
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
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
