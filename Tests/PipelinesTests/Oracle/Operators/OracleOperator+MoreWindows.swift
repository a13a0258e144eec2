import Values

extension OracleOperator {
  /// Windows of any kind but one for the whole stream.
  ///
  /// - Parameter original: Returns the value that expressions see.
  static func windows(
    of stream: OracleStream, _ parameters: OracleParameters,
    original: @escaping (Value) -> Value
  ) -> OracleStream {
    stream.with { course in
      let every = parameters.time("every")
      if parameters.flag("sliding", default: false) { return sliding(course, parameters) }
      if let length = parameters.time("seconds") {
        if parameters["by"] != nil {
          return try timed(course, length, every: every ?? length, parameters, original)
        }
        if parameters.flag("empty", default: false) {
          return try filled(course, length, parameters)
        }
        return aligned(course, length, every: every ?? length, parameters)
      }
      if let count = parameters.count(), let every {
        return counted(course, count, every: every / 1_000_000_000, parameters)
      }
      return limited(course, parameters, original: original)
    }
  }

  /// With each value, it and those shortly before.
  private static func sliding(_ course: Course, _ parameters: OracleParameters) -> Course {
    let length = parameters.time("seconds")
    var seen: [Course.ValueEvent] = []
    return course.map { event in
      guard case .value(let value) = event.kind else {
        return event.moved(to: event.moment.then(1))
      }
      seen.append((event.moment, value))
      let now = event.moment.time
      let held =
        length.map { length in seen.filter { now - $0.moment.time < length } }
        ?? seen.suffix(parameters.count() ?? 0)
      return .value(
        parameters.window(
          held.map(\.value), from: held[0].moment.time, to: now,
          length == nil ? "count" : "seconds"), at: event.moment.then(1))
    }
  }

  /// Windows of a number of values, each of which begins some values later.
  private static func counted(
    _ course: Course, _ count: Int, every: Int, _ parameters: OracleParameters
  ) -> Course {
    var output: Course = []
    let values = course.values
    for (number, event) in values.enumerated() {
      let start = number + 1 - count
      guard start >= 0, start % every == 0 else { continue }
      output.append(
        .value(
          parameters.window(
            values[start...number].map(\.value), from: values[start].moment.time,
            to: event.moment.time, "count"), at: event.moment.then(1)))
    }
    guard let end = course.end else { return output }
    var step = 1
    if !end.isFailure, parameters.text("atEnd") != "drop" {
      for start in stride(from: 0, to: values.count, by: every) where start + count > values.count {
        output.append(
          .value(
            parameters.window(
              values[start...].map(\.value), from: values[start].moment.time, to: end.moment.time,
              "end"), at: end.moment.then(step)))
        step += 1
      }
    }
    return output + [end.moved(to: end.moment.then(step))]
  }

  private struct Timed {
    var values: [Value]
    /// The moment of its first value.
    let place: Moment
  }

  /// Windows of a time of the values.
  private static func timed(
    _ course: Course, _ length: Int, every period: Int, _ parameters: OracleParameters,
    _ original: (Value) -> Value
  ) throws -> Course {
    let grace = parameters.time("grace") ?? 0
    let isFilled = parameters.flag("empty", default: false)
    // The engine gives up where nothing but empty windows remains.
    if isFilled, course.end == nil { throw OracleRun.Unknown() }
    var output: Course = []
    var open: [Int: Timed] = [:]
    var next: Int?
    // The moment at which the end of an empty window is scheduled if no other is open.
    var opening = course.first?.moment
    func close(of number: Int) -> Int { number * period + length + grace }
    func first() -> Int? { next ?? open.keys.min() }

    /// Closes the first window.
    func emit(_ number: Int, _ closing: String, at moment: Moment) {
      let values = open.removeValue(forKey: number)?.values ?? []
      if isFilled { next = number + 1 }
      output.append(
        .value(
          parameters.window(
            values, from: number * period, to: number * period + length, closing), at: moment))
    }

    for event in course {
      let now = event.moment.time
      // Timers that ring before the event.
      while let number = first(), close(of: number) <= now {
        guard let place = (open.min { $0.key < $1.key }?.value.place ?? opening),
          close(of: number) > place.time
        else { break }
        let timer = place.scheduleEarly(after: close(of: number) - place.time)
        guard timer < event.moment else { break }
        emit(number, "seconds", at: timer.then(1))
        opening = timer.then(2)
      }
      var step = 0
      func emitDue() {
        while let number = first(), close(of: number) <= now {
          step += 1
          emit(number, "seconds", at: event.moment.then(step))
        }
      }
      guard case .value(let value) = event.kind else {
        emitDue()
        if !event.isFailure, parameters.text("atEnd") != "drop" {
          while !open.isEmpty, let number = first() {
            step += 1
            emit(number, "end", at: event.moment.then(step))
          }
        }
        return output + [event.moved(to: event.moment.then(step + 1))]
      }
      switch parameters.expression("by")?.result(original(value), at: event.moment) {
      case .success(.int(let seconds))?:
        let time = Int(seconds) * 1_000_000_000
        let last = floor(time, period)
        let numbers = (floor(time - length, period) + 1..<last + 1)
        let taken = numbers.filter { close(of: $0) > now }
        if !numbers.isEmpty, taken.isEmpty, parameters.text("late") == "fail" {
          let lateBy = OracleTime.text(now - close(of: last))
          return output + [
            .failed(
              "a value came \(lateBy) s after its windows had closed; make 'grace' longer, or write "
                + "\"late\": \"drop\"", at: event.moment.then(step + 1))
          ]
        }
        for number in taken {
          open[number, default: Timed(values: [], place: event.moment.then(0))].values.append(value)
        }
        if isFilled, let lowest = taken.first { next = min(next ?? lowest, lowest) }
      case .failure(let failure)? where failure.isTolerated: break
      case .failure(let failure)?:
        return output + [.failed(failure.message, at: event.moment.then(step + 1))]
      default: throw OracleRun.Unknown()
      }
      emitDue()
      if step > 0, open.isEmpty, first() != nil { opening = event.moment.then(step + 1) }
    }
    // The upstream never ends, but windows close.
    while let number = first() {
      guard let place = open.min(by: { $0.key < $1.key })?.value.place else { break }
      emit(
        number, "seconds", at: place.scheduleEarly(after: close(of: number) - place.time).then(1))
    }
    return output
  }

  private static func floor(_ time: Int, _ period: Int) -> Int {
    time >= 0 ? time / period : -((-time + period - 1) / period)
  }
}

private enum OracleTime {
  /// Nanoseconds as seconds in their shortest form.
  static func text(_ nanoseconds: Int) -> String {
    let seconds = Double(nanoseconds) / 1e9
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}
