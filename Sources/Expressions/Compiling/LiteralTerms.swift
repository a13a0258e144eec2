import RegularExpressions
import Values

// Calls that have an argument with its own syntax. The argument is read once if it is a literal.
// Otherwise it is cached until a different one arrives.

/// `regex.extract(a, b)` and similar calls.
struct CapturingTerm: Term {
  let call: CallTerm
  let literal: CapturingPattern?
  private let site = SiteCache<CapturingPattern>()

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    if let literal, call.name == "regex.extract" {
      let value = try call.arguments[0].evaluate(first, second, &frame)
      guard case .string(let text) = value else {
        throw .arguments(function: call.name, [value.runtimeKind, .string])
      }
      try frame.spend(on: text)
      return try literal.extract(from: text, &frame)
    }
    let values = try call.values(first, second, &frame)
    let text = try values[1].text()
    let pattern = try site.value(of: literal, or: text) { (text) throws(EvaluationFailure) in
      try CapturingPattern(computed: text, &frame)
    }
    return try pattern.call(call.name, values, &frame)
  }
}

/// `timestamp(text, pattern)` and `timestamp(text, pattern, zone)`.
struct TimePatternTerm: Term {
  let call: CallTerm
  let pattern: TimePattern?
  let zone: Zone?
  private let patternSite = SiteCache<TimePattern>()
  private let zoneSite = SiteCache<Zone>()

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let values = try call.values(first, second, &frame)
    var zone = zone
    if values.count == 3 {
      zone = try zoneSite.value(of: zone, or: try values[2].text(), make: Zone.init)
    }
    let pattern = try patternSite.value(
      of: pattern, or: try values[1].text(), make: TimePattern.init(computed:))
    return .special(.timestamp(try pattern.timestamp(of: try values[0].text(), in: zone)))
  }
}

/// `a.getHours(zone)` and similar calls.
struct ZonedFieldTerm: Term {
  let call: CallTerm
  let zone: Zone?
  private let site = SiteCache<Zone>()

  init(call: CallTerm, zone: Zone?) {
    self.call = call
    self.zone = zone
  }

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let values = try call.values(first, second, &frame)
    guard let field = Timestamp.Field(rawValue: call.name) else { return .null }
    let zone = try site.value(of: zone, or: try values[1].text(), make: Zone.init)
    return .int(try values[0].timestamp().value(of: field, in: zone))
  }
}

extension CallTerm {
  /// Returns the arguments. Fails unless an overload accepts them.
  fileprivate func values(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for argument in arguments { values.append(try argument.evaluate(first, second, &frame)) }
    guard overloads.contains(where: { $0.admits(values) }) else {
      throw .arguments(function: name, values.map(\.runtimeKind))
    }
    for case .string(let text) in values { try frame.spend(on: text) }
    return values
  }
}
