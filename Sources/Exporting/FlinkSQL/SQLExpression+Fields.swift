import Expressions
import Values

extension SQLExpression {
  func field(
    _ key: Text, of object: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    if let column = try groupColumn(key, of: object) { return column }
    switch try value(object) {
    case .json(let json):
      guard key.fitsJSONPath else {
        throw refusal(
          "the key '\(key.string)'", "a JSON path cannot name it", hint: "rename it", tree)
      }
      return .json(json.appending(key))
    case .object(let members):
      if let member = members.first(where: { $0.key == key }) { return member.value }
      throw refusal(
        "the key '\(key.string)'", "the object does not have it", hint: "check the 'map' before it",
        tree)
    case .typed, .null, .list, .collected:
      throw refusal(
        "a key of a value that is not an "
          + "object", "it always fails", hint: "remove it", tree)
    }
  }

  /// Returns the column for a part of the first value of a window, if the part is the same for all
  /// values of the group.
  private func groupColumn(_ key: Text, of object: ExpressionTree) throws(SQLRefusal) -> SQLValue? {
    var keys = [key]
    var object = object
    while case .field(let outer, let name) = object.form {
      keys.insert(name, at: 0)
      object = outer
    }
    guard case .index(let list, let position) = object.form,
      case .literal(.int(0)) = position.form,
      case .collected(let collection) = try value(list), collection.condition == nil,
      case .json(let element) = collection.element
    else { return nil }
    let part = keys.reduce(element) { $0.appending($1) }
    return collection.keys.first { $0.part.sql == part.sql }?.column
  }

  func element(
    _ position: ExpressionTree, of list: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    if case .literal(.string(let key)) = position.form { return try field(key, of: list, tree) }
    switch (try value(list), position.form) {
    case (.list(let elements), .literal(.int(let index))) where elements.indices ~= Int(index):
      return elements[Int(index)]
    case (.collected, _):
      throw refusal(
        "an element of a window's array",
        "the order of values with the same time is not known there",
        hint: "use '$key' for a value that the group shares, or 'min()', 'max()', 'sum()', "
          + "'size()'", tree)
    default:
      throw refusal(
        "an element of a list", "its type is not known in advance",
        hint: "write a separate field for each element in the records", tree)
    }
  }

  func presence(
    _ key: Text, of object: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> String {
    switch try value(object) {
    case .object(let members): return members.contains { $0.key == key } ? "TRUE" : "FALSE"
    case .json(let json) where key.fitsJSONPath: return json.appending(key).exists
    default:
      throw refusal("'has' of such a value", "SQL has no equivalent", hint: Self.split, tree)
    }
  }

  /// Returns the SQL for `a.?b.orValue(c)`.
  func fallback(
    _ optional: ExpressionTree, _ other: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    guard case .optionalField(let object, let key) = optional.form, key.fitsJSONPath,
      case .json(let container) = try value(object)
    else {
      throw refusal(
        "'orValue' of such an optional", "SQL has none",
        hint: "write '$0.?key.orValue(…)' with one key of a record", tree)
    }
    let json = container.appending(key)
    return .json(
      SQLJSON(
        base: "CASE WHEN \(json.exists) THEN \(json.sql) ELSE \(try value(other).asJSON.sql) END",
        name: json.name))
  }

  func object(
    _ entries: [(key: ExpressionTree, value: ExpressionTree)], _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    var members: [(key: Text, value: SQLValue)] = []
    for entry in entries {
      guard case .literal(.string(let key)) = entry.key.form else {
        throw refusal(
          "a key that is computed", "columns have fixed names", hint: "write the key as a string",
          entry.key)
      }
      let value = try value(entry.value)
      members.append((key, value))
    }
    guard Set(members.map(\.key)).count == members.count else {
      throw refusal("an object with a key twice", "it always fails", hint: "rename one", tree)
    }
    return .object(members)
  }
}
