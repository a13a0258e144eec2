import TestSupport

/// A stream as plain lists of timed values, with which the engine is compared: without a scheduler
/// or state, each list is derived from another.
struct SlowModel {
  /// An operator, as a function over such a list.
  enum Step: Equatable {
    case delay(nanoseconds: Int64)
    case add(Int64)
    case double
    case divide(Int64)
    case keepMultiples(of: Int64)
    case dropMultiples(of: Int64)
    case dropFirst(Int)
    case sum(from: Int64)
    case halfSeconds
  }

  struct Item {
    var value: Int64
    var steps: [Step]
  }

  /// The events: values with their times, followed by the completion or a failure.
  struct Course: Equatable {
    var values: [(value: Int64, time: Int64)]
    var end: Int64
    var failure: String?

    static func == (left: Course, right: Course) -> Bool { left.brief == right.brief }
  }

  var items: [Item]
  var steps: [Step]

  var course: Course {
    var whole = Course(values: [], end: 0)
    for item in items where whole.failure == nil {
      var part = Course(values: [(item.value, whole.end)], end: whole.end)
      for step in item.steps { part = part.passing(step) }
      whole.values += part.values
      whole.end = part.end
      whole.failure = part.failure
    }
    for step in steps { whole = whole.passing(step) }
    return whole
  }
}

extension SlowModel.Course {
  func passing(_ step: SlowModel.Step) -> SlowModel.Course {
    var result = self
    switch step {
    case .delay(let nanoseconds):
      result.values = values.map { ($0.value, $0.time + nanoseconds) }
      result.end += nanoseconds
    case .add(let number): result.values = values.map { ($0.value + number, $0.time) }
    case .double: result.values = values.map { ($0.value * 2, $0.time) }
    case .divide(let number):
      result.values = []
      for (value, time) in values {
        guard value != 0 else {
          return SlowModel.Course(
            values: result.values, end: time, failure: "division by zero in \"\(number) / $0\"")
        }
        result.values.append((number / value, time))
      }
    case .keepMultiples(let number): result.values = values.filter { $0.value % number == 0 }
    case .dropMultiples(let number): result.values = values.filter { $0.value % number != 0 }
    case .dropFirst(let count): result.values = Array(values.dropFirst(count))
    case .sum(var sum):
      result.values = values.map { value, time in
        sum += value
        return (sum, time)
      }
    case .halfSeconds: result.values = values.map { ($0.time / 500_000_000, $0.time) }
    }
    return result
  }

  /// Returns the events up to an instant, with at most the given number of values.
  func brief(until last: Int64, limit: Int) -> String {
    var events = values.map { ("\($0.value)", $0.time) }
    events.append((failure.map { "#\($0)" } ?? "|", end))
    let isCut = limit < events.count
    return events.prefix(isCut ? limit : events.count).filter { $0.1 <= last }
      .map { "\($0.0)@\(seconds($0.1))" }.joined(separator: " ")
  }

  var brief: String { brief(until: .max, limit: .max) }
}

/// Returns nanoseconds as decimal seconds.
func seconds(_ nanoseconds: Int64) -> String {
  let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
  if rest == 0 { return "\(whole)" }
  var digits = String(repeating: "0", count: 9 - "\(rest)".count) + "\(rest)"
  while digits.hasSuffix("0") { digits.removeLast() }
  return "\(whole).\(digits)"
}

extension SlowModel {
  /// The same stream as the text of a stream file.
  var text: String {
    let items = items.map { item in
      item.steps.isEmpty
        ? #"{"value": \#(item.value)}"#
        : #"{"value": \#(item.value), "operators": [\#(Self.text(item.steps))]}"#
    }
    return #"{"stream": [\#(items.joined(separator: ", "))], "operators": [\#(Self.text(steps))]}"#
  }

  private static func text(_ steps: [Step]) -> String {
    steps.map(\.text).joined(separator: ", ")
  }
}

extension SlowModel.Step {
  fileprivate var text: String {
    switch self {
    case .delay(let nanoseconds): #"{"delay": {"seconds": \#(seconds(nanoseconds))}}"#
    case .add(let number): #"{"map": {"expression": "$0 + \#(number)"}}"#
    case .double: #"{"map": {"expression": "%d * 2"}}"#
    case .divide(let number): #"{"map": {"expression": "\#(number) / $0"}}"#
    case .keepMultiples(let number): #"{"filter": {"expression": "$0 % \#(number) == 0"}}"#
    case .dropMultiples(let number): #"{"filter": {"expression": "$0 % \#(number) != 0"}}"#
    case .dropFirst(let count): #"{"dropFirst": {"count": \#(count)}}"#
    case .sum(let start): #"{"scan": {"initialValue": \#(start), "expression": "$0 + $1"}}"#
    case .halfSeconds: #"{"map": {"expression": "int($time * 2.0)"}}"#
    }
  }
}

extension SplitMix64 {
  mutating func slowModel() -> SlowModel {
    SlowModel(
      items: (0..<below(9)).map { _ in
        SlowModel.Item(value: Int64(below(7)), steps: steps(atMost: 4))
      }, steps: steps(atMost: 5))
  }

  private mutating func steps(atMost limit: Int) -> [SlowModel.Step] {
    (0..<below(limit + 1)).map { _ in step() }
  }

  private mutating func step() -> SlowModel.Step {
    switch below(12) {
    case 0...3: .delay(nanoseconds: [0, 500_000_000, 1_000_000_000, 1][below(4)])
    case 4: .add(Int64(below(5)))
    case 5: .double
    case 6: .divide(Int64(below(20) + 1))
    case 7: .keepMultiples(of: Int64(below(2) + 1))
    case 8: .dropMultiples(of: Int64(below(3) + 2))
    case 9: .dropFirst(below(3))
    case 10: .sum(from: Int64(below(4)))
    default: .halfSeconds
    }
  }
}
