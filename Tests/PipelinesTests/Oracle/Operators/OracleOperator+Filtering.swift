import Values

/// Operators that decide whether each value passes, at the moment at which it arrives.
extension OracleOperator {
  static let filtering: [String: Function] = [
    "filter": { stream, parameters in
      stream.transforming { value, moment in
        condition(parameters, value, moment).map { $0 ? [value] : [] }
      }
    },
    "removeDuplicates": { stream, parameters in stream.with { removeDuplicates($0, parameters) } },
    "distinct": { stream, parameters in stream.with { distinct($0, parameters) } },
    "dropFirst": { stream, parameters in
      stream.with { course in
        Array(course.withoutEnd.dropFirst(parameters.count() ?? 1)) + course.ending
      }
    },
    "dropWhile": { stream, parameters in stream.with { dropWhile($0, parameters) } },
    "prefix": { stream, parameters in
      OracleStream(stream.run) { start in
        let count = parameters.count() ?? 1
        return count == 0
          ? [.finished(at: start)]
          : try stream.course(from: start).finishing(with: count)
      }
    },
    "prefixWhile": { stream, parameters in stream.with { prefixWhile($0, parameters) } },
    "first": { stream, parameters in
      stream.with { course in
        parameters["expression"] == nil
          ? course.finishing(with: 1) : keeping(course, parameters).finishing(with: 1)
      }
    },
    "last": { stream, parameters in
      stream.with { course in
        let kept = parameters["expression"] == nil ? course : keeping(course, parameters)
        return kept.atFinish { kept.values.suffix(1).map(\.value) }
      }
    },
    "ignoreOutput": { stream, _ in stream.with(\.ending) },
    "replaceEmpty": { stream, parameters in
      stream.with { course in
        course.values.isEmpty ? course.atFinish { [parameters.value("with")] } : course
      }
    },
    "pairwise": { stream, _ in
      stream.with { course in
        let values = course.values
        return zip(values, values.dropFirst()).map {
          .value([$0.value, $1.value], at: $1.moment)
        } + course.ending
      }
    },
    "fail": { stream, parameters in
      stream.transforming { value, moment in
        condition(parameters, value, moment).flatMap {
          $0 ? .failure(.init(message: parameters.text("error") ?? "")) : .success([value])
        }
      }
    },
  ]

  /// Returns whether the expression is true, or true if there is no expression.
  static func condition(
    _ parameters: OracleParameters, _ value: Value, _ moment: Moment
  ) -> Result<Bool, OracleExpression.Failure> {
    parameters.expression()?.result(value, at: moment).map { $0 == true } ?? .success(true)
  }

  private static func keeping(_ course: Course, _ parameters: OracleParameters) -> Course {
    course.transforming { value, moment in
      condition(parameters, value, moment).map { $0 ? [value] : [] }
    }
  }

  private static func removeDuplicates(_ course: Course, _ parameters: OracleParameters) -> Course {
    var last: Value?
    return course.transforming { value, moment in
      guard let previous = last else {
        last = .some(value)
        return .success([value])
      }
      let isSame =
        parameters.expression()?.result(previous, value, at: moment).map { $0 == true }
        ?? .success(previous.isEqual(to: value))
      // Values are compared with the last value that passed.
      return isSame.map { isSame in
        if !isSame { last = .some(value) }
        return isSame ? [] : [value]
      }
    }
  }

  private static func distinct(_ course: Course, _ parameters: OracleParameters) -> Course {
    var seen: [Value] = []
    return course.transforming { value, moment in
      let key = parameters.expression()?.result(value, at: moment) ?? .success(value)
      return key.map { key in
        guard !seen.contains(where: { $0.isEqual(to: key) }) else { return [] }
        seen.append(key)
        return [value]
      }
    }
  }

  private static func dropWhile(_ course: Course, _ parameters: OracleParameters) -> Course {
    var isDropping = true
    return course.transforming { value, moment in
      guard isDropping else { return .success([value]) }
      return condition(parameters, value, moment).map {
        isDropping = $0
        return $0 ? [] : [value]
      }
    }
  }

  private static func prefixWhile(_ course: Course, _ parameters: OracleParameters) -> Course {
    var output: Course = []
    for (moment, value) in course.values {
      switch condition(parameters, value, moment) {
      case .success(true): output.append(.value(value, at: moment))
      case .success(false):
        guard parameters.flag("inclusive", default: false) else {
          return output + [.finished(at: moment)]
        }
        return output + [.value(value, at: moment.then(0)), .finished(at: moment.then(1))]
      case .failure(let failure): return output + [.failed(failure.message, at: moment)]
      }
    }
    return output + course.ending
  }
}
