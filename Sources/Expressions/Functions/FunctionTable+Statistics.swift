import Values

extension FunctionTable {
  static let statistics: [Function] = [
    Function(
      "avg",
      "Returns the mean of a list of numbers, as a double, or of durations; fails for an empty "
        + "list.",
      .init("[1, 2].avg()", returns: "1.5"),
      .init("[duration('1s'), duration('2s')].avg()", returns: "'1.5s'"),
      overloads: [
        .member(
          of: .list(.dyn), returning: { average(ofType: $0[0].elements) }, body: .counted(average))
      ]),
    Function(
      "stddev",
      "Returns the sample standard deviation of a list of two or more numbers: the squares are "
        + "divided by one less than the number of elements, as in SQL.",
      .init("[2, 4, 6].stddev()", returns: "2.0"),
      overloads: [.member(of: .list(.dyn), returns: .double, body: .counted(deviation))]),
    Function(
      "percentile",
      "Returns a percentile, from 0 to 100, of a list of numbers, as a double. It is interpolated "
        + "between two elements: 0 is the least element, 50 the median, 100 the greatest.",
      .init("[1, 2, 3, 4].percentile(50)", returns: "2.5"),
      .init("[10, 20].percentile(95)", returns: "19.5"),
      overloads: [
        .member(of: .list(.dyn), .int, returns: .double, body: .counted(percentile)),
        .member(of: .list(.dyn), .double, returns: .double, body: .counted(percentile)),
      ]),
    Function(
      "slope",
      "Returns the slope of the least-squares line through a list of pairs of numbers, as an "
        + "optional; none unless two of the first numbers "
        + "differ.",
      .init("[[0, 1], [10, 21]].slope().value()", returns: "2.0"),
      .init("[[0, 1]].slope().hasValue()", returns: "false"),
      overloads: [
        .member(of: .list(.dyn), returns: .optional(.double), body: .counted(slope))
      ]),
    Function(
      "countDistinct",
      "Returns the number of elements of a list without those that equal an earlier one.",
      .init("[1, 2, 1.0, 'a'].countDistinct()", returns: "3"),
      overloads: [.member(of: .list(.dyn), returns: .int, body: .counted(countDistinct))]),
  ]

  private static func average(ofType type: ValueType) -> ValueType {
    switch type {
    case .int, .double: .double
    case .duration: .duration
    default: .dyn
    }
  }

  @Sendable
  private static func average(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try arguments[0].list()
    guard let first = elements.first else { throw .invalid("'avg' needs a list that is not empty") }
    try frame.spend(elements.count)
    if case .duration? = first.special { return try average(ofDurations: elements) }
    // A sum of ints is exact. There are too few of them to overflow it.
    var sum: Int128 = 0
    for element in elements {
      guard case .int(let number) = element else {
        let numbers = try numbers(elements, "avg")
        return .double(numbers.reduce(0, +) / Double(numbers.count))
      }
      sum += Int128(number)
    }
    return .double(Double(sum) / Double(elements.count))
  }

  private static func average(ofDurations elements: [Value]) throws(EvaluationFailure) -> Value {
    var sum: Int128 = 0
    for element in elements {
      guard case .duration(let span)? = element.special else {
        throw .arguments(function: "avg", [element.runtimeKind])
      }
      sum += Int128(span.nanoseconds)
    }
    // A mean is never outside the range of its elements.
    let mean = Int64(truncatingIfNeeded: sum / Int128(elements.count))
    return .special(.duration(TimeSpan(nanoseconds: mean)))
  }

  @Sendable
  private static func deviation(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try arguments[0].list()
    try frame.spend(elements.count)
    let numbers = try numbers(elements, "stddev")
    guard numbers.count > 1 else {
      throw .invalid("'stddev' needs a list of two elements or more, found \(numbers.count)")
    }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return .double((squares / Double(numbers.count - 1)).squareRoot())
  }

  @Sendable
  private static func percentile(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let elements = try arguments[0].list()
    let rank = try numbers([arguments[1]], "percentile")[0]
    guard rank >= 0, rank <= 100 else {
      throw .invalid("found \(arguments[1].keyPhrase) for 'percentile', expected 0 to 100")
    }
    try frame.spend(elements.count)
    guard let result = try numbers(elements, "percentile").percentile(rank) else {
      throw .invalid("'percentile' needs a list that is not empty")
    }
    return .double(result)
  }

  @Sendable
  private static func slope(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var points: [(x: Double, y: Double)] = []
    for element in try arguments[0].list() {
      try frame.spend(2)
      guard case .array(let pair) = element, pair.count == 2 else {
        throw .invalid(
          "found \(element.runtimeKind.phrase) in the list of 'slope', expected a pair")
      }
      let numbers = try numbers(pair, "slope")
      points.append((numbers[0], numbers[1]))
    }
    guard let first = points.first, points.contains(where: { $0.x != first.x }) else {
      return .optional(nil)
    }
    // Sums of differences from the means do not lose digits if the times are large.
    let count = Double(points.count)
    let x = points.reduce(0) { $0 + $1.x } / count
    let y = points.reduce(0) { $0 + $1.y } / count
    let products = points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
    let squares = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    return .optional(.double(products / squares))
  }

  /// Returns numbers as doubles; fails for other values.
  private static func numbers(
    _ elements: [Value], _ name: String
  ) throws(EvaluationFailure) -> [Double] {
    var numbers: [Double] = []
    numbers.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .int(let number): numbers.append(Double(number))
      case .double(let number): numbers.append(number)
      default: throw .arguments(function: name, [element.runtimeKind])
      }
    }
    return numbers
  }
}

extension [Double] {
  /// Returns a percentile, from 0 to 100, interpolated; nil without numbers.
  package func percentile(_ rank: Double) -> Double? {
    if isEmpty { return nil }
    let (numbers, position) = (sorted(), rank * Double(count - 1) / 100)
    let (index, fraction) = (Int(position), position.truncatingRemainder(dividingBy: 1))
    if fraction == 0 { return numbers[index] }
    return numbers[index] + (numbers[index + 1] - numbers[index]) * fraction
  }
}
