import Values

// `{'a': b}` with keys that are constant and distinct. The shape of the objects is created when the
// expression is compiled. Objects with few members, which are the most common, are created without
// an array for their values and without a loop over the code that computes them.

extension Compiler {
  func code(forKeys keys: [Text], _ values: [ValueRoutine]) -> Code {
    let shape = ObjectShape(shared: keys)
    return switch values.count {
    case 1: .value(ValueRoutine(SingleRecordTerm(shape: shape, value: values[0])))
    case 2:
      .value(ValueRoutine(PairRecordTerm(shape: shape, left: values[0], right: values[1])))
    case 3:
      .value(
        ValueRoutine(
          TripleRecordTerm(shape: shape, left: values[0], middle: values[1], right: values[2])))
    default: .value(ValueRoutine(RecordTerm(shape: shape, values: values)))
    }
  }
}

private struct SingleRecordTerm: Term {
  let shape: ObjectShape
  let value: ValueRoutine

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    .object(Object(shape: shape, try value.evaluate(first, second, &frame)))
  }
}

private struct PairRecordTerm: Term {
  let shape: ObjectShape
  let left: ValueRoutine
  let right: ValueRoutine

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let left = try left.evaluate(first, second, &frame)
    let right = try right.evaluate(first, second, &frame)
    return .object(Object(shape: shape, left, right))
  }
}

private struct TripleRecordTerm: Term {
  let shape: ObjectShape
  let left: ValueRoutine
  let middle: ValueRoutine
  let right: ValueRoutine

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    let left = try left.evaluate(first, second, &frame)
    let middle = try middle.evaluate(first, second, &frame)
    let right = try right.evaluate(first, second, &frame)
    return .object(Object(shape: shape, left, middle, right))
  }
}

private struct RecordTerm: Term {
  let shape: ObjectShape
  let values: [ValueRoutine]

  func evaluate(
    _ first: Value, _ second: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var object = ObjectBuilder(shape)
    unsafe try values.withUnsafeBufferPointer { values throws(EvaluationFailure) in
      for position in values.indices {
        unsafe object.append(try values[position].evaluate(first, second, &frame))
      }
    }
    return .object(object.finish())
  }
}
