import Values

extension OracleScope {
  typealias Source = @Sendable (OracleScope, Value, Object) -> OracleStream

  /// The function for each source key, which receives the value of the key and the model that
  /// contains it.
  static let sources: [String: Source] = [
    "stream": { scope, items, _ in .append(items.list.map(scope.item), scope.run) },
    "sequence": { scope, values, _ in
      if case .string(let text) = values { return scope.evaluated(OracleExpression(text, scope)) }
      return .sequence(values.list, scope.run)
    },
    "append": { scope, inputs, _ in .append(inputs.list.map(scope.stream), scope.run) },
    "merge": { scope, inputs, _ in .merge(inputs.list.map(scope.stream), scope.run) },
    "zip": { scope, inputs, _ in .zip(inputs.list.map(scope.stream), scope.run) },
    "combineLatest": { scope, inputs, _ in
      .combineLatest(inputs.list.map(scope.stream), scope.run)
    },
    "from": { scope, input, _ in scope.stream(input) },
    "marbles": { scope, _, model in scope.diagram(model) },
  ]

  func source(_ model: Object) -> OracleStream {
    for member in model.members {
      if let source = Self.sources[member.key.string] { return source(self, member.value, model) }
    }
    preconditionFailure("\(Value.object(model)) has no source that the model knows")
  }

  /// An item is `just(value)` with its own operators.
  private func item(_ item: Value) -> OracleStream {
    guard case .object(let item) = item, let value = item["value"] else {
      preconditionFailure("\(item) is not an item")
    }
    return applying(item["operators"], to: .sequence([value], run))
  }

  private func diagram(_ model: Object) -> OracleStream {
    if case .int(let number)? = model["hot"] {
      return .hot(run) { run.hot[Int(number)] }
    }
    return OracleStream(run) { OracleMarbles(.object(model)).course(scheduledAt: $0) }
  }

  private func evaluated(_ expression: OracleExpression) -> OracleStream {
    OracleStream(run) { moment in
      switch expression.result(at: moment) {
      case .success(.array(let values)):
        try OracleStream.sequence(values, run).course(from: moment)
      case .success(let value): preconditionFailure("\(value) is not a list")
      case .failure(let failure): [.failed(failure.message, at: moment)]
      }
    }
  }
}

extension Value {
  fileprivate var list: [Value] { if case .array(let elements) = self { elements } else { [] } }
}

extension OracleStream {
  static func never(_ run: OracleRun) -> OracleStream { OracleStream(run) { _ in [] } }

  /// Emits everything during the subscription.
  static func sequence(_ values: [Value], _ run: OracleRun) -> OracleStream {
    OracleStream(run) { moment in
      values.enumerated().map { .value($1, at: moment.then($0)) }
        + [.finished(at: moment.then(values.count))]
    }
  }

  /// Runs independently of its subscribers. A subscriber receives the remaining events, each after
  /// earlier subscribers; after the end, it receives the end at once.
  static func hot(_ run: OracleRun, _ course: @escaping () -> Course) -> OracleStream {
    OracleStream(run) { moment in
      let course = course()
      if let end = course.end, end.moment < moment { return [end.moved(to: moment)] }
      return course.filter { moment < $0.moment }
        .map { $0.moved(to: $0.moment.to(listenerSince: moment)) }
    }
  }

  /// Each input is subscribed to when the previous one completes.
  static func append(_ inputs: [OracleStream], _ run: OracleRun) -> OracleStream {
    OracleStream(run) { start in
      var output: Course = []
      var moment = start
      for input in inputs {
        let course = try input.course(from: moment)
        output += course.withoutEnd
        guard let finish = course.finish else {
          return output + course.suffix(1).filter(\.isFailure)
        }
        moment = finish
      }
      return output + [.finished(at: moment)]
    }
  }

  /// Plays all inputs at once, subscribed to in order.
  static func merge(_ inputs: [OracleStream], _ run: OracleRun) -> OracleStream {
    OracleStream(run) { start in
      let courses = try inputs.enumerated().map { try $1.course(from: start.then($0)) }
      return .interleaved(courses, finishing: .last(of: courses.map(\.finish), orAt: start))
    }
  }

  /// Emits a row when each input has a value. Ends when no further row is possible.
  static func zip(_ inputs: [OracleStream], _ run: OracleRun) -> OracleStream {
    OracleStream(run) { start in
      var waiting: [[Value]] = inputs.map { _ in [] }
      var hasFinished = inputs.map { _ in false }
      var output: Course = []
      for (index, event) in try union(inputs, from: start) {
        var moment = event.moment
        switch event.kind {
        case .failed: return output + [event]
        case .finished: hasFinished[index] = true
        case .value(let value):
          waiting[index].append(value)
          guard waiting.allSatisfy({ !$0.isEmpty }) else { continue }
          let row = waiting.indices.map { waiting[$0].removeFirst() }
          output.append(.value(.array(row), at: moment.then(0)))
          moment = moment.then(1)
        }
        if waiting.indices.contains(where: { hasFinished[$0] && waiting[$0].isEmpty }) {
          return output + [.finished(at: moment)]
        }
      }
      return output
    }
  }

  /// Emits the latest values of all inputs, once each of them has emitted one. Completes when all
  /// have completed.
  static func combineLatest(_ inputs: [OracleStream], _ run: OracleRun) -> OracleStream {
    OracleStream(run) { start in
      var latest: [Value?] = inputs.map { _ in nil }
      var running = inputs.count
      var output: Course = []
      for (index, event) in try union(inputs, from: start) {
        switch event.kind {
        case .failed: return output + [event]
        case .finished:
          running -= 1
          if running == 0 { return output + [event] }
        case .value(let value):
          latest[index] = .some(value)
          let row = latest.compactMap { $0 }
          if row.count == inputs.count { output.append(.value(.array(row), at: event.moment)) }
        }
      }
      return output
    }
  }

  /// Returns the events of several inputs, which are subscribed to in order, in the order in which
  /// they occur.
  static func union(
    _ inputs: [OracleStream], from start: Moment
  ) throws -> [(input: Int, event: OracleEvent)] {
    try inputs.enumerated()
      .flatMap { index, input in
        try input.course(from: start.then(index)).map { (index, $0) }
      }
      .sorted { $0.1.moment < $1.1.moment }
  }
}

extension Course {
  /// Returns the events of several courses in the order in which they occur, up to the first
  /// failure; and the completion at `finish`, if all of them have completed by then.
  static func interleaved(_ courses: [Course], finishing finish: Moment?) -> Course {
    let events = courses.flatMap { $0 }.filter { event in
      if case .finished = event.kind { false } else { true }
    }.sorted
    if let failure = events.firstIndex(where: \.isFailure) { return Array(events[...failure]) }
    return finish.map { events + [.finished(at: $0)] } ?? events
  }
}

extension Moment? {
  /// Returns the last of the moments; nil if one of them is never reached.
  static func last(of moments: [Moment?], orAt first: Moment) -> Moment? {
    let known = moments.compactMap { $0 }
    return known.count == moments.count ? known.max() ?? first : nil
  }
}
