import Values

/// The state of one function of `aggregate`.
enum AggregateState: Codable {
  case count(Int64)
  case number(NumberSum)
  case moments(Moments)
  /// The extreme, the first or the last value, with the value kept for it.
  case one(KeptValue?)
  case distinct(DistinctValues)
  /// The greatest values, in order.
  case top([KeptValue])
  case numbers([Double])
  case list([Value])

  init(_ function: AggregatePlan.Function) {
    switch function.kind {
    case .count: self = .count(0)
    case .sum, .avg: self = .number(NumberSum())
    case .min, .max, .first, .last, .minBy, .maxBy: self = .one(nil)
    case .stddev, .stddevPop, .variance, .variancePop: self = .moments(Moments())
    case .countDistinct: self = .distinct(DistinctValues())
    case .top: self = .top([])
    case .percentile: self = .numbers([])
    case .list: self = .list([])
    }
  }

  /// A value, with the value kept for it.
  struct KeptValue: Codable {
    var value: Value
    var kept: Value
  }
}

// MARK: - Values

extension AggregateState {
  /// Returns the reason why a value cannot be taken; nil if it can.
  func refusal(of argument: AggregateArgument, by function: AggregatePlan.Function) -> String? {
    switch self {
    case .number(let sum):
      return sum.overflows(adding: argument.value)
        ? "'\(function.kind.rawValue)' of ints overflows; add doubles instead" : nil
    case .one(let kept?) where function.kind.ordersValues:
      return Self.mistake(comparing: kept.value, argument.value, function.kind)
    case .top(let kept):
      return kept.first.flatMap { Self.mistake(comparing: $0.value, argument.value, function.kind) }
    default:
      return size < AggregateContents.limit
        ? nil
        : "'\(function.kind.rawValue)' keeps more than \(AggregateContents.limit) values, which is "
          + "the limit; use shorter windows or 'groupBy'"
    }
  }

  private static func mistake(
    comparing first: Value, _ second: Value, _ kind: AggregateKind
  ) -> String? {
    first.isLess(than: second) == nil
      ? "'\(kind.rawValue)' of values that cannot be compared, such as \(first) and \(second)" : nil
  }

  /// The number of values that it keeps.
  private var size: Int {
    switch self {
    case .count, .number, .moments, .one, .top: 0
    case .distinct(let values): values.list.count
    case .numbers(let numbers): numbers.count
    case .list(let list): list.count
    }
  }

  /// Takes a value, which has not been refused.
  mutating func take(_ argument: AggregateArgument, for function: AggregatePlan.Function) {
    let value = argument.value
    switch self {
    case .count(let count): self = .count(count + 1)
    case .number(var sum):
      sum.add(value)
      self = .number(sum)
    case .moments(var moments):
      if let number = value.number { moments.add(number) }
      self = .moments(moments)
    case .one(let kept):
      if replaces(kept, value, function.kind) {
        self = .one(KeptValue(value: value, kept: argument.kept))
      }
    case .distinct(var values):
      self = .count(0)
      values.insert(value)
      self = .distinct(values)
    case .top(var kept):
      self = .count(0)
      Self.insert(KeptValue(value: value, kept: argument.kept), into: &kept, atMost: function.top)
      self = .top(kept)
    case .numbers(var numbers):
      self = .count(0)
      if let number = value.number { numbers.append(number) }
      self = .numbers(numbers)
    case .list(var list):
      self = .count(0)
      list.append(value)
      self = .list(list)
    }
  }

  private func replaces(_ kept: KeptValue?, _ value: Value, _ kind: AggregateKind) -> Bool {
    guard let kept else { return true }
    return switch kind {
    case .last: true
    case .min, .minBy: value.isLess(than: kept.value) == true
    case .max, .maxBy: kept.value.isLess(than: value) == true
    default: false
    }
  }

  private static func insert(
    _ value: KeptValue, into kept: inout [KeptValue], atMost count: Int
  ) {
    // After all that are as great.
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].value.isLess(than: value.value) == true {
        high = middle
      } else {
        low = middle + 1
      }
    }
    guard low < count else { return }
    kept.insert(value, at: low)
    if kept.count > count { kept.removeLast() }
  }
}

// MARK: - Windows

extension AggregateState {
  /// Adds the state of a later window. Returns the reason if that is impossible.
  mutating func merge(_ later: AggregateState, for function: AggregatePlan.Function) -> String? {
    switch (self, later) {
    case (.count(let own), .count(let other)): self = .count(own + other)
    case (.number(var own), .number(let other)):
      guard own.merge(other) else {
        return "'\(function.kind.rawValue)' of ints overflows; add doubles instead"
      }
      self = .number(own)
    case (.moments(var own), .moments(let other)):
      own.merge(other)
      self = .moments(own)
    case (.one(let own), .one(let other?)):
      let argument = AggregateArgument(value: other.value, kept: other.kept)
      if own != nil, let reason = refusal(of: argument, by: function) { return reason }
      take(argument, for: function)
    case (.distinct(var own), .distinct(let other)):
      for value in other.list { own.insert(value) }
      self = .distinct(own)
    case (.top(var own), .top(let other)):
      for value in other {
        if let first = own.first,
          let reason = Self.mistake(comparing: first.value, value.value, .top)
        {
          return reason
        }
        Self.insert(value, into: &own, atMost: function.top)
      }
      self = .top(own)
    case (.numbers(let own), .numbers(let other)): self = .numbers(own + other)
    case (.list(let own), .list(let other)): self = .list(own + other)
    default: break
    }
    return nil
  }

  /// The result of the function.
  func result(of function: AggregatePlan.Function) -> Value {
    switch self {
    case .count(let count): .int(count)
    case .number(let sum): function.kind == .avg ? sum.mean : sum.value
    case .moments(let moments): moments.result(of: function.kind)
    case .one(let kept):
      switch function.kind {
      case .minBy, .maxBy: kept?.kept ?? .null
      default: kept?.value ?? .null
      }
    case .distinct(let values): .int(Int64(values.list.count))
    case .top(let kept): .array(kept.map(\.kept))
    case .numbers(let numbers): numbers.percentile(function.rank)
    case .list(let list): .array(list)
    }
  }
}

extension [Double] {
  fileprivate func percentile(_ rank: Double) -> Value {
    let numbers = sorted()
    guard let last = numbers.last else { return .null }
    let position = rank * Double(numbers.count - 1) / 100
    let index = Int(position)
    let fraction = position - Double(index)
    if fraction == 0 { return .double(index < numbers.count ? numbers[index] : last) }
    return .double(numbers[index] + (numbers[index + 1] - numbers[index]) * fraction)
  }
}

extension Value {
  var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }

  /// Whether it is less than another value; nil if they cannot be compared.
  func isLess(than other: Value) -> Bool? {
    switch (self, other) {
    case (.int(let left), .int(let right)): return left < right
    case (.string(let left), .string(let right)): return left < right
    case (.bool(let left), .bool(let right)): return !left && right
    default:
      guard let left = number, let right = other.number else { return nil }
      return left < right
    }
  }
}
