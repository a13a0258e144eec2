import Values

/// Operators that emit something for each value at the moment at which it arrives, without a clock.
extension OracleOperator {
  static let mapping: [String: Function] = [
    "map": { stream, parameters in
      guard let expression = parameters.expression() else { return stream }
      return stream.transforming { value, moment in
        expression.result(value, at: moment).map { [$0] }
      }
    },
    "compactMap": { stream, parameters in
      guard let expression = parameters.expression() else { return stream }
      return stream.transforming { value, moment in
        expression.result(value, at: moment).map { $0 == .null ? [] : [$0] }
      }
    },
    "scan": { stream, parameters in
      stream.accumulating(parameters) { $0 }
    },
    "replaceNil": { stream, parameters in
      stream.transforming { value, _ in
        .success([value == .null ? parameters.value("with") : value])
      }
    },
    "materialize": { stream, _ in stream.with(materialize) },
    "measureInterval": { stream, _ in stream.measuringIntervals() },
    "print": { stream, _ in stream },
  ]

  private static func materialize(_ course: Course) -> Course {
    course.flatMap { event -> Course in
      switch event.kind {
      case .value(let value): [.value(["value": value], at: event.moment)]
      case .finished:
        [
          .value(["completion": "finished"], at: event.moment.then(0)),
          .finished(at: event.moment.then(1)),
        ]
      case .failed(let message):
        [
          .value(
            ["completion": "failure", "error": .string(Text(message))], at: event.moment.then(0)),
          .finished(at: event.moment.then(1)),
        ]
      }
    }
  }
}

extension OracleStream {
  /// Returns the results of `scan`, changed by a function.
  func accumulating(
    _ parameters: OracleParameters, _ change: @escaping (Course) -> Course
  ) -> OracleStream {
    with { course in
      var result = parameters.value("initialValue")
      return change(
        course.transforming { value, moment in
          guard let expression = parameters.expression() else { return .success([]) }
          guard let emit = parameters.expression("emit") else {
            return expression.result(result, value, at: moment).map {
              result = $0
              return [$0]
            }
          }
          return expression.result(result, value, at: moment).flatMap { next in
            emit.result(next, value, at: moment).map {
              result = next
              return [$0]
            }
          }
        })
    }
  }

  /// Returns the time since the previous value, or since the subscription.
  fileprivate func measuringIntervals() -> OracleStream {
    OracleStream(run) { start in
      var last = start.time
      return try course(from: start).transforming { _, moment in
        defer { last = moment.time }
        return .success([.double(Double(moment.time - last) / 1_000_000_000)])
      }
    }
  }
}
