import TestSupport
import Values

@testable import Pipelines
@testable import StreamModels

/// Random patterns: up to four steps that take values, and exclusions between them.
extension RandomPipeline {
  static let pattern: PlacedMaker = { pipeline, place in
    let count = 1 + pipeline.random.below(3)
    let required = pipeline.random.below(count)
    let hasWithin = pipeline.random.oneIn(2)
    var steps: [Value] = []
    for index in 0..<count {
      let step = pipeline.step(index, isRequired: index == required, at: place)
      if pipeline.random.oneIn(4) {
        let isRepeated = step["times"].map { $0 != 1 } ?? false
        let needsTime = index == 0 && !isRepeated
        steps.append(pipeline.exclusion(hasTime: needsTime || pipeline.random.oneIn(2), at: place))
      }
      steps.append(step)
    }
    if pipeline.random.oneIn(4) {
      steps.append(pipeline.exclusion(hasTime: !hasWithin || pipeline.random.oneIn(2), at: place))
    }
    var members = [Member("steps", .array(steps))]
    // Longer than each wait.
    if hasWithin { members.append(Member("within", .int(4 + Int64(pipeline.random.below(4))))) }
    if pipeline.random.oneIn(4) { members.append(Member("contiguous", true)) }
    if pipeline.random.oneIn(2) {
      let words: [Value] = ["afterLast", "atLast", "afterFirst", "afterEnd"]
      members.append(Member("next", words[pipeline.random.below(4)]))
    }
    if pipeline.random.oneIn(4) { members.append(Member("bounds", true)) }
    if pipeline.random.oneIn(3) { members.append(Member("onError", "skip")) }
    return members
  }

  private mutating func step(_ index: Int, isRequired: Bool, at place: Place) -> Value {
    var members: [Member] = []
    if isRequired || !random.oneIn(4) { members.append(Member("name", .string(Text("s\(index)")))) }
    let role: ExpressionRole = index > 0 && random.oneIn(4) ? .comparison : .condition
    if !random.oneIn(5) { members.append(Member("where", expression(for: role, at: place))) }
    switch random.below(6) {
    case 0: members.append(Member("times", .int(1 + Int64(random.below(2)))))
    case 1: members.append(Member("times", ["minimum": .int(1 + Int64(random.below(2)))]))
    case 2: members.append(Member("times", ["minimum": 1, "maximum": 2]))
    default: break
    }
    if !isRequired, random.oneIn(3) { members.append(Member("optional", true)) }
    if random.oneIn(3) { members.append(Member("greedy", true)) }
    if random.oneIn(6) { members.append(Member("contiguous", true)) }
    return .object(Object(members))
  }

  private mutating func exclusion(hasTime: Bool, at place: Place) -> Value {
    var members = [Member("not", expression(for: .condition, at: place))]
    if hasTime { members.append(Member("seconds", .int(1 + Int64(random.below(3))))) }
    return .object(Object(members))
  }
}
