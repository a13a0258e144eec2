import Values

/// The list functions that compare elements.
extension FunctionTable {
  @Sendable
  static func indexOfElement(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    for (index, element) in try arguments[0].list().enumerated() {
      try frame.spend(1)
      if try Value.areEqual(element, arguments[1], &frame) { return .int(Int64(index)) }
    }
    return -1
  }

  @Sendable
  static func lastIndexOfElement(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    for (index, element) in try arguments[0].list().enumerated().reversed() {
      try frame.spend(1)
      if try Value.areEqual(element, arguments[1], &frame) { return .int(Int64(index)) }
    }
    return -1
  }

  @Sendable
  static func distinct(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var kept: [Value] = []
    // Equal elements have equal keys; elements with equal keys are compared.
    var positions: [DistinctKey: [Int]] = [:]
    for element in try arguments[0].list() {
      try frame.spend(1)
      try frame.spend(onKey: element)
      let key = DistinctKey(element)
      var isKnown = false
      for position in positions[key] ?? [] {
        try frame.spend(1)
        if try Value.areEqual(kept[position], element, &frame) {
          isKnown = true
          break
        }
      }
      if isKnown { continue }
      positions[key, default: []].append(kept.count)
      kept.append(element)
    }
    return .array(kept)
  }

  /// Sorts elements by keys that can be compared with one another; elements with equal keys keep
  /// their order.
  static func sorted(
    _ elements: [Value], by keys: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> [Value] {
    // A single key is compared with itself, so that a key that cannot be compared fails.
    if keys.count == 1 { _ = try Value.isLess(keys[0], keys[0], &frame) }
    var order = Array(keys.indices)
    var merged = order
    var width = 1
    while width < order.count {
      for start in stride(from: 0, to: order.count, by: 2 * width) {
        let middle = min(start + width, order.count)
        let end = min(start + 2 * width, order.count)
        var (left, right) = (start, middle)
        for position in start..<end {
          try frame.spend(1)
          var takesRight = left == middle
          if !takesRight, right < end {
            takesRight = try Value.isLess(keys[order[right]], keys[order[left]], &frame)
          }
          merged[position] = takesRight ? order[right] : order[left]
          if takesRight { right += 1 } else { left += 1 }
        }
      }
      swap(&order, &merged)
      width *= 2
    }
    return order.map { elements[$0] }
  }
}

/// A key that is the same for equal values.
private enum DistinctKey: Hashable {
  case number(Double)
  case text(Text)
  case flag(Bool)
  /// Null, and all values that are compared one by one.
  case other

  init(_ value: Value) {
    switch value {
    case .int(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .bool(let flag): self = .flag(flag)
    case .null, .array, .object: self = .other
    }
  }
}
