import Values

/// The values of each key through streams of their own.
extension OracleOperator {
  static let groups: [String: Function] = [
    "groupBy": { stream, parameters in
      OracleStream(stream.run) { start in
        let course = try stream.course(from: start)
        let (groups, end) = split(course, parameters)
        let courses = try groups.map { group in
          // A stream is subscribed to before the value that made it comes.
          try pipeline(group, parameters, stream.run).course(from: group.begin.then(0))
        }
        let ending = end.map { $0.moved(to: $0.moment.then(groups.count)) }
        let failure = ending.flatMap { $0.isFailure ? $0 : nil }
        let finish = ending.flatMap { $0.isFailure ? nil : $0.moment }
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
  }

  /// The groups in the order in which their keys came, each ended with the stream, one after the
  /// other, and how the stream ended.
  private static func split(
    _ course: Course, _ parameters: OracleParameters
  ) -> (groups: [Group], end: OracleEvent?) {
    var groups: [Group] = []
    for (moment, value) in course.values {
      switch parameters.expression("key")?.result(value, at: moment) ?? .success(.null) {
      case .failure(let failure):
        // Nobody tells the groups of it: the whole is over.
        return (groups, .failed(failure.message, at: moment))
      case .success(let key):
        if !groups.contains(where: { $0.key.isEqual(to: key) }) {
          groups.append(Group(key: key, begin: moment))
        }
        for index in groups.indices where groups[index].key.isEqual(to: key) {
          groups[index].course.append(.value(value, at: moment.then(1)))
        }
      }
    }
    guard let end = course.end else { return (groups, nil) }
    for index in groups.indices {
      groups[index].course.append(end.moved(to: end.moment.then(index)))
    }
    return (groups, end)
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
