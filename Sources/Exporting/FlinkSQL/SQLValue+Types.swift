import Values

/// SQL that extracts a value of one type from JSON text, and fails if it has another type.
///
/// Nothing is converted: neither `1.0` nor `"1"` is an int.
extension SQLJSON {
  private static let intPattern = #"^\[(-?[0-9]+)\]$"#
  private static let numberPattern = #"^\[(-?[0-9]+([.][0-9]+)?(E-[0-9]+)?)\]$"#
  /// A number that a double represents exactly, or that was printed from a double.
  private static let exactPattern = #"^\[(-?([0-9]{1,15}|[0-9]+[.][0-9]+)(E-[0-9]+)?)\]$"#

  private func found(_ type: String) -> String { "expected \(type) in '\(name)'" }

  /// Whether it is an int.
  var isInt: String { "REGEXP(\(sql), '\(Self.intPattern)')" }

  /// Whether it is a double.
  var isDouble: String { "REGEXP(\(sql), '\(Self.numberPattern)') AND NOT \(isInt)" }

  private func extracted(_ pattern: String, _ expected: String, as type: SQLType) -> String {
    "CAST(COALESCE(REGEXP_EXTRACT(\(sql), '\(pattern)', 1), "
      + "CONCAT(\(SQLText.literal(found(expected) + ", found ")), \(sql))) AS \(type.rawValue))"
  }

  var int: String { extracted(Self.intPattern, "an int", as: .int) }

  /// A double, or an int as the nearest double.
  var number: String { extracted(Self.numberPattern, "a number", as: .double) }

  /// A double, or an int that is exactly one.
  var exactNumber: String {
    extracted(Self.exactPattern, "a number of at most 15 digits", as: .double)
  }

  var string: String {
    "CASE WHEN \(sql) LIKE '[\"%' THEN JSON_VALUE(\(sql), '$[0]') ELSE "
      + "\(SQLText.failure(found("a string"), showing: sql, as: .string)) END"
  }

  var bool: String {
    SQLDecision(
      [("\(sql) = '[true]'", .yes), ("\(sql) = '[false]'", .no)],
      otherwise: .failure(found("a bool"), showing: sql)
    ).sql
  }

  /// The case of a missing value, which is a failure.
  var missing: (condition: String, outcome: SQLDecision.Outcome) {
    ("\(sql) = '[]'", .failure(found("a value"), showing: sql))
  }

  /// Whether the value exists. The SQL fails if the value that should contain it is not an object.
  var exists: String {
    guard let container else { return "TRUE" }
    return SQLDecision(
      [("\(sql) <> '[]'", .yes), ("\(container.sql) LIKE '[{%'", .no)],
      otherwise: .failure(container.found("an object"), showing: container.sql)
    ).sql
  }

  private var container: SQLJSON? {
    path.isEmpty
      ? nil
      : SQLJSON(base: base, path: path.dropLast(), name: "the object of \(name)", fields: fields)
  }

  /// A string, an int, a bool or null, two of which are equal if their texts are equal. A double
  /// may equal an int, and lists and objects may contain doubles.
  package var comparable: String {
    #"CASE WHEN REGEXP(\#(sql), '^\[("[^\n]*"|-?[0-9]+|true|false|null)\]$') THEN \#(sql) ELSE "#
      + SQLText.failure(
        found("a string, an int, a bool or null, whose equals have one spelling"), showing: sql,
        as: .string) + " END"
  }

  /// The text without the list that contains it.
  var content: String {
    "CASE WHEN \(sql) = '[]' THEN "
      + SQLText.failure(found("a value"), showing: sql, as: .string)
      + " ELSE SUBSTRING(\(sql), 2, CHAR_LENGTH(\(sql)) - 2) END"
  }
}

extension SQLValue {
  /// SQL for the JSON text of the value.
  package var jsonText: String {
    switch self {
    case .typed(.int, let sql): "CAST(\(sql) AS STRING)"
    case .typed(.double, let sql):
      "CASE WHEN ABS(\(sql)) <= 1.7976931348623157E308 THEN CAST(\(sql) AS STRING) ELSE "
        + SQLText.failure(
          "expected a number that JSON can hold", showing: "CAST(\(sql) AS STRING)", as: .string)
        + " END"
    case .typed(.bool, let sql): "CASE WHEN \(sql) THEN 'true' ELSE 'false' END"
    case .typed(.string, let sql): "JSON_STRING(\(sql))"
    case .json(let json): json.content
    case .null: "'null'"
    case .object(let members):
      SQLText.concatenation(
        members.enumerated().flatMap { index, member in
          [
            SQLText.literal((index == 0 ? "{" : ",") + "\(jsonString(member.key)):"),
            member.value.jsonText,
          ]
        } + [members.isEmpty ? "'{}'" : "'}'"])
    case .list(let elements):
      SQLText.concatenation(
        elements.enumerated().flatMap { index, element in
          ["'\(index == 0 ? "[" : ",")'", element.jsonText]
        } + [elements.isEmpty ? "'[]'" : "']'"])
    case .collected: preconditionFailure("the array of a window has no string form")
    }
  }

  /// The value as JSON of unknown type.
  var asJSON: SQLJSON {
    if case .json(let json) = self { return json }
    return SQLJSON(
      base: SQLText.concatenation(["'['", jsonText, "']'"]), name: "a value")
  }

  /// Whether the array of a window is part of it.
  var containsCollection: Bool {
    switch self {
    case .collected: true
    case .object(let members): members.contains { $0.value.containsCollection }
    case .list(let elements): elements.contains(where: \.containsCollection)
    case .typed, .json, .null: false
    }
  }

  private func jsonString(_ text: Text) -> String {
    String(decoding: JSONWriter.text(of: .string(text)), as: UTF8.self)
  }
}
