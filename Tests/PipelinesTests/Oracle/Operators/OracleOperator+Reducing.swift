import Values

/// Operators that emit a result of all values, and windows.
extension OracleOperator {
  static let reducing: [String: Function] = [
    "reduce": { stream, parameters in
      stream.accumulating(parameters) { results in
        results.atFinish { [results.values.last?.value ?? parameters.value("initialValue")] }
      }
    },
    "count": { stream, _ in
      stream.with { course in course.atFinish { [.int(Int64(course.values.count))] } }
    },
    "min": { stream, _ in
      stream.with { course in try extreme(course) { $0 < $1 } }
    },
    "max": { stream, _ in
      stream.with { course in try extreme(course) { $0 > $1 } }
    },
    "collect": { stream, parameters in
      let isPlain = parameters.object.count == 1
      if isPlain, let gap = parameters.time("gap") {
        return stream.with { sessions($0, gap, parameters) }
      }
      if !isPlain || parameters.count() == nil, parameters.object.count > 0 {
        return windows(of: stream, parameters) { $0 }
      }
      return stream.with { course in
        guard let count = parameters.count() else {
          return course.atFinish { [.array(course.values.map(\.value))] }
        }
        return collect(course, by: count)
      }
    },
    "contains": { stream, parameters in
      stream.with {
        deciding($0, true) { value, moment in
          parameters["value"].map { .success(value.isEqual(to: $0)) }
            ?? condition(parameters, value, moment)
        }
      }
    },
    "allSatisfy": { stream, parameters in
      stream.with {
        deciding($0, false) { condition(parameters, $0, $1).map { !$0 } }
      }
    },
  ]

  /// Returns the first int that has no other int before it in an order.
  private static func extreme(
    _ course: Course, _ isBefore: (Int64, Int64) -> Bool
  ) throws -> Course {
    let ints = try course.values.map { event -> Int64 in
      guard case .int(let int) = event.value else { throw OracleRun.Unknown() }
      return int
    }
    let extreme = ints.first { int in !ints.contains { isBefore($0, int) } }
    return course.atFinish { extreme.map { [.int($0)] } ?? [] }
  }

  private static func collect(_ course: Course, by count: Int) -> Course {
    let values = course.values
    let full = stride(from: 0, to: values.count - values.count % count, by: count).map { start in
      OracleEvent.value(
        .array(values[start..<start + count].map(\.value)), at: values[start + count - 1].moment)
    }
    let rest = values.suffix(values.count % count).map(\.value)
    return full + (rest.isEmpty ? course.ending : course.atFinish { [.array(rest)] })
  }

  /// Returns the answer as soon as a value decides it; otherwise at the completion.
  private static func deciding(
    _ course: Course, _ answer: Bool,
    _ decides: (Value, Moment) -> Result<Bool, OracleExpression.Failure>
  ) -> Course {
    for (moment, value) in course.values {
      switch decides(value, moment) {
      case .success(false): continue
      case .success(true):
        return [.value(.bool(answer), at: moment.then(0)), .finished(at: moment.then(1))]
      case .failure(let failure): return [.failed(failure.message, at: moment)]
      }
    }
    return course.atFinish { [.bool(!answer)] }
  }

  /// Values that are emitted as one array, and the time of that. They are in it regardless of the
  /// order of scheduling. Its end was scheduled when the first value (of a session, the last)
  /// arrived.
  private struct Window {
    var values: [Course.ValueEvent]
    var start = 0
    var end: Int
    var place: Moment

    var last: Moment { values.last?.moment ?? place }
  }

  static func aligned(
    _ course: Course, _ length: Int, every period: Int, _ parameters: OracleParameters
  ) -> Course {
    let values = course.values
    let last = values.last?.moment.time ?? 0
    let windows = stride(from: 0, through: last, by: period).compactMap { start -> Window? in
      let within = values.filter { start <= $0.moment.time && $0.moment.time < start + length }
      guard let first = within.first else { return nil }
      return Window(
        values: within, start: start, end: start + length, place: first.moment.then(0))
    }
    return emitting(windows, of: course, parameters)
  }

  private static func sessions(
    _ course: Course, _ gap: Int, _ parameters: OracleParameters
  ) -> Course {
    var windows: [Window] = []
    for event in course.values {
      if let open = windows.last, event.moment.time < open.end {
        windows[windows.count - 1].values.append(event)
      } else {
        windows.append(Window(values: [event], end: 0, place: event.moment))
      }
      windows[windows.count - 1].end = event.moment.time + gap
      windows[windows.count - 1].place = event.moment.then(0)
    }
    return emitting(windows, of: course, parameters)
  }

  /// A window is emitted at its end. If a value or the end of the stream comes first at that very
  /// instant, the window is emitted with that. At the completion, all open windows are emitted; at
  /// a failure, none.
  private static func emitting(
    _ windows: [Window], of course: Course, _ parameters: OracleParameters
  ) -> Course {
    var output: Course = []
    for (number, window) in windows.enumerated() {
      var moment = window.place.schedule(at: window.end)
      var closing = "seconds"
      let next = course.first {
        window.end <= $0.moment.time && window.last < $0.moment
      }
      if let next, next.moment < moment { moment = next.moment.then(1 + number) }
      if let end = course.end, end.moment.time < window.end {
        if end.isFailure || parameters.text("atEnd") == "drop" { continue }
        moment = end.moment.then(1 + number)
        closing = "end"
      }
      let values = window.values.map(\.value)
      output.append(
        .value(
          parameters.window(values, from: window.start, to: window.end, closing), at: moment))
    }
    return output + course.ending.map { $0.moved(to: $0.moment.then(1 + windows.count)) }
  }
}
