import Values

/// `aggregate`, as `collect` of the results of its expressions, and a function of each list.
extension OracleOperator {
  static let aggregates: [String: Function] = [
    "aggregate": { stream, parameters in
      let functions = OracleAggregate(parameters)
      let inputs = stream.transforming { value, moment in
        functions.arguments(of: value, at: moment).map { [.array($0)] }
      }
      let windows = functions.windows(of: inputs)
      return windows.transforming { window, _ in .success([functions.result(of: window)]) }
    }
  ]
}

private struct OracleAggregate {
  let parameters: OracleParameters
  let functions: [Member]

  init(_ parameters: OracleParameters) {
    self.parameters = parameters
    functions = parameters.value("values").members ?? []
  }

  private func expression(_ text: Value) -> OracleExpression? {
    guard case .string(let text) = text else { return nil }
    return OracleExpression(text, parameters.scope, isTolerant: parameters.isTolerant)
  }

  /// Returns a list for each function: empty if it leaves the value out.
  func arguments(of value: Value, at moment: Moment) -> Result<[Value], OracleExpression.Failure> {
    var found: [Value] = []
    for function in functions {
      let keys = function.value
      if let condition = keys["where"].flatMap(expression) {
        switch condition.result(value, at: moment) {
        case .failure(let failure): return .failure(failure)
        case .success(let holds) where holds != true:
          found.append([])
          continue
        case .success: break
        }
      }
      let name = Self.names.first { keys[$0] != nil } ?? "count"
      let text = name == "top" ? keys["by"] ?? .null : keys[name] ?? .null
      guard let expression = expression(text) else {
        found.append([value, value])
        continue
      }
      switch expression.result(value, at: moment) {
      case .failure(let failure): return .failure(failure)
      case .success(let result): found.append([result, value])
      }
    }
    // Conditions see the value itself.
    return .success(found + [value])
  }

  private static let names: [Text] = [
    "count", "sum", "avg", "min", "max", "first", "last", "countDistinct", "minBy", "maxBy", "top",
    "list",
  ]

  func windows(of inputs: OracleStream) -> OracleStream {
    var words = parameters.object.members.filter {
      !["values", "emit", "bounds"].contains($0.key)
    }
    if !words.contains(where: { $0.key != "onError" }) { return whole(inputs) }
    words.append(Member("bounds", true))
    let collect = OracleParameters(object: Object(words), scope: parameters.scope)
    return OracleOperator.windows(of: inputs, collect) { $0.elements?.last ?? .null }
  }

  private func whole(_ inputs: OracleStream) -> OracleStream {
    let isEach = parameters.text("emit") == "each"
    return inputs.with { course in
      var values: [Value] = []
      var output: Course = []
      for event in course {
        switch event.kind {
        case .value(let value):
          values.append(value)
          if isEach {
            output.append(.value(["values": .array(values)], at: event.moment.then(1)))
          }
        case .finished:
          if !isEach {
            output.append(.value(["values": .array(values)], at: event.moment.then(1)))
          }
          output.append(.finished(at: event.moment.then(2)))
        case .failed: output.append(event.moved(to: event.moment.then(1)))
        }
      }
      return output
    }
  }

  func result(of window: Value) -> Value {
    let rows = window["values"]?.elements ?? []
    let results = functions.enumerated().map { index, function in
      let taken = rows.compactMap { $0.elements?[index].elements }.filter { !$0.isEmpty }
      return Member(key: function.key, value: result(of: function.value, taken))
    }
    let object = Value.object(Object(results))
    guard parameters.flag("bounds", default: false), case .object(let bounds) = window else {
      return object
    }
    return .object(
      Object(bounds.members.map { $0.key == "values" ? Member(key: "values", value: object) : $0 }))
  }

  private func result(of function: Value, _ taken: [[Value]]) -> Value {
    let values = taken.map { $0[0] }
    let ints = values.compactMap { value in
      if case .int(let int) = value { int } else { nil }
    }
    switch Self.names.first(where: { function[$0] != nil }) {
    case "sum": return .int(ints.reduce(0, +))
    case "avg":
      return ints.isEmpty ? .null : .double(Double(ints.reduce(0, +)) / Double(ints.count))
    case "min": return ints.min().map(Value.int) ?? .null
    case "max": return ints.max().map(Value.int) ?? .null
    case "first": return values.first ?? .null
    case "last": return values.last ?? .null
    case "list": return .array(values)
    case "countDistinct":
      var different: [Value] = []
      for value in values where !different.contains(where: { $0.isEqual(to: value) }) {
        different.append(value)
      }
      return .int(Int64(different.count))
    case "minBy":
      return ints.min().flatMap { ints.firstIndex(of: $0) }.map { taken[$0][1] } ?? .null
    case "maxBy":
      return ints.max().flatMap { ints.firstIndex(of: $0) }.map { taken[$0][1] } ?? .null
    case "top":
      let order = ints.indices.sorted { (ints[$0], $1) > (ints[$1], $0) }
      guard case .int(let count)? = function["top"] else { return [] }
      return .array(order.prefix(Int(count)).map { taken[$0][1] })
    default: return .int(Int64(taken.count))
    }
  }
}
