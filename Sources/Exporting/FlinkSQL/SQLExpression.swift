package import Expressions
import Values

/// Writes expressions as SQL that has the same result for each value, or fails.
///
/// CEL finds the type of a value in the record, but SQL needs to know it in advance. The type is
/// inferred from the way in which the value is used, and the job fails on a record with another
/// type.
package struct SQLExpression {
  /// The values of `$0`, `$1` and `$key`.
  var variables: [Variable: SQLValue]
  /// The values of the variables of macros.
  private var locals: [Int: SQLValue] = [:]
  /// The variables of macros that have the same value for every record.
  private var constantLocals: Set<Int> = []

  package init(_ variables: [Variable: SQLValue]) {
    self.variables = variables
  }

  func condition(_ tree: ExpressionTree) throws(SQLRefusal) -> String {
    try bool(value(tree), of: tree)
  }

  // MARK: - Values

  func value(_ tree: ExpressionTree) throws(SQLRefusal) -> SQLValue {
    switch tree.form {
    case .literal(let value): return try literal(value, of: tree)
    case .variable(let variable):
      guard let value = variables[variable] else {
        throw refusal(
          "'\(variable.rawValue)'", "a query has no such value here",
          hint: variable == .time
            ? "read the time from a field of the record" : "leave the expression to 'stream-run'",
          tree)
      }
      return value
    case .local(let declaration):
      guard let value = locals[declaration] else {
        throw refusal("a variable of a macro", "it has many values", hint: Self.split, tree)
      }
      return value
    case .not(let operand): return .typed(.bool, "(NOT \(try condition(operand)))")
    case .negative(let operand): return try negative(operand, tree)
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, left, right, tree)
    case .comparison(let operation, let left, let right):
      return .typed(.bool, try comparison(operation, left, right, tree))
    case .membership(let element, let list): return try membership(element, list, tree)
    case .all(let operands): return .typed(.bool, try connected(operands, isAll: true))
    case .any(let operands): return .typed(.bool, try connected(operands, isAll: false))
    case .conditional(let condition, let success, let failure):
      return try conditional(condition, success, failure)
    case .field(let object, let key): return try field(key, of: object, tree)
    case .presence(let object, let key): return .typed(.bool, try presence(key, of: object, tree))
    case .index(let object, let position): return try element(position, of: object, tree)
    case .list(let elements):
      return .list(try elements.map { element throws(SQLRefusal) in try value(element) })
    case .map(let entries): return try object(entries, tree)
    case .call(let name, let receiver, let arguments):
      return try call(name, (receiver.map { [$0] } ?? []) + arguments, tree)
    case .macro(let name, let source, let variable, let filter, let body):
      return try macro(name, source, variable, filter, body, tree)
    case .optionalField:
      throw refusal(
        "an optional", "SQL has none", hint: "write '.orValue(…)' after '.?'", tree)
    case .other(let what):
      throw refusal(what, "SQL has no equivalent", hint: Self.split, tree)
    }
  }

  package static let split = "play the stream file with 'stream-run', or with '--target spark'"

  private func literal(_ value: Value, of tree: ExpressionTree) throws(SQLRefusal) -> SQLValue {
    switch value {
    case .null: return .null
    case .bool(let bool): return .typed(.bool, bool ? "TRUE" : "FALSE")
    case .int(let int):
      // The least int has no literal: its digits alone are too large.
      guard int != .min else {
        throw refusal(
          "the least int", "SQL has no literal for it", hint: "write a greater one", tree)
      }
      return .typed(.int, "CAST(\(int) AS BIGINT)")
    case .double(let double):
      guard double.sign == .plus || double != 0 else { throw constant(tree) }
      return .typed(.double, "CAST('\(double)' AS DOUBLE)")
    case .string(let text):
      guard !text.string.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
        throw refusal(
          "a string with a control character", "SQL has no literal for it", hint: Self.split, tree)
      }
      return .typed(.string, SQLText.literal(text.string))
    case .array(let elements):
      return .list(
        try elements.map { element throws(SQLRefusal) in try literal(element, of: tree) })
    case .object(let object):
      return .object(
        try object.members.map { member throws(SQLRefusal) in
          (member.key, try literal(member.value, of: tree))
        })
    }
  }

  // MARK: - Types

  func int(_ value: SQLValue, of tree: ExpressionTree) throws(SQLRefusal) -> String {
    switch value {
    case .typed(.int, let sql): return sql
    case .json(let json): return json.int
    default: throw mismatch("an int", tree)
    }
  }

  /// Returns a double; an int is converted to the nearest one.
  func double(_ value: SQLValue, of tree: ExpressionTree) throws(SQLRefusal) -> String {
    switch value {
    case .typed(.double, let sql): return sql
    case .typed(.int, let sql): return "CAST(\(sql) AS DOUBLE)"
    case .json(let json): return json.number
    default: throw mismatch("a number", tree)
    }
  }

  func string(_ value: SQLValue, of tree: ExpressionTree) throws(SQLRefusal) -> String {
    switch value {
    case .typed(.string, let sql): return sql
    case .json(let json): return json.string
    default: throw mismatch("a string", tree)
    }
  }

  func bool(_ value: SQLValue, of tree: ExpressionTree) throws(SQLRefusal) -> String {
    switch value {
    case .typed(.bool, let sql): return sql
    case .json(let json): return json.bool
    default: throw mismatch("a bool", tree)
    }
  }

  private func mismatch(_ expected: String, _ tree: ExpressionTree) -> SQLRefusal {
    refusal("this value", "\(expected) is needed here", hint: "check its type", tree)
  }

  func refusal(
    _ what: String, _ reason: String, hint: String, _ tree: ExpressionTree
  ) -> SQLRefusal {
    SQLRefusal(what, reason, hint: hint, range: tree.range)
  }

  // MARK: - Constants

  /// Returns whether it has the same value for every record.
  func isConstant(_ tree: ExpressionTree) -> Bool {
    switch tree.form {
    case .variable, .other: false
    case .local(let declaration): constantLocals.contains(declaration)
    default: tree.parts.allSatisfy(isConstant)
    }
  }

  /// Returns the refusal of a constant. The planner computes constants as decimals, which have no
  /// -0.0.
  func constant(_ tree: ExpressionTree) -> SQLRefusal {
    refusal(
      "-0.0, or arithmetic of constant doubles", "a planner computes them as decimals",
      hint: "write the result", tree)
  }

  // MARK: - Names

  /// Returns the same translation inside a macro.
  func binding(
    _ declaration: Int, to value: SQLValue, isConstant: Bool = false
  ) -> SQLExpression {
    var inner = self
    inner.locals[declaration] = value
    if isConstant { inner.constantLocals.insert(declaration) }
    return inner
  }
}
