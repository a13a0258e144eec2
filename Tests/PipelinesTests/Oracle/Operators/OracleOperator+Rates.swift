import Values

/// Operators that depend on how fast values arrive, or on how long a condition has been true.
extension OracleOperator {
  /// Delays each value by the result of the expression. The completion comes after the last value;
  /// a failure comes at once.
  static func delayEach(_ course: Course, by delay: OracleExpression) -> Course {
    var output: Course = []
    for event in course {
      let moment = event.moment
      switch event.kind {
      case .value(let value):
        switch delay.result(value, at: moment) {
        case .success(let result):
          output.append(event.moved(to: moment.schedule(after: OracleParameters.time(result))))
        case .failure(let failure):
          let end = moment.schedule(after: 0)
          return output.sorted.before(end) + [.failed(failure.message, at: end)]
        }
      case .finished:
        let last = max(moment.time, output.map(\.moment.time).max() ?? 0)
        return output.sorted + [event.moved(to: moment.schedule(at: last))]
      case .failed:
        let end = event.moved(to: moment.schedule(after: 0))
        return output.sorted.before(end.moment) + [end]
      }
    }
    return output.sorted
  }

  /// Returns the values that arrive at least a given time after the previous one.
  static func afterSilence(_ course: Course, of time: Int) -> Course {
    let values = course.values
    let first = values.indices.filter { index in
      index == 0 || values[index].moment.time - values[index - 1].moment.time >= time
    }
    return first.map { .value(values[$0].value, at: values[$0].moment) } + course.ending
  }

  static func sustained(
    _ course: Course, _ condition: OracleExpression?, _ falseWhen: OracleExpression?, _ time: Int,
    release: Int, emitsAtEnd: Bool
  ) -> Course {
    var level = false
    var output: Course = []
    var isOn = false
    /// The moment of the next change of state unless an event comes before it, and the value for
    /// it.
    var change: (moment: Moment, value: Value)?
    for event in course {
      if let due = change, due.moment < event.moment {
        isOn.toggle()
        output.append(.value([.bool(isOn), due.value], at: due.moment))
        change = nil
      }
      guard case .value(let value) = event.kind else {
        guard emitsAtEnd, let change else { return output + [event] }
        return output + event.ending(with: [.bool(!isOn), change.value])
      }
      switch condition?.result(value, at: event.moment) ?? .success(.null) {
      case .failure(let failure): return output + [.failed(failure.message, at: event.moment)]
      case .success(let isTrue):
        switch falseWhen?.result(value, at: event.moment) {
        case .failure(let failure)?: return output + [.failed(failure.message, at: event.moment)]
        case .success(let isFalse)? where isTrue != true && isFalse != true: break
        default: level = isTrue == true
        }
        let wait = isOn ? release : time
        if level == isOn {
          change = nil
        } else if wait == 0 {
          isOn.toggle()
          output.append(.value([.bool(isOn), value], at: event.moment))
        } else {
          change = (change?.moment ?? event.moment.scheduleEarly(after: wait), value)
        }
      }
    }
    if let change { output.append(.value([.bool(!isOn), change.value], at: change.moment)) }
    return output
  }

  /// A value passes if few enough values have passed during the time before it.
  static func limiting(_ course: Course, _ count: Int, per time: Int) -> Course {
    var passed: [OracleEvent] = []
    for event in course.withoutEnd {
      let recent = passed.filter { $0.moment.time > event.moment.time - time }
      if recent.count < count { passed.append(event) }
    }
    return passed + course.ending
  }

  /// A value passes when the limit allows it, and not before the previous one.
  static func spacing(_ course: Course, _ count: Int, per time: Int) -> Course {
    var passed: Course = []
    for event in course.withoutEnd {
      let blocking = passed.dropLast(count - 1).last?.moment.time
      let due = max(event.moment.time, blocking.map { $0 + time } ?? 0)
      let waits = due > event.moment.time || passed.last.map { event.moment < $0.moment } ?? false
      passed.append(waits ? event.moved(to: event.moment.schedule(at: due)) : event)
    }
    guard let end = course.end else { return passed }
    guard !end.isFailure else { return passed.before(end.moment) + [end] }
    guard let last = passed.last, end.moment < last.moment else { return passed + [end] }
    return passed.dropLast() + [
      last.moved(to: last.moment.then(0)), end.moved(to: last.moment.then(1)),
    ]
  }
}
