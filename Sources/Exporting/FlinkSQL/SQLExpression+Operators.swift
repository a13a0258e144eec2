import Expressions
import Values

extension SQLExpression {
  // MARK: - Arithmetic

  func negative(
    _ operand: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    switch try value(operand) {
    case .typed(.double, let sql):
      guard !isConstant(tree) else { throw constant(tree) }
      return .typed(.double, "(-\(sql))")
    case .typed(.int, let sql):
      return .typed(.int, Self.checked("- CAST(\(sql) AS DECIMAL(19, 0))"))
    default:
      throw refusal(
        "'-' of a value of an unknown type", "SQL must know the type in advance",
        hint: "write '-int(…)' or '-double(…)'", tree)
    }
  }

  func arithmetic(
    _ operation: String, _ left: ExpressionTree, _ right: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    let (first, second) = (try value(left), try value(right))
    switch (first.type, second.type) {
    case (.string?, _) where operation == "+", (_, .string?) where operation == "+":
      return .typed(
        .string, "CONCAT(\(try string(first, of: left)), \(try string(second, of: right)))")
    case (.double?, _), (_, .double?):
      guard !isConstant(tree) else { throw constant(tree) }
      let (a, b) = (try double(first, of: left), try double(second, of: right))
      return .typed(.double, "(\(a) \(operation) \(b))")
    case (.int?, _), (_, .int?):
      return .typed(
        .int, try integers(operation, int(first, of: left), int(second, of: right), right, tree))
    default:
      throw refusal(
        "'\(operation)' of values of unknown types", "SQL must know the types in advance",
        hint: "write 'int(…)', 'double(…)' or 'string(…)' around one of them", tree)
    }
  }

  private func integers(
    _ operation: String, _ left: String, _ right: String, _ divisor: ExpressionTree,
    _ tree: ExpressionTree
  ) throws(SQLRefusal) -> String {
    switch operation {
    case "+", "-", "*":
      return Self.checked(
        "CAST(\(left) AS DECIMAL(19, 0)) \(operation) CAST(\(right) AS DECIMAL(19, 0))")
    default:
      // The quotient of the least int and -1 would overflow, and in CEL that has no remainder
      // either.
      guard case .literal(.int(let number)) = divisor.form, number != 0, number != -1 else {
        throw refusal(
          "'\(operation)' by an int that is not a constant", "it may be 0 or -1",
          hint: "divide doubles: 'double(…) / double(…)'", tree)
      }
      return operation == "/" ? "(\(left) / \(right))" : "MOD(\(left), \(right))"
    }
  }

  /// Returns an int that is computed as a decimal, and fails if it does not fit, because a BIGINT
  /// would wrap. The conversion to a string is necessary: a cast of a decimal also wraps, and two
  /// direct casts would be combined into one.
  static func checked(_ sql: String) -> String {
    "CAST(CONCAT(CAST(\(sql) AS STRING), '') AS BIGINT)"
  }

  // MARK: - Comparison

  func comparison(
    _ operation: String, _ left: ExpressionTree, _ right: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> String {
    let (first, second) = (try value(left), try value(right))
    let isEquality = operation == "==" || operation == "!="
    let sign = operation == "==" ? "=" : operation == "!=" ? "<>" : operation
    if let text = first.scalarSQL, text == second.scalarSQL, !isConstant(left) {
      throw refusal(
        "a comparison of a value with itself", "a planner removes it, and its failures with it",
        hint: "remove it", tree)
    }
    switch (first, second) {
    case (.null, let other) where isEquality,
      (let other, .null) where isEquality:
      return try nullity(other, isNegated: operation == "!=", tree)
    case (.typed(.int, let a), .typed(.int, let b)): return "(\(a) \(sign) \(b))"
    case (.typed(.double, let a), .typed(.double, let b)): return "(\(a) \(sign) \(b))"
    case (.typed(.double, let a), .typed(.int, let b)) where isSmall(right):
      return "(\(a) \(sign) CAST(\(b) AS DOUBLE))"
    case (.typed(.int, let a), .typed(.double, let b)) where isSmall(left):
      return "(CAST(\(a) AS DOUBLE) \(sign) \(b))"
    case (.typed(.bool, let a), .typed(.bool, let b)) where isEquality: return "(\(a) \(sign) \(b))"
    case (.typed(.string, let a), .typed(.string, let b)) where isEquality:
      return "(\(a) \(sign) \(b))"
    case (.json(let json), .typed(let type, let sql)),
      (.typed(let type, let sql), .json(let json)):
      let isMirrored = first.type != nil
      let sign = isMirrored ? Self.mirrored(sign) : sign
      return try comparison(
        json, sign, type, sql, isSmall: isSmall(isMirrored ? left : right), isEquality, tree)
    case (.json(let a), .json(let b)):
      guard !isEquality else { break }
      return "CASE WHEN \(a.isInt) AND \(b.isInt) THEN \(a.int) \(sign) \(b.int) ELSE "
        + "\(a.exactNumber) \(sign) \(b.exactNumber) END"
    default: break
    }
    throw refusal(
      "'\(operation)' of such values",
      isEquality
        ? "they may have several types, and 1 equals 1.0" : "SQL orders them differently",
      hint: "write 'int(…)', 'double(…)' or 'string(…)' around both, or compare ints", tree)
  }

  /// Returns the comparison of a value from a record with one of a known type.
  private func comparison(
    _ json: SQLJSON, _ sign: String, _ type: SQLType, _ sql: String, isSmall: Bool,
    _ isEquality: Bool, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> String {
    switch type {
    case .double: return "(\(json.exactNumber) \(sign) \(sql))"
    case .int where !isEquality:
      return isSmall
        ? "(\(json.number) \(sign) CAST(\(sql) AS DOUBLE))" : "(\(json.int) \(sign) \(sql))"
    case .int: break
    case .bool where isEquality, .string where isEquality: break
    default:
      throw refusal(
        "'\(sign)' of strings or bools", "SQL orders them differently",
        hint: "compare ints, or times as seconds", tree)
    }
    // A value of another type is not equal; a missing value is a failure.
    let equality: [(condition: String, outcome: SQLDecision.Outcome)] =
      switch type {
      case .bool:
        [("\(json.sql) = CASE WHEN \(sql) THEN '[true]' ELSE '[false]' END", .yes)]
      case .string:
        [
          (
            "\(json.sql) LIKE '[\"%'",
            .condition("JSON_VALUE(\(json.sql), '$[0]') = \(sql)")
          )
        ]
      case .int, .double:
        [
          (json.isInt, .condition("\(json.int) = \(sql)")),
          (
            json.isDouble,
            isSmall
              ? .condition("\(json.number) = CAST(\(sql) AS DOUBLE)")
              : .failure("expected an int in '\(json.name)'", showing: json.sql)
          ),
        ]
      }
    let decision = SQLDecision([json.missing] + equality, otherwise: .no).sql
    return sign == "=" ? decision : "(NOT \(decision))"
  }

  private func nullity(
    _ value: SQLValue, isNegated: Bool, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> String {
    switch value {
    case .null: return isNegated ? "FALSE" : "TRUE"
    case .json(let json):
      return SQLDecision(
        [json.missing, ("\(json.sql) = '[null]'", isNegated ? .no : .yes)],
        otherwise: isNegated ? .yes : .no
      ).sql
    case .typed, .object, .list, .collected: return isNegated ? "TRUE" : "FALSE"
    }
  }

  /// Whether it is a literal that a double represents exactly, as well as the adjacent integers.
  private func isSmall(_ tree: ExpressionTree) -> Bool {
    guard case .literal(.int(let int)) = tree.form else { return false }
    return int.magnitude < 1 << 52
  }

  private static func mirrored(_ sign: String) -> String {
    switch sign {
    case "<": ">"
    case "<=": ">="
    case ">": "<"
    case ">=": "<="
    default: sign
    }
  }

  // MARK: - Logic

  /// Returns `&&` or `||`. An operand is evaluated only if the previous ones have not decided.
  func connected(_ operands: [ExpressionTree], isAll: Bool) throws(SQLRefusal) -> String {
    var conditions: [String] = []
    for operand in operands { conditions.append(try condition(operand)) }
    let last = conditions.removeLast()
    return conditions.reversed().reduce(last) { rest, condition in
      isAll
        ? "CASE WHEN \(condition) THEN \(rest) ELSE FALSE END"
        : "CASE WHEN \(condition) THEN TRUE ELSE \(rest) END"
    }
  }

  func conditional(
    _ condition: ExpressionTree, _ success: ExpressionTree, _ failure: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    let test = try self.condition(condition)
    let (first, second) = (try value(success), try value(failure))
    if first.containsCollection || second.containsCollection {
      throw refusal(
        "a choice between arrays of windows", "an aggregate has no branches", hint: Self.split,
        condition)
    }
    func choice(_ a: String, _ b: String) throws(SQLRefusal) -> String {
      guard a != b else {
        throw refusal(
          "a choice between equal values",
          "a planner removes the condition, and its failures with it",
          hint: "remove it", condition)
      }
      return "CASE WHEN \(test) THEN \(a) ELSE \(b) END"
    }
    if case .typed(let type, let a) = first, case .typed(let other, let b) = second, type == other {
      return .typed(type, try choice(a, b))
    }
    return .json(SQLJSON(base: try choice(first.asJSON.sql, second.asJSON.sql), name: "a value"))
  }

  func membership(
    _ element: ExpressionTree, _ list: ExpressionTree, _ tree: ExpressionTree
  ) throws(SQLRefusal) -> SQLValue {
    guard case .list(let elements) = list.form else {
      throw refusal(
        "'in' of a value that is not a list in brackets", "its elements are not known",
        hint: "write the list into the expression", tree)
    }
    var equalities: [String] = []
    for other in elements { equalities.append(try comparison("==", element, other, tree)) }
    guard !equalities.isEmpty else { return .typed(.bool, "FALSE") }
    return .typed(.bool, "(\(equalities.joined(separator: " OR ")))")
  }
}

extension SQLValue {
  /// The type, if it is known.
  var type: SQLType? {
    if case .typed(let type, _) = self { type } else { nil }
  }

  /// The SQL of a value that is in one column.
  fileprivate var scalarSQL: String? {
    switch self {
    case .typed(_, let sql): sql
    case .json(let json): json.sql
    default: nil
    }
  }
}
