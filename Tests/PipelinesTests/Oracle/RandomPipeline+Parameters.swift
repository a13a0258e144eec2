import TestSupport
import Values

@testable import Checking
@testable import Pipelines
@testable import StreamModels

/// Random parameters, generated from the operators' specs.
extension RandomPipeline {
  typealias Maker = @Sendable (inout RandomPipeline) -> [Member]
  typealias PlacedMaker = @Sendable (inout RandomPipeline, Place) -> [Member]

  /// Every operator except 'print', which would fill standard error.
  static let operators = Operator.specs.map(\.name).filter { $0 != "print" }

  /// Operators for which some combinations of valid parameters are not allowed.
  private static let exceptions: [String: Maker] = ["retry": repetition, "repeat": repetition]
  private static let placedExceptions: [String: PlacedMaker] = [
    "aggregate": aggregate, "collect": collect, "join": join, "pattern": pattern,
  ]

  mutating func parameters(of spec: OperatorSpec, at place: Place) -> [Member] {
    if let maker = Self.exceptions[spec.name] { return maker(&self) }
    if let maker = Self.placedExceptions[spec.name] { return maker(&self, place) }
    return specified(of: spec, at: place)
  }

  /// Returns parameters of any valid form.
  private mutating func specified(of spec: OperatorSpec, at place: Place) -> [Member] {
    let form = form(of: spec)
    return spec.parameters.filter { form.contains($0.name) }.map { parameter in
      Member(parameter.name, value(of: parameter, at: place))
    }
  }

  private static let join: PlacedMaker = { pipeline, place in
    guard let spec = Operator.specs.first(where: { $0.name == "join" }) else { return [] }
    let words = [Member(key: "matches", value: "first"), Member(key: "kind", value: "full")]
    let members = pipeline.specified(of: spec, at: place).map { member in
      member.key.string.lowercased().hasSuffix("expires")
        ? Member(key: member.key, value: pipeline.expression(OracleExpressions.int)) : member
    }
    let pairsInstant = members.contains { member in
      member.key.string.lowercased().hasSuffix("expires") || words.contains(member)
    }
    return members.filter { $0.key != "instant" || !pairsInstant || $0.value == true }
  }

  /// Returns the names of parameters that can be used together.
  private mutating func form(of spec: OperatorSpec) -> [String] {
    guard spec.forms.isEmpty else {
      return spec.forms[random.below(spec.forms.count)].flatMap { names(in: $0) }
    }
    return spec.parameters.filter { $0.isRequired || random.oneIn(2) }.map(\.name)
  }

  /// Returns the names for a part of a form: for `a?`, none or one; for `a|b`, one or both.
  private mutating func names(in part: String) -> [String] {
    let alternatives = part.split(separator: "|").map(String.init)
    guard alternatives.count > 1 else {
      guard part.hasSuffix("?") else { return [part] }
      return random.oneIn(2) ? [String(part.dropLast())] : []
    }
    let first = random.below(alternatives.count)
    return alternatives.indices.filter { $0 == first || random.oneIn(4) }.map { alternatives[$0] }
  }

  private mutating func value(of parameter: ParameterSpec, at place: Place) -> Value {
    switch parameter.kind {
    case .duration: parameter.isPositive ? period() : seconds()
    case .durations: waits()
    case .interval: interval()
    case .expression: expression(for: parameter.role, at: place)
    case .value: value()
    case .number: .int(Int64(random.below(5)))
    case .count: count(least: parameter.isPositive ? 1 : 0)
    case .flag: .bool(random.oneIn(2))
    case .text: "failed"
    case .word: .string(Text(parameter.words[random.below(parameter.words.count)]))
    case .streams: inputs(at: place.inside(parameter))
    case .stream: input(at: place.inside(parameter))
    case .operators: .array(innerOperators(at: place.inside(parameter)))
    case .objects, .namedObjects, .repetition, .selection:
      preconditionFailure("an operator with objects has its own maker")
    case .errorPolicy where parameter.words.isEmpty: ["output": "rest"]
    case .errorPolicy: ["skip", "skip", "fail", ["output": "spare"]][random.below(4)]
    }
  }

  mutating func expression(for role: ExpressionRole, at place: Place) -> Value {
    switch role {
    case .result:
      expression(OracleExpressions.mappings, OracleExpressions.mappings(of:), place)
    case .condition:
      expression(OracleExpressions.conditions, OracleExpressions.conditions(of:), place)
    case .duration: expression(OracleExpressions.durations)
    case .key: expression(OracleExpressions.keys)
    case .accumulation: expression(OracleExpressions.accumulations)
    case .comparison: expression(OracleExpressions.comparisons)
    }
  }

  private mutating func innerOperators(at place: Place) -> [Value] {
    // A value that is emitted at the end shows the order in which streams end.
    let last: [Value] = random.oneIn(3) ? [["last": [:]]] : []
    return operators(at: place, atMost: 3) + last
  }

  private mutating func count(least: Int = 0) -> Value { .int(Int64(least + random.below(3))) }

  /// Returns a time that is not zero.
  private mutating func period() -> Value { spelled([1, 1, 2, 3][random.below(4)]) }

  /// Returns one time for both sides, or one for each side.
  private mutating func interval() -> Value {
    if random.oneIn(3) { return random.oneIn(4) ? "forever" : seconds() }
    let sides = ["before", "after"].map {
      Member($0, random.oneIn(8) ? "forever" : seconds())
    }
    return .object(Object(sides.filter { _ in !random.oneIn(4) }))
  }

  /// Returns a list of times that does not end with zero, or a time that is not zero.
  private mutating func waits() -> Value {
    guard random.oneIn(2) else { return period() }
    return .array((0..<1 + random.below(3)).map { _ in seconds() } + [1])
  }

  /// Without a count, there must be waits, so that time advances.
  private static let repetition: Maker = { pipeline in
    let waits: Value? = pipeline.random.oneIn(3) ? nil : pipeline.waits()
    let isEndless = waits != nil && pipeline.random.oneIn(4)
    return (isEndless ? [] : [Member("count", pipeline.count())])
      + (waits.map { [Member("delay", $0)] } ?? [])
  }
}

extension RandomPipeline.Place {
  /// Returns the place inside a parameter that is a stream or a list of operators: no deeper than
  /// the limit, and with the variables that the operator provides.
  fileprivate func inside(_ parameter: ParameterSpec) -> Self {
    var place = self
    place.depth = max(1, depth)
    for subject in ProvidedName.allCases where parameter.provides.contains(subject) {
      switch subject {
      case .outer, .error, .key: place = place.with(String(subject.name.dropFirst()))
      case .group: place.hasGroup = true
      }
    }
    return place
  }
}
