import Values

extension OracleParameters {
  /// Returns a window as it is emitted: an array, or an object with the bounds.
  func window(_ values: [Value], from start: Int, to end: Int, _ closing: String) -> Value {
    guard flag("bounds", default: false) else { return .array(values) }
    return [
      "start": .double(Double(start) / 1e9), "end": .double(Double(end) / 1e9),
      "closedBy": .string(Text(closing)), "values": .array(values),
    ]
  }
}

/// Windows that begin with a value and have limits.
extension OracleOperator {
  private struct Open {
    var values: [Value]
    let start: Int
    var gapEnd = Int.max
    var maximumEnd = Int.max
    /// The moment at which its end is scheduled.
    var place: Moment

    var end: Int { min(gapEnd, maximumEnd) }
    /// The moment at which its time closes it, before everything else at that time.
    var closingMoment: Moment {
      end > place.time ? place.scheduleEarly(after: end - place.time) : place.schedule(at: end)
    }
    var closing: String { gapEnd <= maximumEnd ? "gap" : "maximum" }
  }

  /// Visits all events, and checks before each whether the time of the window is over.
  ///
  /// - Parameter original: Returns the value that the conditions see.
  static func limited(
    _ course: Course, _ parameters: OracleParameters, original: (Value) -> Value = { $0 }
  ) -> Course {
    var output: Course = []
    var open: Open?
    for event in course {
      // The results of this event come after the scheduling of the end of a window.
      var step = 0
      func emit(_ window: Open, _ closing: String, _ end: Int) {
        step += 1
        output.append(
          .value(
            parameters.window(window.values, from: window.start, to: end, closing),
            at: event.moment.then(step)))
      }
      if let window = open, window.end <= event.moment.time {
        let timer = window.closingMoment
        if timer < event.moment {
          output.append(
            .value(
              parameters.window(
                window.values, from: window.start, to: window.end, window.closing), at: timer))
        } else {
          emit(window, window.closing, window.end)
        }
        open = nil
      }
      guard case .value(let value) = event.kind else {
        if let window = open, !event.isFailure, parameters.text("atEnd") != "drop" {
          emit(window, "end", window.end == .max ? event.moment.time : window.end)
        }
        return output + [event.moved(to: event.moment.then(step + 1))]
      }
      do throws(OracleExpression.Failure) {
        let now = event.moment.time
        let all = (open?.values ?? []) + [value]
        let isFirst =
          try isTrue("startsWhen", original(value), all, event.moment, parameters) && open != nil
        // A value that is dropped because of an error leaves no trace.
        if isFirst, parameters.isTolerant {
          _ = try isTrue("endsWhen", original(value), [value], event.moment, parameters)
        }
        if isFirst, let window = open {
          emit(window, "startsWhen", now)
          open = nil
        }
        var window = open ?? Open(values: [], start: now, place: event.moment.then(0))
        let isNew = open == nil
        window.values.append(value)
        let isLast = try isTrue(
          "endsWhen", original(value), window.values, event.moment, parameters)
        if window.values.count == parameters.count() {
          emit(window, "count", now)
          open = nil
        } else if isLast {
          emit(window, "endsWhen", now)
          open = nil
        } else {
          if isNew, let maximum = parameters.time("maximum") { window.maximumEnd = now + maximum }
          if let gap = parameters.time("gap") {
            window.gapEnd = now + gap
            window.place = event.moment.then(0)
          }
          open = window
        }
      } catch {
        if error.isTolerated { continue }
        return output + [.failed(error.message, at: event.moment.then(step + 1))]
      }
    }
    // The upstream never ends, but the time of the last window is over eventually.
    if let window = open, window.end < .max {
      output.append(
        .value(
          parameters.window(window.values, from: window.start, to: window.end, window.closing),
          at: window.closingMoment))
    }
    return output
  }

  private static func isTrue(
    _ name: Text, _ value: Value, _ values: [Value], _ moment: Moment,
    _ parameters: OracleParameters
  ) throws(OracleExpression.Failure) -> Bool {
    guard let expression = parameters.expression(name) else { return false }
    return try expression.result(value, .array(values), at: moment).get() == true
  }

  /// Windows at fixed times, including empty ones, as long as the stream lasts. In a stream that
  /// never ends, they continue for as long as there is other work.
  static func filled(
    _ course: Course, _ length: Int, _ parameters: OracleParameters
  ) throws -> Course {
    guard let first = course.values.first else { return course.ending }
    guard let end = course.end else { throw OracleRun.Unknown() }
    let period = parameters.time("every") ?? length
    var start = 0
    while start + length <= first.moment.time { start += period }
    var output: Course = []
    // The moment at which the end of a window is scheduled while the window is empty.
    var (opening, step) = (first.moment.then(0), 1)
    while start + length <= end.moment.time || start <= end.moment.time {
      let close = start + length
      let values = course.values.filter { start <= $0.moment.time && $0.moment.time < close }
      let turn = (values.first?.moment.then(0) ?? opening).schedule(at: close)
      // The next window is opened just before this one is emitted.
      var (next, emission) = (turn.then(0), turn.then(1))
      var closing = "seconds"
      if close > end.moment.time {
        closing = "end"
        if values.isEmpty || end.isFailure || parameters.text("atEnd") == "drop" {
          start += period
          continue
        }
        emission = end.moment.then(step)
      } else if let event = course.first(where: { close <= $0.moment.time }), event.moment < turn {
        (next, emission) = (event.moment.then(step), event.moment.then(step + 1))
      }
      step += 2
      output.append(
        .value(
          parameters.window(values.map(\.value), from: start, to: close, closing), at: emission))
      opening = next
      start += period
    }
    return output + [end.moved(to: end.moment.then(step))]
  }
}
