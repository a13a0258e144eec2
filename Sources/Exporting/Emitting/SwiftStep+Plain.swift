import Expressions
package import StreamModels
package import Values

extension SwiftStep {
  /// Adds a call with a condition. The condition is written in plain Swift if that has the same
  /// meaning; otherwise, the call is one that throws, with a name that begins with "try".
  package func call(
    _ throwingName: String, _ arguments: SwiftCode?..., condition name: Text,
    as label: String? = nil
  ) throws(Diagnostics) {
    var arguments = arguments.compactMap(\.self)
    guard let plain = try plainExpression(name), plain.isBool else {
      writer.noteExpression(isPlain: false)
      if isTolerant, throwingName == "tryFilter" {
        return call("filter", try guarding(name, .holds))
      }
      try guardValues(name, .decides)
      let rule = try expression(name, "condition")
      arguments.append(label.map { .labeled($0, rule) } ?? rule)
      return chain.add(.call(throwingName, arguments))
    }
    writer.noteExpression(isPlain: true)
    let rest = throwingName.dropFirst("try".count)
    let method = rest.prefix(1).lowercased() + rest.dropFirst()
    let closure = SwiftCode.closure("", [code(of: plain, "$0")])
    guard let label else { return call(method, closure: closure) }
    chain.add(.call(method, arguments + [.labeled(label, closure)]))
  }

  /// Adds a call that maps each value, in plain Swift if that has the same meaning.
  package func map(by name: Text) throws(Diagnostics) {
    guard let plain = try plainExpression(name) else {
      writer.noteExpression(isPlain: false)
      if isTolerant { return call("compactMap", try guarding(name, .result)) }
      return call("tryMap", try expression(name, "value"))
    }
    writer.noteExpression(isPlain: true)
    let code = code(of: plain, "value")
    let value = plain.reads(.first) ? "value" : "_"
    call(
      "map",
      closure: plain.isBool
        ? .closure(value, [.call("Value.bool", [code])])
        : .closure("\(value) -> Value", [code]))
  }

  /// Returns an expression with the same meaning in plain Swift; nil if it has to remain a string.
  private func plainExpression(_ name: Text) throws(Diagnostics) -> PlainExpression? {
    guard let checked = checkedExpression(name), try parameters(of: checked).isEmpty,
      let plain = checked.plain, !plain.isBool || plain.reads(.first), plain.isShallow
    else { return nil }
    return plain
  }

  /// Adds a call that reads the key of each value: the value itself, or the result of an
  /// expression.
  package func key(_ name: Text) throws(Diagnostics) -> (code: SwiftCode, isPlain: Bool) {
    let plain = try plainExpression(name)
    guard case .variable(.first)? = plain else { return (try expression(name, "key"), false) }
    return (.atom("CEL.Key.init"), true)
  }

  /// Writes an expression. The recursion is limited by `isShallow`.
  private func code(of plain: PlainExpression, _ first: String) -> SwiftCode {
    switch plain {
    case .literal(let value): return SwiftCode.value(value) ?? .atom(".null")
    case .variable(let variable): return .atom(variable == .first ? first : spelling(of: variable))
    case .list(let elements): return .array(elements.map { code(of: $0, first) })
    case .map(let members):
      guard !members.isEmpty else { return .atom("[:]") }
      return .array(
        members.map { .joined([.string($0.key.string), .atom(": "), code(of: $0.value, first)]) })
    case .equality(let left, let right, let isNegated):
      return .joined([
        code(of: left, first), .atom(isNegated ? " != " : " == "), code(of: right, first),
      ])
    case .not(let operand): return .joined([.atom("!("), code(of: operand, first), .atom(")")])
    case .all(let operands): return joined(operands, by: " && ", first)
    case .any(let operands): return joined(operands, by: " || ", first)
    case .conditional(let condition, let success, let failure):
      return .joined([
        .atom("("), code(of: condition, first), .atom(" ? "), code(of: success, first),
        .atom(" : "),
        code(of: failure, first), .atom(")"),
      ])
    }
  }

  /// Writes conditions, in parentheses where the order of operators would be unclear.
  private func joined(
    _ operands: [PlainExpression], by word: String, _ first: String
  ) -> SwiftCode {
    var parts: [SwiftCode] = []
    for operand in operands {
      if !parts.isEmpty { parts.append(.atom(word)) }
      if case .equality = operand {
        parts.append(code(of: operand, first))
      } else {
        parts += [.atom("("), code(of: operand, first), .atom(")")]
      }
    }
    return .joined(parts)
  }
}

extension PlainExpression {
  /// Whether the expression reads a variable.
  fileprivate func reads(_ variable: Variable) -> Bool {
    switch self {
    case .literal: false
    case .variable(let read): read == variable
    case .list(let elements), .all(let elements), .any(let elements):
      elements.contains { $0.reads(variable) }
    case .map(let members): members.contains { $0.value.reads(variable) }
    case .equality(let left, let right, _): left.reads(variable) || right.reads(variable)
    case .not(let operand): operand.reads(variable)
    case .conditional(let condition, let success, let failure):
      condition.reads(variable) || success.reads(variable) || failure.reads(variable)
    }
  }

  /// Whether it is short enough to be readable, and all of its literals can be written.
  fileprivate var isShallow: Bool { isShallow(within: 8) }

  private func isShallow(within depth: Int) -> Bool {
    guard depth > 0 else { return false }
    switch self {
    case .literal(let value): return SwiftCode.value(value, depth: 90) != nil
    case .variable: return true
    case .list(let elements), .all(let elements), .any(let elements):
      return elements.count < 12 && elements.allSatisfy { $0.isShallow(within: depth - 1) }
    case .map(let members):
      return members.count < 12 && members.allSatisfy { $0.value.isShallow(within: depth - 1) }
    case .equality(let left, let right, _):
      return left.isShallow(within: depth - 1) && right.isShallow(within: depth - 1)
    case .not(let operand): return operand.isShallow(within: depth - 1)
    case .conditional(let condition, let success, let failure):
      return [condition, success, failure].allSatisfy { $0.isShallow(within: depth - 1) }
    }
  }
}
