import Values

extension FunctionTable {
  static let lists: [Function] = [
    Function(
      "sum", "Returns the sum of a list of numbers or durations; 0 for an empty list.",
      .init("[1, 2, 3].sum()", returns: "6"), .init("[1, 0.5].sum()", returns: "1.5"),
      overloads: [
        .member(of: .list(.dyn), returning: { $0[0].elements }, body: .counted(sum))
      ]),
    Function(
      "min", "Returns the least element of a list.", .init("[3, 1, 2].min()", returns: "1"),
      overloads: [
        .member(
          of: .list(.dyn), returning: { $0[0].elements },
          body: .counted { (arguments, frame) throws(EvaluationFailure) in
            try extreme(of: try arguments[0].list(), "min", &frame) {
              (element, best, frame) throws(EvaluationFailure) in
              try Value.isLess(element, best, &frame)
            }
          })
      ]),
    Function(
      "max", "Returns the greatest element of a list.",
      .init("['a', 'c', 'b'].max()", returns: "'c'"),
      overloads: [
        .member(
          of: .list(.dyn), returning: { $0[0].elements },
          body: .counted { (arguments, frame) throws(EvaluationFailure) in
            try extreme(of: try arguments[0].list(), "max", &frame) {
              (element, best, frame) throws(EvaluationFailure) in
              try Value.isGreater(element, best, &frame)
            }
          })
      ]),
    Function(
      "isSorted", "Returns whether no element of a list is less than the previous one.",
      .init("[1, 1, 2].isSorted()", returns: "true"),
      overloads: [.member(of: .list(.dyn), returns: .bool, body: .counted(isSorted))]),
    Function(
      "sort", "Sorts a list of numbers, strings, bools, timestamps or durations.",
      .init("[3, 1, 2].sort()", returns: "[1, 2, 3]"),
      overloads: [
        .member(
          of: .list(.dyn), returning: { $0[0] },
          body: .counted { (arguments, frame) throws(EvaluationFailure) in
            let elements = try arguments[0].list()
            return .array(try sorted(elements, by: elements, &frame, Value.isLess))
          })
      ]),
    Function(
      "distinct", "Returns the elements of a list without those that equal an earlier one.",
      .init("[1, 2, 1.0, 'a'].distinct()", returns: "[1, 2, 'a']"),
      overloads: [.member(of: .list(.dyn), returning: { $0[0] }, body: .counted(distinct))]),
    Function(
      "flatten",
      "Replaces lists within a list with their elements, one level deep or as many as given.",
      .init("[1, [2, [3]]].flatten()", returns: "[1, 2, [3]]"),
      .init("[1, [2, [3]]].flatten(2)", returns: "[1, 2, 3]"),
      overloads: [
        .member(of: .list(.dyn), returns: .list(.dyn), body: .counted(flatten)),
        .member(of: .list(.dyn), .int, returns: .list(.dyn), body: .counted(flatten)),
      ]),
    Function(
      "slice", "Returns the elements of a list from one index up to, but not including, another.",
      .init("[1, 2, 3, 4].slice(1, 3)", returns: "[2, 3]"),
      overloads: [
        .member(of: .list(.dyn), .int, .int, returning: { $0[0] }, body: .counted(slice))
      ]),
    Function(
      "lists.range", "Returns a list of the ints from 0 up to, but not including, a number.",
      .init("lists.range(3)", returns: "[0, 1, 2]"),
      overloads: [.function(.int, returns: .list(.int), body: .counted(range))]),
    Function(
      "first", "Returns the first element of a list as an optional.",
      .init("[1, 2].first().value()", returns: "1"),
      overloads: [
        .member(
          of: .list(.dyn), returning: { .optional($0[0].elements) },
          body: .one { (value) throws(EvaluationFailure) in .optional(try value.list().first) })
      ]),
    Function(
      "last", "Returns the last element of a list as an optional.",
      .init("[].last().hasValue()", returns: "false"),
      overloads: [
        .member(
          of: .list(.dyn), returning: { .optional($0[0].elements) },
          body: .one { (value) throws(EvaluationFailure) in .optional(try value.list().last) })
      ]),
  ]

  @Sendable
  private static func sum(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try arguments[0].list()
    guard var result = elements.first else { return 0 }
    try frame.spend(elements.count)
    if let sum = sum(ofInts: elements) { return .int(sum) }
    for element in elements {
      switch element.runtimeKind {
      case .int, .double, .duration: break
      case let kind: throw .arguments(function: "sum", [kind])
      }
    }
    for element in elements.dropFirst() { result = try Value.sum(result, element, &frame) }
    return result
  }

  /// Returns the sum of ints; nil if there are other values among them or the sum is too large.
  private static func sum(ofInts elements: [Value]) -> Int64? {
    var sum: Int64 = 0
    for element in elements {
      guard case .int(let number) = element else { return nil }
      let (next, overflows) = sum.addingReportingOverflow(number)
      if overflows { return nil }
      sum = next
    }
    return sum
  }

  private static func extreme(
    of elements: [Value], _ name: String, _ frame: inout Frame,
    isBetter: (Value, Value, inout Frame) throws(EvaluationFailure) -> Bool
  ) throws(EvaluationFailure) -> Value {
    guard var best = elements.first else {
      throw .invalid("'\(name)' needs a list that is not empty")
    }
    for element in elements {
      try frame.spend(1)
      // The first element is compared with itself, so that an element that cannot be compared
      // causes a failure.
      if try isBetter(element, best, &frame) { best = element }
    }
    return best
  }

  @Sendable
  private static func isSorted(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try arguments[0].list()
    for (element, next) in zip(elements, elements.dropFirst()) {
      try frame.spend(1)
      if try Value.isLess(next, element, &frame) { return false }
    }
    return true
  }

  @Sendable
  private static func flatten(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let depth = arguments.count == 2 ? try arguments[1].int() : 1
    guard depth >= 0 else {
      throw .invalid("found \(depth) levels for 'flatten', expected 0 or more")
    }
    var flat: [Value] = []
    // The lists being traversed, with the depth to which each may still be flattened.
    var open = [(elements: try arguments[0].list()[...], depth: depth)]
    while let (elements, depth) = open.popLast() {
      guard let element = elements.first else { continue }
      open.append((elements.dropFirst(), depth))
      try frame.spend(1)
      if depth > 0, case .array(let inner) = element {
        open.append((inner[...], depth - 1))
      } else {
        flat.append(element)
      }
    }
    return .array(flat)
  }

  @Sendable
  private static func slice(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try arguments[0].list()
    let (start, end) = (try arguments[1].int(), try arguments[2].int())
    guard start >= 0, start <= end, end <= Int64(elements.count) else {
      throw .invalid(
        "'slice' from \(start) to \(end) is out of range of a list of size "
          + "\(elements.count)")
    }
    try frame.spend(copying: Int(end - start))
    return .array(Array(elements[Int(start)..<Int(end)]))
  }

  @Sendable
  static func reverse(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try arguments[0].list()
    try frame.spend(copying: elements.count)
    return .array(elements.reversed())
  }

  @Sendable
  private static func range(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let count = try arguments[0].int()
    guard count >= 0 else { throw .invalid("found \(count) for 'lists.range', expected 0 or more") }
    try Value.checkSize(elements: Int(clamping: count))
    try frame.spend(copying: Int(count))
    return .array((0..<count).map { .int($0) })
  }
}
