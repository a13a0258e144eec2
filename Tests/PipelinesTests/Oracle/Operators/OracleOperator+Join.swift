import Values

/// Pairs of values that are close in time.
extension OracleOperator {
  static let joins: [String: Function] = [
    "join": { stream, parameters in
      guard let (stream, other) = parameters.matched(stream) else { return stream }
      return OracleStream(stream.run) { start in
        let events = try OracleStream.union([stream, other], from: start)
        return try OracleJoin(events, parameters).course()
      }
    }
  ]
}

/// A join, as a list of all its pairs.
private struct OracleJoin {
  struct Half {
    let moment: Moment
    let value: Value
    let key: Value
  }

  let before: Int
  let after: Int
  let isLeft: Bool
  /// Whether values of one instant are pairs, whichever comes first.
  let pairsInstant: Bool
  private(set) var firsts: [Half] = []
  private(set) var seconds: [Half] = []
  /// The moments at which the sides complete, and the failure of either side.
  private var finishes: [Moment?] = [nil, nil]
  private var failure: OracleEvent?

  init(_ events: [(input: Int, event: OracleEvent)], _ parameters: OracleParameters) {
    (before, after) = parameters.interval("within")
    isLeft = parameters.text("kind") == "left"
    pairsInstant =
      before == 0 && after == 0
      || parameters.flag(
        "instant", default: [before, after].contains { $0 >= OracleParameters.forever })
    for (input, event) in events where failure == nil {
      switch event.kind {
      case .finished: finishes[input] = event.moment
      case .failed: failure = event
      case .value(let value):
        switch parameters.key(of: value, isOther: input == 1, at: event.moment) {
        case .failure(let mistake): failure = .failed(mistake.message, at: event.moment)
        case .success(let key):
          let half = Half(moment: event.moment, value: value, key: key)
          if input == 0 { firsts.append(half) } else { seconds.append(half) }
        }
      }
    }
  }

  func course() throws -> Course {
    var output: Course = []
    for (number, first) in firsts.enumerated() {
      let partners = seconds.enumerated().filter { isPair(first, $1) }
      for (other, second) in partners {
        output.append(
          .value(
            [first.value, second.value],
            // Several pairs are in the order of their earlier values.
            at: second.moment < first.moment
              ? first.moment.then(other) : second.moment.then(number)))
      }
      if isLeft, partners.isEmpty {
        output.append(.value([first.value, .null], at: try lonelyMoment(of: first, number)))
      }
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
    return second.moment < first.moment ? -distance <= before : distance < after
  }

  /// Returns the moment at which a value is emitted without a partner.
  private func lonelyMoment(of first: Half, _ number: Int) throws -> Moment {
    let end = finishes[1]
    if end.map({ $0 < first.moment }) ?? false { return first.moment }
    // The end of an instant has no moment.
    if pairsInstant { throw OracleRun.Unknown() }
    if after == 0 { return first.moment }
    let due = first.moment.scheduleEarly(after: after)
    return end.map { $0 < due ? $0.then(number) : due } ?? due
  }

  /// Returns the moment at which the join completes. It is unknown if it depends on values that may
  /// still arrive.
  private func finish() throws -> Moment? {
    switch (finishes[0], finishes[1]) {
    case (nil, nil): return nil
    case (let end?, let other) where other.map({ end < $0 }) ?? true:
      let isOpen = firsts.contains {
        $0.moment.time + (pairsInstant ? max(1, after) : after) > end.time
      }
      if isOpen && (pairsInstant || after > 0) { throw OracleRun.Unknown() }
      return end
    case (let end, let other?):
      if isLeft { return end }
      let isOpen = seconds.contains { $0.moment < other && $0.moment.time + before >= other.time }
      if isOpen { throw OracleRun.Unknown() }
      return other
    default: return nil
    }
  }
}
