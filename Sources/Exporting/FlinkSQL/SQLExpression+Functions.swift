import Expressions

extension SQLExpression {
  /// Returns the result of a function. Add a new one here only if SQL has the same result for every
  /// value, or fails.
  func call(
    _ name: String, _ arguments: [ExpressionTree], _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    guard let first = arguments.first else { throw unknown(name, tree) }
    switch (name, arguments.count) {
    case ("size", 1): return try size(first, tree)
    case ("int", 1): return try integer(first, tree)
    case ("double", 1): return .typed(.double, try double(value(first), of: first))
    case ("string", 1): return .typed(.string, try string(value(first), of: first))
    case ("orValue", 2): return try fallback(first, arguments[1], tree)
    case ("startsWith", 2): return try test("STARTSWITH", first, arguments[1])
    case ("endsWith", 2): return try test("ENDSWITH", first, arguments[1])
    case ("contains", 2):
      let (text, part) = (
        try string(value(first), of: first), try string(value(arguments[1]), of: arguments[1])
      )
      return .typed(.bool, "(LOCATE(\(part), \(text)) > 0)")
    case ("sum", 1), ("min", 1), ("max", 1), ("avg", 1):
      if case .collected(let collection) = try value(first) {
        return try aggregate(name, of: collection, first)
      }
      throw unknown(name, tree)
    default: throw unknown(name, tree)
    }
  }

  private func unknown(_ name: String, _ tree: ExpressionTree) -> SQLRefusal {
    refusal(
      "'\(name)' of such values", "Flink's function of that purpose differs, or is missing",
      hint: "compute it when the records are written, or " + Self.split, tree)
  }

  private func test(
    _ name: String, _ text: ExpressionTree, _ part: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    let (whole, piece) = (try string(value(text), of: text), try string(value(part), of: part))
    return .typed(.bool, "\(name)(\(whole), \(piece))")
  }

  private func size(
    _ argument: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    switch try value(argument) {
    case .typed(.string, let sql): return .typed(.int, "CAST(CHAR_LENGTH(\(sql)) AS BIGINT)")
    case .list(let elements): return .typed(.int, "CAST(\(elements.count) AS BIGINT)")
    case .object(let members): return .typed(.int, "CAST(\(members.count) AS BIGINT)")
    case .collected(let collection): return .typed(.int, count(of: collection))
    case .typed, .json, .null:
      throw refusal(
        "'size' of a value of an unknown type", "SQL must know the type in advance",
        hint: "write 'size(string(…))' for a string", tree)
    }
  }

  /// Returns `int` of an int. A double would have to be truncated, and a string would have to be
  /// parsed.
  private func integer(
    _ argument: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    switch try value(argument) {
    case .typed(.int, let sql): return .typed(.int, sql)
    case .json(let json): return .typed(.int, json.int)
    default:
      throw refusal(
        "'int' of a value that is not an int", "an SQL cast wraps and saturates",
        hint: "write an int in the records", tree)
    }
  }

  // MARK: - Windows

  func macro(
    _ name: String, _ source: ExpressionTree, _ variable: Int, _ filter: ExpressionTree?,
    _ body: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    let whole = try value(source)
    if name == "cel.bind" {
      return try binding(variable, to: whole, isConstant: isConstant(source)).value(body)
    }
    guard case .collected(var collection) = whole else {
      throw refusal(
        "'\(name)' of a list in a value", "SQL's rows have no lists of unknown types",
        hint: "write a separate record for each element", tree)
    }
    let inner = binding(variable, to: collection.element)
    switch name {
    case "map":
      if let filter { collection.add(try inner.condition(filter)) }
      collection.element = try inner.value(body)
    case "filter": collection.add(try inner.condition(body))
    default:
      throw refusal(
        "'\(name)' of a window's array", "an aggregate has no equivalent",
        hint: "write, for example, 'size(….filter(x, …)) > 0'", tree)
    }
    return .collected(collection)
  }

  private func count(of collection: SQLCollection) -> String {
    collection.condition.map { "COUNT(CASE WHEN \($0) THEN 1 END)" } ?? "COUNT(*)"
  }

  /// Returns a sum, or the least or greatest element.
  func aggregate(
    _ name: String, of collection: SQLCollection, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    if name == "sum" { return try sum(of: collection, isMean: false, tree) }
    if name == "avg" { return try sum(of: collection, isMean: true, tree) }
    let function = name.uppercased()
    switch collection.element {
    case .typed(.int, let sql):
      return .typed(.int, nonEmpty(function, sql, .int, of: collection))
    case .typed(.double, let sql):
      // -0.0 equals 0.0, and the result would be whichever came first.
      let text = "CAST(\(sql) AS STRING)"
      let checked =
        "CASE WHEN \(text) = '-0.0' THEN "
        + "\(SQLText.failure("expected no -0.0 for '\(name)'", showing: text, as: .double)) "
        + "ELSE \(sql) END"
      return .typed(.double, nonEmpty(function, checked, .double, of: collection))
    case .json(let json):
      let all = count(of: collection)
      let ints = collection.selecting(json.isInt)
      let doubles = collection.selecting(json.isDouble)
      return .json(
        SQLJSON(
          base: "CASE WHEN \(all) = 0 THEN "
            + SQLText.failure(
              "expected a value for '\(name)'", showing: "CAST(\(all) AS STRING)", as: .string)
            + " WHEN \(all) = \(count(of: ints)) THEN CONCAT('[', CAST(\(function)("
            + "\(ints.kept(json.int))) AS STRING), ']') WHEN \(all) = \(count(of: doubles)) THEN "
            + "CONCAT('[', CAST(\(function)(\(doubles.kept(json.number))) AS STRING), ']') ELSE "
            + SQLText.failure(
              "expected only ints or only doubles in '\(json.name)' for '\(name)'",
              showing: "MAX(\(collection.kept(json.sql)))", as: .string) + " END",
          name: json.name))
    default:
      throw refusal(
        "'\(name)' of values that are not numbers", "SQL orders them differently",
        hint: "compare ints or doubles", tree)
    }
  }

  private func nonEmpty(
    _ function: String, _ sql: String, _ type: SQLType, of collection: SQLCollection
  ) -> String {
    let result = "\(function)(\(collection.kept(sql)))"
    guard collection.condition != nil else { return result }
    return "CASE WHEN \(count(of: collection)) > 0 THEN \(result) ELSE "
      + SQLText.failure(
        "expected a value for '\(function.lowercased())'",
        showing: "CAST(\(count(of: collection)) AS STRING)", as: type) + " END"
  }

  /// Returns the sum of ints. The sum of doubles would depend on their order, which is not known in
  /// Flink.
  private func sum(
    of collection: SQLCollection, isMean: Bool, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    if case .typed(.double, _) = collection.element {
      throw refusal(
        isMean ? "the mean of doubles" : "a sum of doubles",
        "its last digits depend on the order of the values, which the engine does not keep",
        hint: "sum ints, such as cents or milliseconds", tree)
    }
    let number = try int(collection.element, of: tree)
    let decimal = collection.kept("CAST(\(number) AS DECIMAL(38, 0))")
    if isMean {
      let sum = "CAST(SUM(\(decimal)) AS DOUBLE) / CAST(\(count(of: collection)) AS DOUBLE)"
      guard collection.condition != nil else { return .typed(.double, "(\(sum))") }
      return .typed(
        .double,
        "CASE WHEN \(count(of: collection)) > 0 THEN \(sum) ELSE "
          + SQLText.failure(
            "expected a value for 'avg'", showing: "CAST(\(count(of: collection)) AS STRING)",
            as: .double) + " END")
    }
    // If even the sum of the magnitudes fits, adding the numbers cannot overflow in any order.
    let magnitude = "COALESCE(SUM(ABS(\(decimal))), 0)"
    return .typed(
      .int,
      "CASE WHEN \(magnitude) <= 9223372036854775807 THEN COALESCE(SUM(\(collection.kept(number))),"
        + " CAST(0 AS BIGINT)) ELSE "
        + SQLText.failure(
          "expected a sum of ints that fits 64 bits in any order",
          showing: "CAST(\(magnitude) AS STRING)", as: .int) + " END")
  }
}

extension SQLCollection {
  /// Adds a condition on the elements.
  package mutating func add(_ other: String) {
    condition = condition.map { "CASE WHEN \($0) THEN \(other) ELSE FALSE END" } ?? other
  }

  func selecting(_ other: String) -> SQLCollection {
    var collection = self
    collection.add(other)
    return collection
  }

  /// The argument of an aggregate: NULL for an element that was filtered out.
  func kept(_ sql: String) -> String {
    condition.map { "CASE WHEN \($0) THEN \(sql) END" } ?? sql
  }
}

extension SQLExpression {
  /// Returns the number, the sum, the mean, or the least or the greatest of some values.
  package func aggregate(
    _ name: String, of collection: SQLCollection
  ) throws(SQLRefusal) -> SQLValue {
    if name == "count" { return .typed(.int, count(of: collection)) }
    let nowhere = ExpressionTree(form: .other(name), type: .dyn, range: nil)
    return try aggregate(name, of: collection, nowhere)
  }
}
