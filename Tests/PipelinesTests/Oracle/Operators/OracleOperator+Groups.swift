import Values

/// The values of each key in separate streams.
extension OracleOperator {
  static let groups: [String: Function] = [
    "groupBy": { stream, parameters in
      OracleStream(stream.run) { start in
        let course = try parameters.tolerated(stream, by: "key").course(from: start)
        let (groups, end) = split(course, parameters)
        let courses = try groups.map { group in
          // A stream is subscribed to before the value that created it arrives.
          try pipeline(group, parameters, stream.run).course(from: group.begin.then(1))
        }
        let failure = end.flatMap { $0.isFailure ? $0 : nil }
        let finish = end.flatMap { $0.isFailure ? nil : $0.moment }
        return .interleaved(
          courses + [failure.map { [$0] } ?? []],
          finishing: .last(of: courses.map(\.finish) + [finish], orAt: start))
      }
    }
  ]

  private struct Group {
    let key: Value
    let begin: Moment
    var course: Course = []
    /// The moment of the last value of the key; nil once the group has been forgotten.
    var last: Moment?
  }

  /// Returns the groups in the order in which their keys arrived, and how the stream ended. The
  /// groups end with the stream, one after another, unless they are forgotten before.
  private static func split(
    _ course: Course, _ parameters: OracleParameters
  ) -> (groups: [Group], end: OracleEvent?) {
    var groups: [Group] = []
    let wait = parameters.time("forgetAfter")
    for (moment, value) in course.values {
      let step = forget(&groups, before: moment, after: wait)
      let turn = wait == nil ? moment : moment.then(step)
      switch parameters.expression("key")?.result(value, at: moment) ?? .success(.null) {
      case .failure(let failure):
        // The groups are not notified of it, because the whole stream fails.
        return (groups, .failed(failure.message, at: turn.then(groups.count)))
      case .success(let key):
        if !groups.contains(where: { $0.last != nil && $0.key.isEqual(to: key) }) {
          groups.append(Group(key: key, begin: turn))
          groups[groups.count - 1].last = turn
        }
        for index in groups.indices
        where groups[index].last != nil && groups[index].key.isEqual(to: key) {
          groups[index].last = turn
          groups[index].course.append(.value(value, at: turn.then(2)))
        }
      }
    }
    guard let end = course.end else {
      _ = forget(&groups, before: nil, after: wait)
      return (groups, nil)
    }
    let step = forget(&groups, before: end.moment, after: wait)
    for index in groups.indices where groups[index].last != nil {
      groups[index].course.append(end.moved(to: end.moment.then(step + index)))
    }
    return (groups, end.moved(to: end.moment.then(step + groups.count)))
  }

  /// Completes the groups whose time is over before an event. Groups of one time end together, in
  /// the order of their last values, with the first of their timers or with the event itself.
  /// Returns the number of steps of the event that this took.
  private static func forget(
    _ groups: inout [Group], before event: Moment?, after wait: Int?
  ) -> Int {
    guard let wait else { return 0 }
    var steps = 0
    while true {
      let open = groups.indices.filter { groups[$0].last != nil }
        .sorted { (groups[$0].last ?? .start) < (groups[$1].last ?? .start) }
      guard let first = open.first, let last = groups[first].last else { return steps }
      let due = last.time + wait
      if let event, due > event.time { return steps }
      let timer = last.then(0).scheduleEarly(after: wait)
      let isWithEvent = event.map { $0 < timer } ?? false
      for (number, index) in open.enumerated() where groups[index].last?.time == last.time {
        let moment = isWithEvent ? event?.then(steps) : timer.then(number)
        if isWithEvent { steps += 1 }
        groups[index].course.append(.finished(at: moment ?? timer))
        groups[index].last = nil
      }
    }
  }

  private static func pipeline(
    _ group: Group, _ parameters: OracleParameters, _ run: OracleRun
  ) -> OracleStream {
    let values = OracleStream.hot(run) { group.course }
    var scope = parameters.scope.with("key", group.key)
    scope.group = values
    return parameters["stream"].map(scope.stream)
      ?? scope.applying(parameters["operators"], to: values)
  }
}
