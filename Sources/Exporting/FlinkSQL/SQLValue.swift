package import Values

/// A type of SQL.
package enum SQLType: String {
  case int = "BIGINT"
  case double = "DOUBLE"
  case bool = "BOOLEAN"
  case string = "STRING"
}

/// A value of a stream as SQL, computed from the columns of a row.
package indirect enum SQLValue {
  /// A value of one type, which is never NULL.
  case typed(SQLType, String)
  /// A value whose type is known only from the record.
  case json(SQLJSON)
  case null
  case object([(key: Text, value: SQLValue)])
  case list([SQLValue])
  /// The array of the values of a window.
  case collected(SQLCollection)
}

extension SQLValue {
  /// The value of the row that a variable of a pattern has taken. Its parts are columns.
  package func qualified(by variable: String) -> SQLValue {
    switch self {
    case .typed(let type, let sql): .typed(type, "\(variable).\(sql)")
    case .json(let json): .json(SQLJSON(base: "\(variable).\(json.sql)", name: json.name))
    case .null, .collected: self
    case .object(let members): .object(members.map { ($0.key, $0.value.qualified(by: variable)) })
    case .list(let elements): .list(elements.map { $0.qualified(by: variable) })
    }
  }
}

/// A value as JSON text: a list that contains only the value, or nothing if the value is missing.
///
/// Unlike a NULL, the list distinguishes a missing value from null. It also keeps the types apart:
/// `[1]`, `[1.0]`, `["1"]`.
package struct SQLJSON {
  /// The SQL for the text of which it is a part.
  var base: String
  /// The keys that lead to it.
  package var path: [Text] = []
  /// The place in a record for messages, such as `$0.order.price`.
  package var name: String
  /// The fields of the record that contains it; nil if it is computed in a query.
  var fields: SQLFields?

  package init(base: String, path: [Text] = [], name: String, fields: SQLFields? = nil) {
    self.base = base
    self.path = path
    self.name = name
    self.fields = fields
  }

  /// The SQL for the text.
  var sql: String {
    guard !path.isEmpty else { return base }
    return fields?.column(of: path) ?? Self.part(path, of: base)
  }

  /// Returns the SQL for the part of a JSON value at a path.
  static func part(_ path: [Text], of base: String) -> String {
    let steps = path.map { $0.isPlainKey ? ".\($0.string)" : "['\($0.string)']" }
    return "JSON_QUERY(\(base), \(SQLText.literal("$[*]" + steps.joined())))"
  }

  func appending(_ key: Text) -> SQLJSON {
    SQLJSON(base: base, path: path + [key], name: "\(name).\(key.string)", fields: fields)
  }
}

/// The fields of the records of an input that the job reads, each a column of their view.
package final class SQLFields {
  private var paths: [[Text]] = []
  private(set) var layout = SQLLayout()

  /// Returns the column of a field.
  func column(of path: [Text]) -> String {
    if let known = paths.firstIndex(of: path) { return layout.columns[known].name }
    paths.append(path)
    return layout.add(
      SQLJSON.part(path, of: "v"), as: (["f"] + path.map(\.string)).joined(separator: "_"))
  }
}

/// The array of the values of a window, or the result of macros on it, before it is aggregated.
package struct SQLCollection {
  package var element: SQLValue
  /// The condition of elements that `filter` has selected.
  var condition: String?
  /// The parts of a record that determined its group, with the columns that contain them.
  var keys: [(part: SQLJSON, column: SQLValue)]

  package init(
    element: SQLValue, condition: String? = nil, keys: [(part: SQLJSON, column: SQLValue)]
  ) {
    self.element = element
    self.condition = condition
    self.keys = keys
  }
}

extension Text {
  /// Whether it is a name that needs no quotes in a JSON path.
  fileprivate var isPlainKey: Bool {
    let name = string
    return !name.isEmpty && name.first?.isNumber == false
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Whether a JSON path can contain it between quotes.
  var fitsJSONPath: Bool {
    !string.isEmpty
      && !string.unicodeScalars.contains {
        "'\"\\*,?()[]".unicodeScalars.contains($0) || $0.value < 0x20
      }
  }
}

/// Pieces of SQL text.
package enum SQLText {
  /// A string in quotes.
  static func literal(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  /// Returns a CONCAT of parts, in which adjacent literals are merged.
  package static func concatenation(_ parts: [String]) -> String {
    var merged: [String] = []
    for part in parts {
      if part.isLiteral, let last = merged.last, last.isLiteral {
        merged[merged.count - 1] = String(last.dropLast()) + part.dropFirst()
      } else {
        merged.append(part)
      }
    }
    return merged.count == 1 ? merged[0] : "CONCAT(\(merged.joined(separator: ", ")))"
  }

  /// Returns an expression that fails with a message. `text` is SQL for the end of the message, so
  /// that it is not computed before the job runs.
  static func failure(_ message: String, showing text: String, as type: SQLType) -> String {
    let failure = "CONCAT(\(literal(message + ", found ")), \(text))"
    switch type {
    case .int, .double: return "CAST(\(failure) AS \(type.rawValue))"
    case .string: return "CAST(CAST(\(failure) AS BIGINT) AS STRING)"
    case .bool: preconditionFailure("a failure among conditions is an SQLDecision")
    }
  }
}

extension String {
  /// Whether it is a single SQL string literal.
  fileprivate var isLiteral: Bool {
    guard count >= 2, first == "'", last == "'" else { return false }
    return !dropFirst().dropLast().replacing("''", with: "").contains("'")
  }
}
