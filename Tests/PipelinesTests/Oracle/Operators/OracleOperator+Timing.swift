import Values

/// Operators that wait. Each schedules its work as documented for its publisher.
extension OracleOperator {
  static let timing: [String: Function] = [
    "delay": { stream, parameters in
      if let delay = parameters.expression() {
        return parameters.tolerated(stream, by: "expression").with { delayEach($0, by: delay) }
      }
      let wait = parameters.time("seconds") ?? 0
      return stream.with { $0.map { $0.moved(to: $0.moment.schedule(after: wait)) } }
    },
    "debounce": { stream, parameters in
      stream.with {
        if parameters.flag("leading", default: false) {
          return afterSilence($0, of: parameters.time("seconds") ?? 0)
        }
        return debounce(
          $0, parameters.time("seconds") ?? 0, emitsAtEnd: parameters.text("atEnd") == "emit")
      }
    },
    "sustained": { stream, parameters in
      let stream = parameters.tolerated(stream, by: "expression")
      return parameters.tolerated(stream, by: "falseWhen").with {
        sustained(
          $0, parameters.expression(), parameters.expression("falseWhen"),
          parameters.time("seconds") ?? 0,
          release: parameters.time("release") ?? 0,
          emitsAtEnd: parameters.text("atEnd") == "emit")
      }
    },
    "rateLimit": { stream, parameters in
      let (count, time) = (parameters.count() ?? 1, parameters.time("seconds") ?? 0)
      return stream.with {
        parameters.text("overflow") == "delay"
          ? spacing($0, count, per: time) : limiting($0, count, per: time)
      }
    },
    "throttle": { stream, parameters in
      stream.with {
        throttle(
          $0, parameters.time("seconds") ?? 0, latest: parameters.flag("latest", default: true),
          trailing: parameters.flag("trailing", default: true), atEnd: parameters.text("atEnd"))
      }
    },
    "audit": { stream, parameters in
      stream.with { audit($0, parameters.time("seconds") ?? 0, atEnd: parameters.text("atEnd")) }
    },
    "remind": { stream, parameters in
      parameters.tolerated(stream, by: "while").with {
        try reminding($0, parameters.time("seconds") ?? 0, parameters.expression("while"))
      }
    },
    "timeout": { stream, parameters in stream.timingOut(after: parameters.time("seconds") ?? 0) },
    "sample": { stream, parameters in
      let emitsAtEnd = parameters.text("atEnd") == "emit"
      if let notifier = parameters.stream() {
        return stream.sampled(by: notifier, emitsAtEnd: emitsAtEnd)
      }
      return stream.sampled(every: parameters.time("seconds") ?? 0, emitsAtEnd: emitsAtEnd)
    },
  ]

  /// A value is emitted when its time is over, unless another value or the end comes before that.
  private static func debounce(_ course: Course, _ wait: Int, emitsAtEnd: Bool) -> Course {
    var output: Course = []
    for (event, next) in zip(course, course.dropFirst().map { $0 } as [OracleEvent?] + [nil]) {
      guard case .value(let value) = event.kind else { return output + [event] }
      let due = event.moment.schedule(after: wait)
      guard let next else { return output + [.value(value, at: due)] }
      if due < next.moment {
        output.append(.value(value, at: due))
      } else if emitsAtEnd, case .finished = next.kind {
        return output + next.ending(with: value)
      }
    }
    return output
  }

  /// A value is followed by itself, each time so long has passed, up to the next event. The next
  /// reminder is scheduled before a value is sent.
  private static func reminding(
    _ course: Course, _ wait: Int, _ condition: OracleExpression?
  ) throws -> Course {
    var output: Course = []
    for (event, next) in zip(course, course.dropFirst().map { $0 } as [OracleEvent?] + [nil]) {
      guard case .value(let value) = event.kind else { return output + [event] }
      switch condition?.result(value, at: event.moment) ?? .success(true) {
      case .failure(let failure): return output + [.failed(failure.message, at: event.moment)]
      case .success(let isRepeated):
        output.append(.value(value, at: event.moment.then(1)))
        guard isRepeated == true else { continue }
        // Reminders end with whatever else happens, which is not known here.
        guard let next else { throw OracleRun.Unknown() }
        var due = event.moment.then(0).schedule(after: wait)
        while due < next.moment {
          output.append(.value(value, at: due.then(1)))
          due = due.then(0).schedule(after: wait)
        }
      }
    }
    return output
  }

  /// The end of an interval is scheduled when the interval begins, before the value that begins it
  /// is sent.
  private static func throttle(
    _ course: Course, _ interval: Int, latest: Bool, trailing: Bool, atEnd: String?
  ) -> Course {
    var output: Course = []
    var rest = course.values[...]
    while let first = rest.popFirst() {
      output.append(.value(first.value, at: first.moment.then(1)))
      var close = first.moment.then(0).schedule(after: interval)
      while true {
        let within = rest.prefix { $0.moment < close }
        rest = rest.dropFirst(within.count)
        guard trailing, let kept = latest ? within.last : within.first else { break }
        if let end = course.end, end.moment < close {
          // A pending value is emitted at its time, followed by the completion; a failure comes at
          // once.
          if atEnd == "emit" { return output + end.ending(with: kept.value) }
          if end.isFailure || atEnd == "drop" { return output + [end] }
          return output + [
            .value(kept.value, at: close.then(1)), .finished(at: close.then(2)),
          ]
        }
        output.append(.value(kept.value, at: close.then(1)))
        close = close.then(0).schedule(after: interval)
      }
    }
    return output + course.ending
  }

  /// The end of the wait is scheduled when the wait begins.
  private static func audit(_ course: Course, _ interval: Int, atEnd: String?) -> Course {
    var output: Course = []
    var rest = course.values[...]
    while let first = rest.first {
      let close = first.moment.schedule(after: interval)
      let within = rest.prefix { $0.moment < close }
      rest = rest.dropFirst(within.count)
      guard let last = within.last else { break }
      if let end = course.end, end.moment < close {
        if atEnd == "emit" { return output + end.ending(with: last.value) }
        if end.isFailure || atEnd == "drop" { return output + [end] }
        return output + [.value(last.value, at: close.then(0)), .finished(at: close.then(1))]
      }
      output.append(.value(last.value, at: close.then(0)))
    }
    return output + course.ending
  }
}

extension OracleStream {
  /// The end of an interval is scheduled at the end of the previous one, after the sampled value
  /// has been sent. The first one is scheduled after the subscription to the upstream. After an
  /// interval without a value, the end of the next interval is scheduled when a value arrives.
  fileprivate func sampled(every period: Int, emitsAtEnd: Bool) -> OracleStream {
    OracleStream(run) { start in
      let course = try course(from: start.then(0))
      var output: Course = []
      var rest = course.values[...]
      var tick = start.then(1).schedule(after: period)
      while let first = rest.first {
        if tick < first.moment {
          // Nothing has been scheduled since. The next end of an interval is later, or now.
          var due = tick.time + period
          while due < first.moment.time { due += period }
          tick = first.moment.schedule(at: due)
        }
        let within = rest.prefix { $0.moment < tick }
        rest = rest.dropFirst(within.count)
        guard let last = within.last else { continue }
        if let end = course.end, end.moment < tick {
          return output + (emitsAtEnd ? end.ending(with: last.value) : [end])
        }
        output.append(.value(last.value, at: tick.then(0)))
        tick = tick.then(1).schedule(after: period)
      }
      return output + course.ending
    }
  }

  /// The timer starts after the subscription to the stream, and again with each value, before the
  /// value is sent.
  fileprivate func timingOut(after wait: Int) -> OracleStream {
    OracleStream(run) { start in
      var deadline = start.then(1).schedule(after: wait)
      var output: Course = []
      for event in try course(from: start.then(0)) {
        guard event.moment < deadline else { break }
        guard case .value = event.kind else { return output + [event] }
        output.append(event.moved(to: event.moment.then(1)))
        deadline = event.moment.then(0).schedule(after: wait)
      }
      return output + [.failed("timeout", at: deadline)]
    }
  }

  /// Emits the latest value when the notifier emits one, if a value has arrived since the last
  /// time.
  fileprivate func sampled(by notifier: OracleStream, emitsAtEnd: Bool) -> OracleStream {
    OracleStream(run) { start in
      var pending: Value?
      var output: Course = []
      for (index, event) in try OracleStream.union([notifier, self], from: start) {
        switch (index, event.kind) {
        case (1, .value(let value)): pending = .some(value)
        case (0, .value):
          if let value = pending.take() { output.append(.value(value, at: event.moment)) }
        case (0, .finished): continue
        case (1, .finished):
          if emitsAtEnd, let value = pending.take() { return output + event.ending(with: value) }
          return output + [event]
        default: return output + [event]
        }
      }
      return output
    }
  }
}

extension OracleEvent {
  /// A value that is emitted at this end, before it. A failure drops the value.
  func ending(with value: Value) -> [OracleEvent] {
    guard case .finished = kind else { return [self] }
    return [.value(value, at: moment.then(0)), .finished(at: moment.then(1))]
  }
}

extension Optional {
  mutating func take() -> Wrapped? {
    defer { self = nil }
    return self
  }
}
