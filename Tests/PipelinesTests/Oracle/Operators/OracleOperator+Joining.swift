import Values

/// Operators that take further streams.
extension OracleOperator {
  static let combining: [String: Function] = [
    "append": { stream, parameters in .append([stream] + parameters.streams, stream.run) },
    "prepend": { stream, parameters in .append(parameters.streams + [stream], stream.run) },
    "merge": { stream, parameters in .merge([stream] + parameters.streams, stream.run) },
    "zip": { stream, parameters in .zip([stream] + parameters.streams, stream.run) },
    "combineLatest": { stream, parameters in
      .combineLatest([stream] + parameters.streams, stream.run)
    },
  ]

  static let inner: [String: Function] = [
    "flatMap": { stream, parameters in
      stream.playingInner(parameters, atOnce: parameters.count("maxPublishers") ?? .max)
    },
    "concatMap": { stream, parameters in stream.playingInner(parameters, atOnce: 1) },
    "switchMap": { stream, parameters in
      OracleStream(stream.run) { start in
        let outer = try stream.course(from: start)
        let values = outer.values
        // The next value cuts off the stream of a value.
        let courses = try values.enumerated().map { index, event in
          let course = try inner(parameters, event)
          return index + 1 < values.count ? course.before(values[index + 1].moment) : course
        }
        let finishes = [outer.finish] + courses.suffix(1).map(\.finish)
        return .interleaved([outer.ending] + courses, finishing: .last(of: finishes, orAt: start))
      }
    },
    "exhaustMap": { stream, parameters in
      OracleStream(stream.run) { start in
        let outer = try stream.course(from: start)
        var courses: [Course] = []
        for event in outer.values {
          // Values that arrive while another stream plays are dropped.
          if let last = courses.last {
            guard let end = last.end, end.moment < event.moment else { continue }
          }
          courses.append(try inner(parameters, event))
        }
        let finishes = [outer.finish] + courses.suffix(1).map(\.finish)
        return .interleaved([outer.ending] + courses, finishing: .last(of: finishes, orAt: start))
      }
    },
  ]

  fileprivate static func inner(
    _ parameters: OracleParameters, _ outer: Course.ValueEvent
  ) throws -> Course {
    try parameters.stream("outer", outer.value)?.course(from: outer.moment) ?? []
  }

  static let again: [String: Function] = [
    "catch": { stream, parameters in
      OracleStream(stream.run) { start in
        let course = try stream.course(from: start)
        guard let end = course.end, case .failed(let message) = end.kind,
          let instead = parameters.stream("error", .string(Text(message)))
        else { return course }
        return try course.withoutEnd + instead.course(from: end.moment)
      }
    },
    "replaceError": { stream, parameters in
      stream.with { course in
        guard let end = course.end, end.isFailure else { return course }
        return course.withoutEnd
          + [
            .value(parameters.value("with"), at: end.moment.then(0)),
            .finished(at: end.moment.then(1)),
          ]
      }
    },
    "retry": { stream, parameters in
      stream.repeating(whenFailed: true, atMost: parameters.count(), parameters.times("delay"))
    },
    "repeat": { stream, parameters in
      guard parameters.count() != 0 else { return .sequence([], stream.run) }
      return stream.repeating(
        whenFailed: false, atMost: parameters.count().map { $0 - 1 }, parameters.times("delay"))
    },
  ]
}

extension OracleStream {
  /// Plays inner streams in the order of their values, with a limit on how many play at once. Each
  /// begins when its value has arrived and there is room.
  fileprivate func playingInner(_ parameters: OracleParameters, atOnce: Int) -> OracleStream {
    OracleStream(run) { start in
      let outer = try course(from: start)
      var courses: [Course] = []
      /// The moments at which the places become free; nil means never.
      var places: [Moment?] = []
      for event in outer.values {
        var begin = event
        if places.count == atOnce {
          // Use the place that becomes free first. If none ever does, this value waits forever.
          guard let free = places.compactMap({ $0 }).min(),
            let place = places.firstIndex(where: { $0 == free })
          else { return .interleaved([outer.ending] + courses, finishing: nil) }
          places.remove(at: place)
          begin.moment = max(free, event.moment)
        }
        courses.append(try OracleOperator.inner(parameters, begin))
        places.append(courses.last?.finish)
      }
      let finishes = [outer.finish] + courses.map(\.finish)
      return .interleaved([outer.ending] + courses, finishing: .last(of: finishes, orAt: start))
    }
  }

  /// Subscribes again after a failure or a completion, after a wait that is scheduled then.
  fileprivate func repeating(
    whenFailed: Bool, atMost count: Int?, _ waits: [Int]
  ) -> OracleStream {
    OracleStream(run) { start in
      var output: Course = []
      var begin = start
      var made = 0
      while true {
        let course = try course(from: begin)
        output += course.withoutEnd
        guard let end = course.end else { return output }
        guard end.isFailure == whenFailed, made < count ?? .max else { return output + [end] }
        begin = end.moment
        if !waits.isEmpty {
          begin = begin.schedule(after: waits[min(made, waits.count - 1)])
        }
        made += 1
        guard begin.time <= run.horizon else { return output }
      }
    }
  }
}
