import Values

/// The list functions that compare elements.
extension FunctionTable {
  @Sendable
  static func indexOfElement(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let list = try arguments[0].list()
    return try index(of: arguments[1], in: list, list.indices, &frame)
  }

  @Sendable
  static func lastIndexOfElement(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let list = try arguments[0].list()
    return try index(of: arguments[1], in: list, list.indices.reversed(), &frame)
  }

  private static func index(
    of element: Value, in list: [Value], _ indices: some Sequence<Int>, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    for index in indices {
      try frame.spend(1)
      if try Value.areEqual(list[index], element, &frame) { return .int(Int64(index)) }
    }
    return -1
  }

  @Sendable
  static func distinct(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var table = EqualityTable()
    for element in try arguments[0].list() { _ = try table.insert(element, &frame) }
    return .array(table.values)
  }

  @Sendable
  static func countDistinct(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var table = EqualityTable()
    for element in try arguments[0].list() { _ = try table.insert(element, &frame) }
    return .int(Int64(table.values.count))
  }

  /// Returns a list of `{'key', 'values'}`, one for each of the keys, in the order in which they
  /// first appeared.
  static func groups(
    _ elements: [Value], by keys: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var table = EqualityTable()
    var groups: [[Value]] = []
    for (element, key) in zip(elements, keys) {
      if let position = try table.insert(key, &frame) {
        groups[position].append(element)
      } else {
        groups.append([element])
      }
    }
    return .array(
      zip(table.values, groups).map { .object(Object(shape: groupShape, $0, .array($1))) })
  }

  private static let groupShape = ObjectShape(shared: ["key", "values"])

  /// Returns the first of the elements with the greatest key, or with the least one.
  static func extreme(
    _ elements: [Value], by keys: [Value], isLeast: Bool, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    guard !keys.isEmpty else {
      throw .invalid("'\(isLeast ? "minBy" : "maxBy")' needs a list that is not empty")
    }
    var best = 0
    for (position, key) in keys.enumerated() {
      try frame.spend(1)
      // The first key is compared with itself, so that a key that cannot be compared causes a
      // failure.
      let isBetter =
        isLeast ? try comesFirst(key, keys[best], &frame) : try comesFirst(keys[best], key, &frame)
      if isBetter { best = position }
    }
    return elements[best]
  }

  /// Whether a key is less than another. In lists, the first elements that differ decide.
  @inline(__always)
  static func comesFirst(
    _ left: Value, _ right: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    guard case .array(let lefts) = left, case .array(let rights) = right else {
      return try Value.isLess(left, right, &frame)
    }
    for (left, right) in zip(lefts, rights) {
      try frame.spend(1)
      if try Value.isLess(left, right, &frame) { return true }
      if try Value.isLess(right, left, &frame) { return false }
    }
    return lefts.count < rights.count
  }

  /// Sorts elements by keys that can be compared with one another. Elements with equal keys keep
  /// their order.
  static func sorted(
    _ elements: [Value], by keys: [Value], _ frame: inout Frame,
    _ comesFirst: (Value, Value, inout Frame) throws(EvaluationFailure) -> Bool
  ) throws(EvaluationFailure) -> [Value] {
    // A single key is compared with itself, so that a key that cannot be compared causes a failure.
    if keys.count == 1 { _ = try comesFirst(keys[0], keys[0], &frame) }
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
            takesRight = try comesFirst(keys[order[right]], keys[order[left]], &frame)
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
