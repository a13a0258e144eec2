import Expressions
import Values

/// The state of one function of `aggregate`.
enum AggregateState: Codable {
  case count(Int64)
  case number(NumberSum)
  case moments(Moments)
  /// The extreme, the first or the last value, with the value kept for it.
  case one(KeptValue?, AggregateKind)
  case distinct(Set<EquivalentValue>)
  /// The greatest values, in order, and their maximum number.
  case top([KeptValue], atMost: Int)
  case numbers([Double])
  case list([Value])

  init(_ function: AggregatePlan.Function) {
    switch function.kind {
    case .count: self = .count(0)
    case .sum, .avg: self = .number(NumberSum())
    case .min, .max, .first, .last, .minBy, .maxBy: self = .one(nil, function.kind)
    case .stddev, .stddevPop, .variance, .variancePop: self = .moments(Moments())
    case .countDistinct: self = .distinct([])
    case .top: self = .top([], atMost: function.top)
    case .percentile: self = .numbers([])
    case .list: self = .list([])
    }
  }

  /// A value, with the value kept for it.
  struct KeptValue: Codable {
    let value: Value
    let kept: Value
  }

  /// The change that a value makes, so that the value can be taken out again.
  enum Change {
    case nothing
    /// The state before, if it is small.
    case replacement(of: AggregateState)
    case addition(Value)
    /// A place among the greatest values, and the value that left them.
    case insertion(at: Int, removing: KeptValue?)
  }
}

// MARK: - Values

extension AggregateState {
  /// Returns the reason why a value cannot be taken; nil if it can.
  func refusal(of argument: AggregateArgument) -> String? {
    switch self {
    case .count, .moments: nil
    case .number(let sum): sum.overflows(adding: argument.value) ? Self.overflow : nil
    case .one(let kept, let kind):
      kind.ordersValues ? Self.mistake(comparing: kept, with: argument.value, for: kind) : nil
    case .top(let kept, _): Self.mistake(comparing: kept.first, with: argument.value, for: .top)
    case .distinct(let values): Self.excess(values.count, .countDistinct)
    case .numbers(let numbers): Self.excess(numbers.count, .percentile)
    case .list(let list): Self.excess(list.count, .list)
    }
  }

  private static let overflow = "a sum of ints overflows; add doubles instead"

  private static func mistake(
    comparing kept: KeptValue?, with value: Value, for kind: AggregateKind
  ) -> String? {
    kept.flatMap { OrderMistake(comparing: $0.value, with: value, for: kind.rawValue) }
      .map { "\($0.reason); leave others out with 'where'" }
  }

  private static func excess(_ count: Int, _ kind: AggregateKind) -> String? {
    count < AggregateContents.limit
      ? nil
      : "'\(kind.rawValue)' keeps more than \(AggregateContents.limit) values, which is the limit; "
        + "use shorter windows or 'groupBy'"
  }

  /// Returns the change that a value will make.
  func change(by argument: AggregateArgument) -> Change {
    switch self {
    case .count, .number, .moments, .one: return .replacement(of: self)
    case .distinct(let values):
      return values.contains(EquivalentValue(argument.value))
        ? .nothing : .addition(argument.value)
    case .top(let kept, let count):
      let place = Self.place(of: argument.value, in: kept)
      if place == count { return .nothing }
      return .insertion(at: place, removing: kept.count == count ? kept.last : nil)
    case .numbers, .list: return .addition(argument.value)
    }
  }

  /// Takes a value, which has not been refused.
  mutating func take(_ argument: AggregateArgument) {
    let value = argument.value
    switch self {
    case .count(let count): self = .count(count + 1)
    case .number(var sum):
      sum.add(value)
      self = .number(sum)
    case .moments(var moments):
      if let number = value.number { moments.add(number) }
      self = .moments(moments)
    case .one(let kept, let kind):
      if Self.replaces(kept, value, kind) {
        self = .one(KeptValue(value: value, kept: argument.kept), kind)
      }
    case .distinct(var values):
      self = .count(0)
      values.insert(EquivalentValue(value))
      self = .distinct(values)
    case .top(var kept, let count):
      self = .count(0)
      Self.insert(KeptValue(value: value, kept: argument.kept), into: &kept, atMost: count)
      self = .top(kept, atMost: count)
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

  /// Takes out the value that made a change, which was the last one.
  mutating func undo(_ change: Change) {
    switch (self, change) {
    case (_, .nothing): break
    case (_, .replacement(let before)): self = before
    case (.distinct(var values), .addition(let value)):
      self = .count(0)
      values.remove(EquivalentValue(value))
      self = .distinct(values)
    case (.numbers(var numbers), .addition):
      self = .count(0)
      numbers.removeLast()
      self = .numbers(numbers)
    case (.list(var list), .addition):
      self = .count(0)
      list.removeLast()
      self = .list(list)
    case (.top(var kept, let count), .insertion(let place, let removed)):
      self = .count(0)
      kept.remove(at: place)
      if let removed { kept.append(removed) }
      self = .top(kept, atMost: count)
    default: preconditionFailure("a change of another function")
    }
  }

  private static func replaces(_ kept: KeptValue?, _ value: Value, _ kind: AggregateKind) -> Bool {
    guard let kept else { return true }
    return switch kind {
    case .last: true
    case .min, .minBy: value.isLess(than: kept.value)
    case .max, .maxBy: kept.value.isLess(than: value)
    default: false
    }
  }

  /// Returns the place of a value in descending order: after all that are as great.
  private static func place(of value: Value, in kept: [KeptValue]) -> Int {
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].value.isLess(than: value) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func insert(_ value: KeptValue, into kept: inout [KeptValue], atMost count: Int) {
    let place = place(of: value.value, in: kept)
    guard place < count else { return }
    if kept.count == count { kept.removeLast() }
    kept.insert(value, at: place)
  }
}

// MARK: - Windows

extension AggregateState {
  /// Adds the state of a later window. Returns the reason if that is impossible.
  mutating func merge(_ later: AggregateState) -> String? {
    switch (self, later) {
    case (.count(let own), .count(let other)): self = .count(own + other)
    case (.number(var own), .number(let other)):
      guard own.merge(other) else { return Self.overflow }
      self = .number(own)
    case (.moments(var own), .moments(let other)):
      own.merge(other)
      self = .moments(own)
    case (.one, .one(let other?, _)):
      return merge([other])
    case (.top, .top(let others, _)):
      return merge(others)
    case (.distinct(var own), .distinct(let others)):
      self = .count(0)
      own.formUnion(others)
      self = .distinct(own)
    case (.numbers(var own), .numbers(let others)):
      self = .count(0)
      own += others
      self = .numbers(own)
    case (.list(var own), .list(let others)):
      self = .count(0)
      own += others
      self = .list(own)
    default: break
    }
    return nil
  }

  private mutating func merge(_ others: [KeptValue]) -> String? {
    for other in others {
      let argument = AggregateArgument(value: other.value, kept: other.kept)
      if let reason = refusal(of: argument) { return reason }
      take(argument)
    }
    return nil
  }

  /// The result of the function.
  func result(of function: AggregatePlan.Function) -> Value {
    switch self {
    case .count(let count): .int(count)
    case .number(let sum): function.kind == .avg ? sum.mean : sum.value
    case .moments(let moments): moments.result(of: function.kind)
    case .one(let kept, let kind):
      (kind == .minBy || kind == .maxBy ? kept?.kept : kept?.value) ?? .null
    case .distinct(let values): .int(Int64(values.count))
    case .top(let kept, _): .array(kept.map(\.kept))
    case .numbers(let numbers): numbers.percentile(function.rank).map(Value.double) ?? .null
    case .list(let list): .array(list)
    }
  }
}

extension Value {
  /// The number as a double; nil for other values.
  fileprivate var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }

  /// Whether it is less than another value, in the order of expressions; false if there is none.
  fileprivate func isLess(than other: Value) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): return left < right
    case (.string(let left), .string(let right)): return left < right
    case (.bool(let left), .bool(let right)): return !left && right
    default:
      guard let left = number, let right = other.number else { return false }
      return left < right
    }
  }
}
