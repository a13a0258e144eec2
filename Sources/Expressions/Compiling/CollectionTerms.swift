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

/// `{'a': b}` with keys that are known, and known to be distinct.
struct RecordTerm: Term {
  let entries: [(key: Text, value: ValueRoutine)]

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var members: [Member] = []
    members.reserveCapacity(entries.count)
    for entry in entries {
      members.append(Member(key: entry.key, value: try entry.value.evaluate(first, second, &frame)))
    }
    return .object(Object(members))
  }
}

/// `{a: b}` with keys that are computed.
struct MapTerm: Term {
  let entries: [(key: ValueRoutine, value: ValueRoutine)]

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var members: [Member] = []
    var keys: Set<Text> = []
    for entry in entries {
      let key = try entry.key.evaluate(first, second, &frame)
      guard case .string(let text) = key else {
        throw .mismatch(found: key.kind, expectation: "the key of a map, a string")
      }
      guard keys.insert(text).inserted else { throw .duplicateKey(text) }
      members.append(Member(key: text, value: try entry.value.evaluate(first, second, &frame)))
    }
    return .object(Object(members))
  }
}
