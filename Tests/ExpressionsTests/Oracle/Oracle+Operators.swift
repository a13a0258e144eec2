import Values

@testable import Expressions

extension Oracle {
  func apply(_ operation: UnaryOperator, _ operand: Thing) -> Thing? {
    switch (operation, operand) {
    case (.not, .bool(let flag)): .bool(!flag)
    case (.negate, .int(let number)): number == .min ? nil : .int(-number)
    case (.negate, .double(let number)): .double(-number)
    default: nil
    }
  }

  func apply(_ operation: BinaryOperator, _ left: Thing, _ right: Thing) -> Thing? {
    switch operation {
    case .arithmetic(let operation): return apply(operation, left, right)
    case .comparison(.equal): return .bool(Thing.areEqual(left, right))
    case .comparison(.notEqual): return .bool(!Thing.areEqual(left, right))
    case .comparison(let operation): return compare(operation, left, right)
    case .membership:
      switch right {
      case .list(let elements): return .bool(elements.contains { Thing.areEqual(left, $0) })
      case .map(let entries): return .bool(entries.contains { Thing.areEqual(left, $0.key) })
      default: return nil
      }
    }
  }

  private func apply(_ operation: ArithmeticOperator, _ left: Thing, _ right: Thing) -> Thing? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return apply(operation, left, right).map { .int($0) }
    case (.string(let left), .string(let right)):
      return operation == .add ? .string(left + right) : nil
    case (.list(let left), .list(let right)): return operation == .add ? .list(left + right) : nil
    case (.timestamp(let time), .duration(let span)):
      let result =
        operation == .add ? try? time + span : operation == .subtract ? try? time - span : nil
      return result.map { .timestamp($0) }
    case (.duration(let span), .timestamp(let time)):
      return operation == .add ? (try? time + span).map { .timestamp($0) } : nil
    case (.timestamp(let left), .timestamp(let right)):
      return operation == .subtract ? (try? left - right).map { .duration($0) } : nil
    case (.duration(let left), .duration(let right)):
      let result =
        operation == .add ? try? left + right : operation == .subtract ? try? left - right : nil
      return result.map { .duration($0) }
    default:
      guard let left = left.number, let right = right.number else { return nil }
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

  private func compare(_ operation: ComparisonOperator, _ left: Thing, _ right: Thing) -> Thing? {
    guard let isLess = Thing.isLess(left, right), let isGreater = Thing.isLess(right, left) else {
      return nil
    }
    // NaN is neither less nor greater, and not equal.
    let isEqual = Thing.areEqual(left, right)
    switch operation {
    case .less: return .bool(isLess)
    case .lessOrEqual: return .bool(isLess || isEqual)
    case .greater: return .bool(isGreater)
    case .greaterOrEqual: return .bool(isGreater || isEqual)
    case .equal, .notEqual: return .bool(isEqual == (operation == .equal))
    }
  }

  func field(_ name: Text, of object: Thing) -> Thing? {
    object.isMap ? element(of: object, at: Thing(name.string)) : nil
  }

  func element(of container: Thing, at index: Thing) -> Thing? {
    if case .optional = container { return find(index, in: container).map { .optional($0) } }
    return find(index, in: container) ?? nil
  }

  /// Returns the value at an index; nil if that is a failure, and an empty optional if there is
  /// nothing.
  func find(_ index: Thing, in container: Thing) -> Thing?? {
    switch container {
    case .map(let entries):
      return .some(entries.first { Thing.areEqual($0.key, index) }?.value)
    case .optional(let wrapped):
      guard let wrapped else { return .some(nil) }
      return find(index, in: wrapped)
    case .list(let elements):
      guard let position = index.number else { return nil }
      guard position >= 0, position < Double(elements.count), position == position.rounded() else {
        return .some(nil)
      }
      return .some(elements[Int(position)])
    default: return nil
    }
  }
}

extension Thing {
  /// Whether it is a map, or an optional that contains a map or nothing.
  var isMap: Bool {
    switch self {
    case .map: true
    case .optional(let wrapped): wrapped?.isMap ?? true
    default: false
    }
  }
}
