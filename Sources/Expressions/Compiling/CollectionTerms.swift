import Values

/// `[a, b]`.
struct ListTerm: Term {
  let elements: [ValueRoutine]

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try element.evaluate(first, second, &frame)) }
    return .array(values)
  }
}

/// `[a, ?b]`.
struct OptionalListTerm: Term {
  let elements: [(routine: ValueRoutine, isOptional: Bool)]

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var values: [Value] = []
    for element in elements {
      let value = try element.routine.evaluate(first, second, &frame)
      if !element.isOptional {
        values.append(value)
      } else if let wrapped = try value.wrapped() {
        values.append(wrapped)
      }
    }
    return .array(values)
  }
}

/// `{a: b}` with keys that are computed or are not strings, and `{?a: b}`.
struct MapTerm: Term {
  let entries: [(key: ValueRoutine, value: ValueRoutine, isOptional: Bool)]

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var collector = MapCollector()
    for entry in entries {
      let key = try entry.key.evaluate(first, second, &frame)
      let value = try entry.value.evaluate(first, second, &frame)
      if !entry.isOptional {
        try collector.insert(key, value, &frame)
      } else if let wrapped = try value.wrapped() {
        try collector.insert(key, wrapped, &frame)
      }
    }
    return collector.value
  }
}
