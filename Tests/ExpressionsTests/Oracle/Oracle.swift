import Values

@testable import Expressions

/// A plain evaluator that walks the tree, against which the closures are tested.
///
/// It knows nothing about types, fusion and folding, and has its own values and functions. Failures
/// are nil: whether something fails must agree, but not its text.
struct Oracle {
  let tree: SyntaxTree
  let first: Thing
  let second: Thing
  private var bindings: [SyntaxTree.Index: Thing] = [:]

  static func evaluate(_ tree: SyntaxTree, _ first: Value, _ second: Value) -> Value? {
    var oracle = Oracle(tree: tree, first: Thing(first), second: Thing(second))
    return oracle.evaluate(tree.root)?.emitted
  }

  private init(tree: SyntaxTree, first: Thing, second: Thing) {
    (self.tree, self.first, self.second) = (tree, first, second)
  }

  mutating func evaluate(_ index: SyntaxTree.Index) -> Thing? {
    switch tree.nodes[index].kind {
    case .literal(let value): return Thing(value)
    case .variable(.first), .form(0): return first
    case .variable(.second), .form: return second
    case .binding(let binder): return bindings[binder]
    case .name(let name): return TypeName(rawValue: name.string).map { .type($0.rawValue) }
    case .variable, .binder: return nil
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
    case .field(let object, let name): return evaluate(object).flatMap { field(name.text, of: $0) }
    case .optionalField(let object, let name):
      guard let object = evaluate(object), object.isMap else { return nil }
      return find(Thing(name.text.string), in: object).map { .optional($0) }
    case .presence(let object, let name):
      guard let object = evaluate(object), object.isMap else { return nil }
      return find(Thing(name.text.string), in: object).map { .bool($0 != nil) }
    case .index(let container, let index):
      guard let container = evaluate(container), let index = evaluate(index) else { return nil }
      return element(of: container, at: index)
    case .optionalIndex(let container, let index):
      guard let container = evaluate(container), let index = evaluate(index) else { return nil }
      return find(index, in: container).map { .optional($0) }
    case .optionalElement(let element): return evaluate(element)
    case .list(let elements): return list(elements)
    case .map(let entries): return map(entries)
    case .call(let name, let receiver, let arguments):
      return call(
        name.text.string, (receiver.map { [$0] } ?? []) + arguments, isMember: receiver != nil)
    case .comprehension(let comprehension): return evaluate(comprehension)
    }
  }

  /// Any operand that decides wins, even if others fail.
  private func decide(_ operands: [Thing?], by deciding: Bool) -> Thing? {
    if operands.contains(where: { $0?.bool == deciding }) { return .bool(deciding) }
    return operands.allSatisfy { $0?.bool == !deciding } ? .bool(!deciding) : nil
  }

  private mutating func list(_ indices: [SyntaxTree.Index]) -> Thing? {
    var elements: [Thing] = []
    for index in indices {
      guard let element = evaluate(index) else { return nil }
      if case .optionalElement = tree.nodes[index].kind {
        guard case .optional(let wrapped) = element else { return nil }
        if let wrapped { elements.append(wrapped) }
      } else {
        elements.append(element)
      }
    }
    return .list(elements)
  }

  private mutating func map(_ parts: [SyntaxTree.Entry]) -> Thing? {
    var entries: [(key: Thing, value: Thing)] = []
    for part in parts {
      guard let key = evaluate(part.key), var value = evaluate(part.value) else { return nil }
      if part.isOptional {
        guard case .optional(let wrapped) = value else { return nil }
        guard let wrapped else { continue }
        value = wrapped
      }
      guard add(key, value, to: &entries) else { return nil }
    }
    return .map(entries)
  }

  /// Adds an entry, unless there is one with its key, or the value cannot be a key.
  private func add(
    _ key: Thing, _ value: Thing, to entries: inout [(key: Thing, value: Thing)]
  ) -> Bool {
    switch key {
    case .string, .int, .bool: break
    default: return false
    }
    if entries.contains(where: { Thing.areEqual($0.key, key) }) { return false }
    entries.append((key, value))
    return true
  }
}

// MARK: - Macros

extension Oracle {
  private mutating func evaluate(_ comprehension: SyntaxTree.Comprehension) -> Thing? {
    guard let source = evaluate(comprehension.source) else { return nil }
    switch comprehension.macro {
    case .bind:
      bindings[comprehension.binder] = source
      return evaluate(comprehension.body)
    case .optMap, .optFlatMap:
      guard case .optional(let wrapped) = source else { return nil }
      guard let wrapped else { return .optional(nil) }
      bindings[comprehension.binder] = wrapped
      guard let result = evaluate(comprehension.body) else { return nil }
      if comprehension.macro == .optMap { return .optional(result) }
      if case .optional = result { return result }
      return nil
    default: return loop(comprehension, over: source)
    }
  }

  private mutating func loop(
    _ comprehension: SyntaxTree.Comprehension, over source: Thing
  ) -> Thing? {
    // For each element, the value for one variable, and the values for two variables.
    let passes: [(Thing, (Thing, Thing))]
    switch source {
    case .list(let elements):
      passes = elements.enumerated().map { ($0.element, (.int(Int64($0.offset)), $0.element)) }
    case .map(let entries): passes = entries.map { ($0.key, ($0.key, $0.value)) }
    default: return nil
    }
    var results: [(one: Thing, first: Thing, result: Thing?)] = []
    for (one, pair) in passes {
      bindings[comprehension.binder] = comprehension.second == nil ? one : pair.0
      if let second = comprehension.second { bindings[second] = pair.1 }
      if let filter = comprehension.filter {
        guard let flag = evaluate(filter)?.bool else { return nil }
        if !flag { continue }
      }
      results.append((one, pair.0, evaluate(comprehension.body)))
    }
    let values = results.compactMap(\.result)
    let isWhole = values.count == results.count
    let kept = results.filter { $0.result?.bool == true }
    let areBools = results.allSatisfy { $0.result?.bool != nil }
    switch comprehension.macro {
    case .all: return decide(results.map(\.result), by: false)
    case .exists: return decide(results.map(\.result), by: true)
    case .existsOne: return areBools ? .bool(kept.count == 1) : nil
    case .filter: return areBools ? .list(kept.map(\.one)) : nil
    case .map, .transformList: return isWhole ? .list(values) : nil
    case .sortBy:
      guard isWhole, case .list(let elements) = source else { return nil }
      return sorted(elements, by: values)
    case .groupBy:
      guard isWhole, case .list(let elements) = source else { return nil }
      return grouped(elements, by: values)
    case .maxBy, .minBy:
      guard isWhole, case .list(let elements) = source else { return nil }
      return chosen(elements, by: values, isLeast: comprehension.macro == .minBy)
    case .transformMap, .transformMapEntry:
      var entries: [(key: Thing, value: Thing)] = []
      for (_, first, result) in results {
        guard let result else { return nil }
        if comprehension.macro == .transformMap {
          guard add(first, result, to: &entries) else { return nil }
        } else {
          guard case .map(let parts) = result else { return nil }
          for part in parts where !add(part.key, part.value, to: &entries) { return nil }
        }
      }
      return .map(entries)
    case .bind, .optMap, .optFlatMap: return nil
    }
  }

  /// Sorts by insertion, after the last element that is not greater.
  func sorted(_ elements: [Thing], by keys: [Thing]) -> Thing? {
    var order: [Int] = []
    for index in keys.indices {
      if Thing.isLess(keys[index], keys[index]) == nil { return nil }
      var position = order.count
      while position > 0 {
        guard let isLess = Thing.isLess(keys[index], keys[order[position - 1]]) else { return nil }
        if !isLess { break }
        position -= 1
      }
      order.insert(index, at: position)
    }
    // Elements that were never compared must still be comparable.
    for key in keys where Thing.isLess(key, keys[0]) == nil { return nil }
    return .list(order.map { elements[$0] })
  }
}
