import Values

@testable import Expressions

/// A plain evaluator that walks the tree, against which the closures are tested.
///
/// It knows nothing of types, fusion and folding. Failures are nil: that something fails must
/// agree, not its text.
struct Oracle {
  let tree: SyntaxTree
  let first: Value
  let second: Value
  var bindings: [SyntaxTree.Index: Value] = [:]

  static func evaluate(_ tree: SyntaxTree, _ first: Value, _ second: Value) -> Value? {
    var oracle = Oracle(tree: tree, first: first, second: second)
    return oracle.evaluate(tree.root)
  }

  private mutating func evaluate(_ index: SyntaxTree.Index) -> Value? {
    switch tree.nodes[index].kind {
    case .literal(let value): return value
    case .variable(.first), .form(0): return first
    case .variable(.second), .form: return second
    case .binding(let binder): return bindings[binder]
    case .variable, .name, .binder: return nil
    case .unary(let operation, let operand):
      return evaluate(operand).flatMap { apply(operation, $0) }
    case .binary(let operation, let left, let right):
      guard let left = evaluate(left), let right = evaluate(right) else { return nil }
      return apply(operation, left, right)
    case .all(let operands): return decide(operands.map { evaluate($0) }, by: false)
    case .any(let operands): return decide(operands.map { evaluate($0) }, by: true)
    case .conditional(let condition, let success, let failure):
      guard case .bool(let flag)? = evaluate(condition) else { return nil }
      return evaluate(flag ? success : failure)
    case .field(let object, let name):
      guard case .object(let object)? = evaluate(object) else { return nil }
      return object[name.text]
    case .presence(let object, let name):
      guard case .object(let object)? = evaluate(object) else { return nil }
      return .bool(object[name.text] != nil)
    case .index(let container, let index):
      guard let container = evaluate(container), let index = evaluate(index) else { return nil }
      return element(of: container, at: index)
    case .list(let elements):
      let values = elements.map { evaluate($0) }
      return values.contains { $0 == nil } ? nil : .array(values.compactMap { $0 })
    case .map(let entries): return object(entries)
    case .call(let name, let receiver, let arguments):
      let values = ((receiver.map { [$0] } ?? []) + arguments).map { evaluate($0) }
      guard values.count == 1, let value = values[0] else { return nil }
      return call(name.text.string, value)
    case .comprehension(let comprehension): return evaluate(comprehension)
    }
  }

  private func apply(_ operation: UnaryOperator, _ operand: Value) -> Value? {
    switch (operation, operand) {
    case (.not, .bool(let flag)): .bool(!flag)
    case (.negate, .int(let number)): number == .min ? nil : .int(-number)
    case (.negate, .double(let number)): .double(-number)
    default: nil
    }
  }

  /// Any operand that decides wins, however the others fail.
  private func decide(_ operands: [Value?], by deciding: Bool) -> Value? {
    if operands.contains(.bool(deciding)) { return .bool(deciding) }
    return operands.allSatisfy { $0 == .bool(!deciding) } ? .bool(!deciding) : nil
  }

  private func apply(_ operation: BinaryOperator, _ left: Value, _ right: Value) -> Value? {
    switch operation {
    case .arithmetic(let operation): return apply(operation, left, right)
    case .comparison(.equal): return .bool(areEqual(left, right))
    case .comparison(.notEqual): return .bool(!areEqual(left, right))
    case .comparison(let operation): return compare(operation, left, right)
    case .membership:
      switch right {
      case .array(let elements): return .bool(elements.contains { areEqual(left, $0) })
      case .object(let object):
        return .bool(object.members.contains { areEqual(left, .string($0.key)) })
      default: return nil
      }
    }
  }

  private func apply(_ operation: ArithmeticOperator, _ left: Value, _ right: Value) -> Value? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return apply(operation, left, right).map { .int($0) }
    case (.string(let left), .string(let right)):
      return operation == .add ? .string(Text(left.string + right.string)) : nil
    case (.array(let left), .array(let right)):
      return operation == .add ? .array(left + right) : nil
    default:
      guard let left = number(left), let right = number(right) else { return nil }
      switch operation {
      case .add: return .double(left + right)
      case .subtract: return .double(left - right)
      case .multiply: return .double(left * right)
      case .divide: return .double(left / right)
      case .remainder: return nil
      }
    }
  }

  private func apply(_ operation: ArithmeticOperator, _ left: Int64, _ right: Int64) -> Int64? {
    let (result, overflow): (Int64, Bool)
    switch operation {
    case .add: (result, overflow) = left.addingReportingOverflow(right)
    case .subtract: (result, overflow) = left.subtractingReportingOverflow(right)
    case .multiply: (result, overflow) = left.multipliedReportingOverflow(by: right)
    case .divide: (result, overflow) = left.dividedReportingOverflow(by: right)
    case .remainder:
      if right == -1 { return 0 }
      (result, overflow) = left.remainderReportingOverflow(dividingBy: right)
    }
    return overflow ? nil : result
  }

  private func number(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  private func areEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
    case (.object(let left), .object(let right)):
      return left.count == right.count
        && left.members.allSatisfy { member in
          right.members.contains { $0.key == member.key && areEqual($0.value, member.value) }
        }
    case (.int(let left), .int(let right)): return left == right
    default:
      if let left = number(left), let right = number(right) { return left == right }
      return left == right
    }
  }

  private func compare(_ operation: ComparisonOperator, _ left: Value, _ right: Value) -> Value? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .bool(operation.holds(left, right))
    case (.string(let left), .string(let right)):
      let (left, right) = (left.string.unicodeScalars, right.string.unicodeScalars)
      let isLess = left.lexicographicallyPrecedes(right)
      let isGreater = right.lexicographicallyPrecedes(left)
      return .bool(operation.holds(isLess ? 0 : 1, isGreater ? 0 : 1))
    case (.bool(let left), .bool(let right)):
      return .bool(operation.holds(left ? 1 : 0, right ? 1 : 0))
    default:
      guard let left = number(left), let right = number(right) else { return nil }
      return .bool(operation.holds(left, right))
    }
  }

  private func element(of container: Value, at index: Value) -> Value? {
    switch (container, index) {
    case (.object(let object), .string(let key)): return object[key]
    case (.array(let elements), _):
      guard let position = number(index), position >= 0, position < Double(elements.count),
        position == position.rounded()
      else { return nil }
      return elements[Int(position)]
    default: return nil
    }
  }

  private mutating func object(_ entries: [SyntaxTree.Entry]) -> Value? {
    var members: [Member] = []
    for entry in entries {
      guard case .string(let key)? = evaluate(entry.key), let value = evaluate(entry.value),
        !members.contains(where: { $0.key == key })
      else { return nil }
      members.append(Member(key: key, value: value))
    }
    return .object(Object(members))
  }

  private func call(_ name: String, _ value: Value) -> Value? {
    switch (name, value) {
    case ("dyn", _): value
    case ("size", .string(let text)): .int(Int64(text.string.unicodeScalars.count))
    case ("size", .array(let elements)): .int(Int64(elements.count))
    case ("size", .object(let object)): .int(Int64(object.members.count))
    case ("double", .int(let number)): .double(Double(number))
    case ("double", .double): value
    default: nil
    }
  }

  private mutating func evaluate(_ comprehension: SyntaxTree.Comprehension) -> Value? {
    let elements: [Value]
    switch evaluate(comprehension.source) {
    case .array(let values): elements = values
    case .object(let object): elements = object.members.map { .string($0.key) }
    default: return nil
    }
    var results: [Value?] = []
    var kept: [Value] = []
    for element in elements {
      bindings[comprehension.binder] = element
      if let filter = comprehension.filter {
        guard case .bool(let flag)? = evaluate(filter) else { return nil }
        if !flag { continue }
      }
      results.append(evaluate(comprehension.body))
      kept.append(element)
    }
    switch comprehension.macro {
    case .all: return decide(results, by: false)
    case .exists: return decide(results, by: true)
    case .existsOne:
      guard results.allSatisfy({ $0 == true || $0 == false }) else { return nil }
      return .bool(results.count { $0 == true } == 1)
    case .map:
      return results.contains { $0 == nil } ? nil : .array(results.compactMap { $0 })
    case .filter:
      guard results.allSatisfy({ $0 == true || $0 == false }) else { return nil }
      return .array(zip(kept, results).filter { $0.1 == true }.map(\.0))
    }
  }
}
