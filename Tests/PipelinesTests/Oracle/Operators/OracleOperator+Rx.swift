import Values

/// Operators that subscribe to one or more streams in addition to their own.
extension OracleOperator {
  static let rx: [String: Function] = [
    "withLatestFrom": { stream, parameters in
      guard let (stream, other) = parameters.matched(stream) else { return stream }
      return OracleStream(stream.run) { start in
        /// The values of the other stream with their keys, the latest first.
        var latest: [(key: Value, value: Value)] = []
        var output: Course = []
        for (index, event) in try OracleStream.union([other, stream], from: start) {
          switch (index, event.kind) {
          case (0, .value(let value)):
            switch parameters.key(of: value, isOther: true, at: event.moment) {
            case .success(let key): latest.insert((key, value), at: 0)
            case .failure(let failure):
              return output + [.failed(failure.message, at: event.moment)]
            }
          case (0, .finished): continue
          case (1, .value(let value)):
            switch parameters.key(of: value, at: event.moment) {
            case .success(let key):
              let found = latest.first { $0.key.isEqual(to: key) }?.value
              if let partner = found ?? (parameters.text("kind") == "left" ? .null : nil) {
                output.append(.value([value, partner], at: event.moment))
              }
            case .failure(let failure):
              return output + [.failed(failure.message, at: event.moment)]
            }
          default: return output + [event]
          }
        }
        return output
      }
    },
    "dropUntilOutput": { stream, parameters in
      guard let other = parameters.stream() else { return stream }
      return OracleStream(stream.run) { start in
        var isOpen = false
        var output: Course = []
        for (index, event) in try OracleStream.union([other, stream], from: start) {
          switch (index, event.kind) {
          case (0, .value): isOpen = true
          case (0, .finished), (0, .failed): if isOpen { continue } else { return output + [event] }
          case (1, .value): if isOpen { output.append(event) }
          default: return output + [event]
          }
        }
        return output
      }
    },
    "prefixUntilOutput": { stream, parameters in
      guard let other = parameters.stream() else { return stream }
      return OracleStream(stream.run) { start in
        var output: Course = []
        for (index, event) in try OracleStream.union([other, stream], from: start) {
          switch (index, event.kind) {
          case (0, .value): return output + [.finished(at: event.moment)]
          case (0, _): continue
          case (1, .value): output.append(event)
          default: return output + [event]
          }
        }
        return output
      }
    },
    "race": { stream, parameters in
      OracleStream(stream.run) { start in
        let courses = try ([stream] + parameters.streams).enumerated().map {
          try $1.course(from: start.then($0))
        }
        // The first event of any kind decides.
        return courses.filter { !$0.isEmpty }.min { $0[0].moment < $1[0].moment } ?? []
      }
    },
  ]
}

extension OracleParameters {
  /// Returns a stream and the other one, without the values whose keys fail, if these are dropped.
  func matched(_ stream: OracleStream) -> (OracleStream, OracleStream)? {
    self.stream().map { other in
      (
        tolerated(stream) { key(of: $0, at: $1) },
        tolerated(other) { key(of: $0, isOther: true, at: $1) }
      )
    }
  }

  /// Returns the key by which values of two streams are matched.
  func key(
    of value: Value, isOther: Bool = false, at moment: Moment
  ) -> Result<Value, OracleExpression.Failure> {
    let expression = isOther ? expression("otherOn") ?? expression("on") : expression("on")
    return expression?.result(value, at: moment) ?? .success(.null)
  }
}
