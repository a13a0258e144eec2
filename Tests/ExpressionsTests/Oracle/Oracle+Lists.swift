import Values

@testable import Expressions

// The functions of lists and of numbers.
extension Oracle {
  func call(_ name: String, _ elements: [Thing], _ rest: [Thing]) -> Thing? {
    switch name {
    case "size": return .int(Int64(elements.count))
    case "reverse": return .list(elements.reversed())
    case "optional.unwrap", "unwrapOpt":
      var values: [Thing] = []
      for element in elements {
        guard case .optional(let wrapped) = element else { return nil }
        if let wrapped { values.append(wrapped) }
      }
      return .list(values)
    case "first": return .optional(elements.first)
    case "last": return .optional(elements.last)
    case "sort": return sorted(elements, by: elements)
    case "isSorted":
      for (element, next) in zip(elements, elements.dropFirst()) {
        guard let isLess = Thing.isLess(next, element) else { return nil }
        if isLess { return .bool(false) }
      }
      return .bool(true)
    case "distinct":
      return .list(
        elements.reduce(into: []) { kept, element in
          if !kept.contains(where: { Thing.areEqual($0, element) }) { kept.append(element) }
        })
    case "countDistinct": return call("distinct", elements, [])?.list.map { .int(Int64($0.count)) }
    case "avg", "stddev", "percentile", "slope": return statistic(name, elements, rest)
    case "min", "max": return extreme(elements, isLeast: name == "min")
    case "indexOf", "lastIndexOf":
      guard rest.count == 1, let wanted = rest.first else { return nil }
      let found = elements.indices.filter { Thing.areEqual(elements[$0], wanted) }
      return .int(Int64((name == "indexOf" ? found.first : found.last) ?? -1))
    case "slice":
      guard rest.count == 2, let start = rest[0].int, let end = rest[1].int, start >= 0,
        start <= end, end <= elements.count
      else { return nil }
      return .list(Array(elements[Int(start)..<Int(end)]))
    case "flatten":
      guard let depth = rest.isEmpty ? 1 : rest[0].int, depth >= 0 else { return nil }
      return .list(flatten(elements, depth))
    case "join":
      let parts = elements.map(\.string)
      guard let separator = rest.isEmpty ? "" : rest[0].string, !parts.contains(nil) else {
        return nil
      }
      return Thing(parts.compactMap { $0 }.joined(separator: separator))
    case "sum":
      guard elements.allSatisfy({ $0.number != nil }) else { return nil }
      return elements.dropFirst().reduce(elements.first ?? .int(0)) { sum, element in
        sum.flatMap { apply(.arithmetic(.add), $0, element) }
      }
    default: return nil
    }
  }

  private func flatten(_ elements: [Thing], _ depth: Int64) -> [Thing] {
    elements.flatMap { element -> [Thing] in
      guard depth > 0, let inner = element.list else { return [element] }
      return flatten(inner, depth - 1)
    }
  }

  private func extreme(_ elements: [Thing], isLeast: Bool) -> Thing? {
    guard var best = elements.first else { return nil }
    for element in elements {
      let isBetter = isLeast ? Thing.isLess(element, best) : Thing.isLess(best, element)
      guard let isBetter else { return nil }
      if isBetter { best = element }
    }
    return best
  }

  func math(_ name: String, _ arguments: [Thing]) -> Thing? {
    switch (name, arguments[0], arguments.count) {
    case ("greatest", .list(let elements), 1), ("least", .list(let elements), 1):
      return elements.allSatisfy { $0.number != nil }
        ? extreme(elements, isLeast: name == "least") : nil
    case ("greatest", _, _), ("least", _, _):
      return arguments.allSatisfy { $0.number != nil }
        ? extreme(arguments, isLeast: name == "least") : nil
    case ("abs", .int(let number), 1): return number == .min ? nil : .int(abs(number))
    case ("abs", .double(let number), 1): return .double(abs(number))
    case ("sign", .int(let number), 1): return .int(number.signum())
    case ("sign", .double(let number), 1):
      return .double(number > 0 ? 1 : number < 0 ? -1 : number)
    case ("ceil", .double(let number), 1): return .double(number.rounded(.up))
    case ("floor", .double(let number), 1): return .double(number.rounded(.down))
    case ("round", .double(let number), 1):
      return .double(number.rounded(.toNearestOrAwayFromZero))
    case ("trunc", .double(let number), 1): return .double(number.rounded(.towardZero))
    case ("sqrt", .int, 1), ("sqrt", .double, 1):
      return arguments[0].number.map { .double($0.squareRoot()) }
    case ("isNaN", .double(let number), 1): return .bool(number != number)
    case ("isInf", .double(let number), 1): return .bool(abs(number) == .infinity)
    case ("isFinite", .double(let number), 1): return .bool(abs(number) < .infinity)
    case ("bitXor", .int(let left), 2): return arguments[1].int.map { .int(left ^ $0) }
    case ("bitNot", .int(let left), 1): return .int(-1 - left)
    case ("bitShiftLeft", .int(let left), 2):
      guard let distance = arguments[1].int, distance >= 0 else { return nil }
      return .int(distance > 63 ? 0 : left << distance)
    case ("bitAnd", .int(let left), 2): return arguments[1].int.map { .int(left & $0) }
    case ("bitOr", .int(let left), 2): return arguments[1].int.map { .int(left | $0) }
    case ("bitShiftRight", .int(let left), 2):
      guard let distance = arguments[1].int, distance >= 0 else { return nil }
      let bits = UInt64(bitPattern: left)
      return .int(Int64(bitPattern: distance > 63 ? 0 : bits >> UInt64(distance)))
    default: return nil
    }
  }
}
