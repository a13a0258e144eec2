import RegularExpressions
import Values

/// A call of a function. The kinds of its arguments determine the overload at run time.
struct CallTerm: Term {
  let name: String
  let overloads: [Overload]
  let arguments: [ValueRoutine]

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for argument in arguments { values.append(try argument.evaluate(first, second, &frame)) }
    return try call(values, &frame)
  }

  func call(_ values: [Value], _ frame: inout Frame) throws(EvaluationFailure) -> Value {
    guard let overload = overloads.first(where: { $0.admits(values) }) else {
      throw .arguments(function: name, values.map(\.runtimeKind))
    }
    for case .string(let text) in values { try frame.spend(on: text) }
    return try overload.body(values, &frame)
  }
}

/// A call of a function with one argument, without an array of arguments.
struct UnaryCallTerm: Term {
  let name: String
  let forms: [Form]
  let argument: ValueRoutine

  struct Form: Sendable {
    let parameter: Overload.Parameter
    let body: @Sendable (Value) throws(EvaluationFailure) -> Value
  }

  /// Nil if an overload does not take exactly one argument.
  init?(name: String, overloads: [Overload], arguments: [ValueRoutine]) {
    guard arguments.count == 1 else { return nil }
    var forms: [Form] = []
    for overload in overloads {
      guard case .one(let body) = overload.body else { return nil }
      forms.append(Form(parameter: overload.parameters[0], body: body))
    }
    self.name = name
    self.forms = forms
    self.argument = arguments[0]
  }

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let value = try argument.evaluate(first, second, &frame)
    if case .string(let text) = value { try frame.spend(on: text) }
    for form in forms where form.parameter.admits(value) { return try form.body(value) }
    throw .arguments(function: name, [value.runtimeKind])
  }
}

/// `a.matches(b)`, with a pattern that is a literal, or that is cached until a different one
/// arrives.
struct MatchTerm: Term {
  let call: CallTerm
  let literal: Pattern?
  private let site = SiteCache<Pattern>()

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Bool {
    let value = try call.arguments[0].evaluate(first, second, &frame)
    if let literal {
      guard case .string(let text) = value else {
        throw .arguments(function: call.name, [value.runtimeKind, .string])
      }
      return try literal.matches(text, &frame)
    }
    let pattern = try call.arguments[1].evaluate(first, second, &frame)
    guard case .string(let text) = value, case .string(let wanted) = pattern else {
      throw .arguments(function: call.name, [value.runtimeKind, pattern.runtimeKind])
    }
    let made = try site.value(of: nil, or: wanted) { (text) throws(EvaluationFailure) in
      try Pattern(computed: text, &frame)
    }
    return try made.matches(text, &frame)
  }
}

/// `a.or(b)` and `a.orValue(b)`. The second operand is evaluated only if it is needed.
struct AlternativeTerm: Term {
  let call: CallTerm

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let optional = try call.arguments[0].evaluate(first, second, &frame)
    if case .optional(let wrapped?)? = optional.special {
      return call.name == "or" ? optional : wrapped
    }
    let other = try call.arguments[1].evaluate(first, second, &frame)
    return try call.call([optional, other], &frame)
  }
}
