import Values

extension Course {
  /// A course with only the end.
  var ending: Course { end.map { [$0] } ?? [] }

  /// Returns the results of a function for each value, up to the first failure.
  func transforming(
    _ function: (Value, Moment) -> Result<[Value], OracleExpression.Failure>
  ) -> Course {
    var output: Course = []
    for (moment, value) in values {
      switch function(value, moment) {
      case .success(let values): output += values.map { .value($0, at: moment) }
      case .failure(let failure) where failure.isTolerated: continue
      case .failure(let failure): return output + [.failed(failure.message, at: moment)]
      }
    }
    return output + ending
  }

  /// Returns the first values, and completes with the last of them.
  func finishing(with count: Int) -> Course {
    guard values.count >= count, let last = values.prefix(count).last else { return self }
    return prefix(count - 1)
      + [.value(last.value, at: last.moment.then(0)), .finished(at: last.moment.then(1))]
  }

  /// Returns only the given values when the stream completes, followed by the completion.
  func atFinish(_ values: () -> [Value]) -> Course {
    guard let finish else { return ending }
    let given = values()
    return given.enumerated().map { .value($1, at: finish.then($0)) }
      + [.finished(at: finish.then(given.count))]
  }
}

extension OracleStream {
  func transforming(
    _ function: @escaping (Value, Moment) -> Result<[Value], OracleExpression.Failure>
  ) -> OracleStream {
    with { $0.transforming(function) }
  }
}
