import Values

/// A function called with its arguments; which overload it is, their kinds decide when it runs.
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
    guard let overload = overloads.first(where: { $0.admits(values) }) else {
      throw .arguments(function: name, values.map(\.kind))
    }
    switch overload.body {
    case .one(let body): return try body(values[0])
    case .two(let body): return try body(values[0], values[1])
    case .many(let body): return try body(values)
    }
  }
}

/// A function of one argument, called without collecting it.
struct UnaryCallTerm: Term {
  let name: String
  let forms: [Form]
  let argument: ValueRoutine

  struct Form: Sendable {
    let parameter: ValueType
    let body: @Sendable (Value) throws(EvaluationFailure) -> Value
  }

  /// Nil if a form takes something else than one argument.
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
    for form in forms where form.parameter.admits(value.kind) { return try form.body(value) }
    throw .arguments(function: name, [value.kind])
  }
}
