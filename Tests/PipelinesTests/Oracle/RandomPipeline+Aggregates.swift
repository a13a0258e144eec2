import TestSupport
import Values

@testable import Pipelines
@testable import StreamModels

/// Random windows of all kinds, and functions over them.
extension RandomPipeline {
  static let aggregate: PlacedMaker = { pipeline, place in
    let functions = (0...pipeline.random.below(3)).map { index in
      Member("r\(index)", pipeline.function(at: place))
    }
    var members = [Member("values", .object(Object(functions)))] + pipeline.windows(at: place)
    let isEach = members.count == 1 || members.contains { $0.key == "sliding" }
    if isEach, pipeline.random.oneIn(2) { members.append(Member("emit", "each")) }
    if pipeline.random.oneIn(3) { members.append(Member("onError", "skip")) }
    return members
  }

  static let collect: PlacedMaker = { pipeline, place in
    let members = pipeline.windows(at: place)
    let hasExpression = members.contains { ["by", "startsWhen", "endsWhen"].contains($0.key) }
    return members + (hasExpression && pipeline.random.oneIn(2) ? [Member("onError", "skip")] : [])
  }

  /// Returns the parameters of windows of some kind.
  private mutating func windows(at place: Place) -> [Member] {
    var members: [Member] = []
    func add(_ name: Text, _ value: Value, oneIn count: Int) {
      if random.oneIn(count) { members.append(Member(key: name, value: value)) }
    }
    func number(_ count: Int) -> Value { .int(1 + Int64(random.below(count))) }
    let kind = random.below(8)
    switch kind {
    case 0: return []
    case 1, 2, 3:
      members.append(Member("seconds", number(4)))
      add("every", number(3), oneIn: 2)
      if kind == 1 {
        members.append(Member("by", expression(OracleExpressions.int)))
        add("grace", number(3), oneIn: 2)
        add("late", ["drop", "fail", ["output": "spare"]][random.below(3)], oneIn: 2)
      }
      add("empty", true, oneIn: 3)
      add("atEnd", "drop", oneIn: 4)
    case 4: members += [Member("seconds", number(4)), Member("sliding", true)]
    case 5:
      members.append(Member("count", number(4)))
      if random.oneIn(2) {
        members.append(Member("sliding", true))
      } else {
        members.append(Member("every", number(5)))
        add("atEnd", "drop", oneIn: 4)
      }
    default:
      let limits = ["gap", "maximum", "count"]
      let first = random.below(3)
      for (index, name) in limits.enumerated() where index == first || random.oneIn(4) {
        members.append(Member(name, number(3)))
      }
      for name in ["startsWhen", "endsWhen"] where random.oneIn(3) {
        members.append(Member(name, expression(for: .condition, at: place)))
      }
      add("atEnd", "drop", oneIn: 4)
    }
    add("bounds", true, oneIn: 2)
    return members
  }

  private mutating func function(at place: Place) -> Value {
    let names = [
      "count", "sum", "avg", "min", "max", "first", "last", "countDistinct", "minBy", "maxBy",
      "top",
      "list",
    ]
    let name = names[random.below(names.count)]
    var members: [Member] = []
    switch name {
    case "count": members.append(Member(name, true))
    case "top":
      members.append(Member(name, .int(1 + Int64(random.below(3)))))
      members.append(Member("by", expression(OracleExpressions.int)))
    case "first", "last", "list", "countDistinct":
      members.append(Member(name, expression(for: .result, at: place)))
    default: members.append(Member(name, expression(OracleExpressions.int)))
    }
    if random.oneIn(3) { members.append(Member("where", expression(for: .condition, at: place))) }
    return .object(Object(members))
  }
}
