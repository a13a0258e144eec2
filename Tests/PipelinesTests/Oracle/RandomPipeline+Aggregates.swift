import TestSupport
import Values

@testable import Pipelines
@testable import StreamModels

/// Random aggregates: some functions, over windows of some kind.
extension RandomPipeline {
  static let aggregate: PlacedMaker = { pipeline, place in
    let functions = (0...pipeline.random.below(3)).map { index in
      Member("r\(index)", pipeline.function(at: place))
    }
    var members = [Member("values", .object(Object(functions)))]
    switch pipeline.random.below(6) {
    case 0: break
    case 1: members.append(Member("emit", "each"))
    case 2, 3:
      members.append(Member("seconds", .int(1 + Int64(pipeline.random.below(4)))))
      if pipeline.random.oneIn(2) {
        members.append(Member("every", .int(1 + Int64(pipeline.random.below(3)))))
      }
      if pipeline.random.oneIn(3) { members.append(Member("empty", true)) }
      if pipeline.random.oneIn(2) { members.append(Member("bounds", true)) }
      if pipeline.random.oneIn(4) { members.append(Member("atEnd", "drop")) }
    default:
      let limits = ["gap", "maximum", "count"]
      let first = pipeline.random.below(3)
      for (index, name) in limits.enumerated() where index == first || pipeline.random.oneIn(4) {
        members.append(Member(name, .int(1 + Int64(pipeline.random.below(3)))))
      }
      for name in ["startsWhen", "endsWhen"] where pipeline.random.oneIn(3) {
        members.append(Member(name, pipeline.expression(for: .condition, at: place)))
      }
      if pipeline.random.oneIn(2) { members.append(Member("bounds", true)) }
      if pipeline.random.oneIn(4) { members.append(Member("atEnd", "drop")) }
    }
    if pipeline.random.oneIn(3) { members.append(Member("onError", "skip")) }
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
