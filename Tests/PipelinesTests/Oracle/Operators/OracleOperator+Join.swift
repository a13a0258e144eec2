import Values

/// Pairs of values that are close in time.
extension OracleOperator {
  static let joins: [String: Function] = [
    "join": { stream, parameters in
      guard let other = parameters.stream() else { return stream }
      let sides = [
        parameters.tolerated(stream) { parameters.waitsAndKey(of: $0, isOther: false, at: $1) },
        parameters.tolerated(other) { parameters.waitsAndKey(of: $0, isOther: true, at: $1) },
      ]
      return OracleStream(stream.run) { start in
        let events = try OracleStream.union(sides, from: start)
        return try OracleJoin(events, parameters).course()
      }
    }
  ]
}

extension OracleParameters {
  /// Returns the time until which a value waits, or null, and its key. The time is read first.
  fileprivate func waitsAndKey(
    of value: Value, isOther: Bool, at moment: Moment
  ) -> Result<Value, OracleExpression.Failure> {
    let waits = expression(isOther ? "otherExpires" : "expires")
    return (waits?.result(value, at: moment) ?? .success(.null)).flatMap { until in
      key(of: value, isOther: isOther, at: moment).map { [until, $0] }
    }
  }
}

/// A join, as a list of all its pairs.
private struct OracleJoin {
  struct Half {
    let moment: Moment
    let value: Value
    let key: Value
    /// The time from which it is not paired, unless with a value of the same instant.
    let until: Int
  }

  let before: Int
  let after: Int
  let isLeft: Bool
  let isFull: Bool
  let takesFirst: Bool
  /// Whether values of one instant are pairs, whichever comes first.
  let pairsInstant: Bool
  private(set) var firsts: [Half] = []
  private(set) var seconds: [Half] = []
  /// The moments at which the sides complete, and the failure of either side.
  private var finishes: [Moment?] = [nil, nil]
  private var failure: OracleEvent?

  init(_ events: [(input: Int, event: OracleEvent)], _ parameters: OracleParameters) throws {
    (before, after) = parameters.interval("within")
    isFull = parameters.text("kind") == "full"
    isLeft = isFull || parameters.text("kind") == "left"
    takesFirst = parameters.text("matches") == "first"
    pairsInstant =
      before == 0 && after == 0 || isFull || takesFirst || parameters["expires"] != nil
      || parameters["otherExpires"] != nil
      || parameters.flag(
        "instant", default: [before, after].contains { $0 >= OracleParameters.forever })
    for (input, event) in events where failure == nil {
      switch event.kind {
      case .finished: finishes[input] = event.moment
      case .failed: failure = event
      case .value(let value):
        switch parameters.waitsAndKey(of: value, isOther: input == 1, at: event.moment) {
        case .failure(let mistake): failure = .failed(mistake.message, at: event.moment)
        case .success(let waitsAndKey):
          guard case .array(let parts) = waitsAndKey else { throw OracleRun.Unknown() }
          let until: Int
          switch parts[0] {
          case .null: until = .max
          case .int(let seconds): until = Int(seconds) * 1_000_000_000
          default: throw OracleRun.Unknown()
          }
          let half = Half(moment: event.moment, value: value, key: parts[1], until: until)
          if input == 0 { firsts.append(half) } else { seconds.append(half) }
        }
      }
    }
  }

  func course() throws -> Course {
    var output: Course = []
    var paired: Set<Int> = []
    for (number, first) in firsts.enumerated() {
      let all = seconds.enumerated().filter { isPair(first, $1) }
      // The earliest one is also the first to come.
      let partners = takesFirst ? Array(all.prefix(1)) : all
      for (other, second) in partners {
        paired.insert(other)
        output.append(
          .value(
            [first.value, second.value],
            // Several pairs are in the order of their earlier values.
            at: second.moment < first.moment
              ? first.moment.then(other) : second.moment.then(number)))
      }
      if isLeft, partners.isEmpty {
        let moment = try lonelyMoment(of: first, number, for: after, end: finishes[1])
        output.append(.value([first.value, .null], at: moment))
      }
    }
    for (number, second) in seconds.enumerated() where isFull && !paired.contains(number) {
      let moment = try lonelyMoment(of: second, number, for: before, end: finishes[0])
      output.append(.value([.null, second.value], at: moment))
    }
    output = output.sorted
    if let failure, try finish().map({ failure.moment < $0 }) ?? true {
      return output.before(failure.moment) + [failure]
    }
    guard let finish = try finish() else { return output }
    // Events that are caused by the completion come before it.
    return output.before(finish.then(1_000)) + [.finished(at: finish.then(1_000))]
  }

  private func isPair(_ first: Half, _ second: Half) -> Bool {
    guard first.key.isEqual(to: second.key) else { return false }
    let distance = second.moment.time - first.moment.time
    if pairsInstant, distance == 0 { return true }
    return second.moment < first.moment
      ? -distance <= before && first.moment.time < second.until
      : distance < after && second.moment.time < first.until
  }

  /// Returns the moment at which a value is emitted without a partner. `end` is the moment at which
  /// the other side completes.
  private func lonelyMoment(
    of half: Half, _ number: Int, for patience: Int, end: Moment?
  ) throws -> Moment {
    if let end, end < half.moment { return half.moment }
    if pairsInstant {
      let due = max(half.moment.time, min(half.until, half.moment.time + patience))
      if let end, end.time < due { return end.then(number) }
      // The end of an instant has no moment.
      throw OracleRun.Unknown()
    }
    if patience == 0 { return half.moment }
    let due = half.moment.scheduleEarly(after: patience)
    return end.map { $0 < due ? $0.then(number) : due } ?? due
  }

  /// Returns the moment at which the join completes. It is unknown if it depends on values that may
  /// still arrive.
  private func finish() throws -> Moment? {
    switch (finishes[0], finishes[1]) {
    case (nil, nil): return nil
    case (let end, let other) where isFull:
      guard let end, let other else { return nil }
      return end < other ? other : end
    case (let end?, let other) where other.map({ end < $0 }) ?? true:
      let isOpen = firsts.contains {
        let instant = pairsInstant ? $0.moment.time + 1 : .min
        return max(instant, min($0.moment.time + after, $0.until)) > end.time
      }
      if isOpen && (pairsInstant || after > 0) { throw OracleRun.Unknown() }
      return end
    case (let end, let other?):
      if isLeft { return end }
      let isOpen = seconds.contains {
        let until = max($0.moment.time + 1, min($0.moment.time + before + 1, $0.until))
        return $0.moment < other && until > other.time
      }
      if isOpen { throw OracleRun.Unknown() }
      return other
    default: return nil
    }
  }
}
