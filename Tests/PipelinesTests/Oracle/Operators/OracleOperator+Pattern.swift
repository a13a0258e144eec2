import Values

/// `pattern`, from its rules: the positions that a match can reach are found anew for each event.
extension OracleOperator {
  static let patterns: [String: Function] = [
    "pattern": { stream, parameters in
      stream.with { course in
        var pattern = OraclePattern(parameters)
        return pattern.play(course)
      }
    }
  ]
}

private struct OraclePattern {
  struct Step {
    let object: Value
    let condition: OracleExpression?
    var isNot: Bool { object["not"] != nil }
    var name: Text? { if case .string(let name)? = object["name"] { name } else { nil } }
    var least: Int { Self.int(object["times"]) ?? Self.int(object["times"]?["minimum"]) ?? 1 }
    var most: Int {
      guard let times = object["times"] else { return 1 }
      return Self.int(times) ?? Self.int(times["maximum"]) ?? .max
    }
    func has(_ flag: Text) -> Bool { object[flag] == true }

    static func int(_ value: Value?) -> Int? {
      if case .int(let int)? = value { Int(int) } else { nil }
    }
  }

  struct Match {
    var taken: [(step: Int, value: Value)]
    let first: Int
    var last: Int
    let start: Int
    var end: Int
    /// The index in `steps` from which it looks for the next value: that of the step that took the
    /// last one, or the one after a wait that is over.
    var from: Int
    /// When the wait ahead began.
    var waitStart: Int
    var hasPassed = false
    var isClosed = false

    var step: Int { taken.last?.step ?? 0 }
    var isAfterWait: Bool { from != step }
    var count: Int { taken.count { $0.step == step } }
  }

  /// What lies ahead of a match.
  struct Ahead {
    var reached: [Int] = []
    var guards: [Int] = []
    var wait: Int?
    var isComplete = false
    var isLoose: Bool { wait != nil || isComplete }
  }

  let steps: [Step]
  let parameters: OracleParameters
  let within: Int?
  let isContiguous: Bool
  let next: String
  var open: [Match] = []
  var number = -1
  var broken: Int?
  var output: Course = []
  /// The alarm: when it is due, and the moment at which it was set.
  var alarm: (due: Int, moment: Moment)?

  init(_ parameters: OracleParameters) {
    self.parameters = parameters
    steps = (parameters["steps"]?.elements ?? []).map { object in
      var expression: OracleExpression?
      if case .string(let text)? = object["not"] ?? object["where"] {
        expression = OracleExpression(text, parameters.scope, isTolerant: parameters.isTolerant)
      }
      return Step(object: object, condition: expression)
    }
    within = parameters.time("within")
    isContiguous = parameters.flag("contiguous", default: false)
    next = parameters.text("next") ?? "afterLast"
  }

  // MARK: - Positions

  func seconds(_ step: Int) -> Int? { steps[step].object["seconds"].map(OracleParameters.time) }

  func isContiguous(_ step: Int) -> Bool {
    steps[step].object["contiguous"].map { $0 == true } ?? isContiguous
  }

  func ahead(of match: Match) -> Ahead {
    var ahead = Ahead()
    var index = match.from
    if !match.isAfterWait {
      ahead.reached.append(index)
      if match.count < steps[index].least {
        if index > 0, steps[index - 1].isNot, seconds(index - 1) == nil {
          ahead.guards.append(index - 1)
        }
        return ahead
      }
      index += 1
    }
    while index < steps.count {
      if steps[index].isNot {
        if seconds(index) != nil || index == steps.count - 1 {
          ahead.wait = index
          return ahead
        }
        ahead.guards.append(index)
      } else {
        ahead.reached.append(index)
        if !steps[index].has("optional") { return ahead }
      }
      index += 1
    }
    ahead.isComplete = true
    return ahead
  }

  /// The steps that may take a value, in the order in which they are asked.
  func takers(_ match: Match) -> [Int] {
    let ahead = ahead(of: match)
    func order(_ list: ArraySlice<Int>) -> [Int] {
      guard let first = list.first else { return [] }
      let rest = order(list.dropFirst())
      return steps[first].has("greedy") ? [first] + rest : rest + [first]
    }
    let isEarly = !match.isAfterWait && match.count < steps[match.from].least
    return order(ahead.reached[...]).filter { step in
      if match.isClosed || match.hasPassed && isContiguous(step) { return false }
      if !isEarly, ahead.isLoose, !steps[step].has("greedy") { return false }
      return match.isAfterWait || step != match.step || match.count < steps[step].most
    }
  }

  /// Whether any step may still take a value, also after waits.
  func canTake(_ match: Match) -> Bool {
    if !takers(match).isEmpty { return true }
    guard let wait = ahead(of: match).wait, wait + 1 < steps.count else { return false }
    var later = match
    later.from = wait + 1
    return canTake(later)
  }

  /// Whether no value is missing; the second value says whether a wait is.
  func needsNothing(_ match: Match) -> (Bool, waits: Bool) {
    let ahead = ahead(of: match)
    if ahead.isComplete { return (true, false) }
    guard let wait = ahead.wait else { return (false, false) }
    var later = match
    later.from = wait + 1
    return (later.from == steps.count || needsNothing(later).0, true)
  }

  func waitEnd(_ match: Match) -> Int? {
    guard match.from < steps.count, let wait = ahead(of: match).wait else { return nil }
    return seconds(wait).map { match.waitStart + $0 } ?? within.map { match.start + $0 }
  }

  func deadline(_ match: Match) -> Int? { match.isClosed ? nil : within.map { match.start + $0 } }

  // MARK: - Events

  mutating func play(_ course: Course) -> Course {
    for event in course {
      var step = 0
      while let alarm, alarm.due <= event.moment.time {
        let moment = ring(alarm)
        if moment < event.moment {
          ring(at: moment)
        } else {
          // Another timer of this instant has sent the event.
          expire(at: event.moment, &step)
        }
      }
      guard case .value(let value) = event.kind else {
        if !event.isFailure { finish(event.moment, &step) }
        return output + [event.moved(to: event.moment.then(step + 1))]
      }
      do throws(OracleExpression.Failure) {
        try receive(value, event.moment, &step)
      } catch {
        if error.isTolerated { continue }
        return output + [.failed(error.message, at: event.moment.then(1))]
      }
      setAlarm(at: event.moment.then(0))
    }
    while let alarm { ring(at: ring(alarm)) }
    return output
  }

  private func ring(_ alarm: (due: Int, moment: Moment)) -> Moment {
    alarm.moment.scheduleEarly(after: alarm.due - alarm.moment.time)
  }

  private mutating func setAlarm(at moment: Moment) {
    let due = open.flatMap { [waitEnd($0), deadline($0)].compactMap(\.self) }.min()
    if due != alarm?.due { alarm = due.map { ($0, moment) } }
  }

  private mutating func emit(
    _ match: Match, _ moment: Moment, _ step: inout Int, _ cutoff: inout Int
  ) {
    var results: [Member] = []
    for (index, part) in steps.enumerated() where !part.isNot {
      guard let name = part.name else { continue }
      let values = match.taken.filter { $0.step == index }.map(\.value)
      results.append(
        Member(
          key: name,
          value: part.object["times"] != nil ? .array(values) : values.first ?? .null))
    }
    var result = Value.object(Object(results))
    if parameters.flag("bounds", default: false) {
      result = [
        "start": .double(Double(match.start) / 1e9), "end": .double(Double(match.end) / 1e9),
        "values": result,
      ]
    }
    step += 1
    output.append(.value(result, at: moment.then(step)))
    if next == "afterLast" { cutoff = max(cutoff, match.last) }
    if next == "atLast" { cutoff = max(cutoff, match.last - 1) }
  }

  /// Ends a match that can take no more. Returns it if only a wait is missing.
  private mutating func ended(
    _ match: Match, _ moment: Moment, _ step: inout Int, _ cutoff: inout Int
  ) -> Match? {
    let (isComplete, waits) = needsNothing(match)
    guard isComplete else { return nil }
    if waits {
      var match = match
      match.isClosed = true
      return match
    }
    emit(match, moment, &step, &cutoff)
    return nil
  }

  private mutating func ring(at moment: Moment) {
    var step = 0
    expire(at: moment, &step)
    setAlarm(at: moment.then(0))
  }

  /// Ends the times that are over, which none is after it.
  private mutating func expire(at moment: Moment, _ step: inout Int) {
    let now = moment.time
    alarm = nil
    var cutoff = -1
    var kept: [Match] = []
    for var match in open where match.first > cutoff {
      var left: Match? = match
      while left != nil, waitEnd(match) == now {
        match.from = (ahead(of: match).wait ?? 0) + 1
        match.waitStart = now
        left = match
        if match.from == steps.count {
          emit(match, moment, &step, &cutoff)
          left = nil
        } else if match.isClosed || !canTake(match) {
          left = ended(match, moment, &step, &cutoff)
          if let left { match = left }
        }
      }
      if let match = left, deadline(match) == now { left = ended(match, moment, &step, &cutoff) }
      if let left { kept.append(left) }
    }
    open = kept.filter { $0.first > cutoff }
  }

  private mutating func finish(_ moment: Moment, _ step: inout Int) {
    var cutoff = -1
    for match in open where match.first > cutoff {
      if case (true, waits: false) = needsNothing(match) { emit(match, moment, &step, &cutoff) }
    }
  }

  // MARK: - Values

  private enum Decision {
    case take(Int)
    case drop, end, pass
  }

  private func fits(
    _ step: Int, _ value: Value, _ previous: Value, _ moment: Moment
  ) throws(OracleExpression.Failure) -> Bool {
    guard let condition = steps[step].condition else { return true }
    return try condition.result(value, previous, at: moment).get() == true
  }

  private func decide(
    _ match: Match, _ value: Value, _ moment: Moment
  ) throws(OracleExpression.Failure) -> Decision {
    let previous = match.taken.last?.value ?? .null
    let (ahead, takers) = (ahead(of: match), takers(match))
    let current = match.isAfterWait ? -1 : match.step
    let isGreedy = takers.first == current && steps[current].has("greedy")
    if isGreedy, try fits(current, value, previous, moment) { return .take(current) }
    if let wait = ahead.wait, try fits(wait, value, previous, moment) { return .drop }
    if match.isClosed { return .pass }
    for gap in ahead.guards where try fits(gap, value, previous, moment) { return .end }
    for step in takers where !(isGreedy && step == current) {
      if try fits(step, value, previous, moment) { return .take(step) }
    }
    return .pass
  }

  private mutating func receive(
    _ value: Value, _ moment: Moment, _ step: inout Int
  ) throws(OracleExpression.Failure) {
    let now = moment.time
    var decisions: [Decision] = []
    for match in open { decisions.append(try decide(match, value, moment)) }
    let isWait = steps[0].isNot && seconds(0) != nil
    let isBroken = isWait ? try fits(0, value, .null, moment) : false
    var beginner: Int?
    if !(next == "afterEnd" && zip(open, decisions).contains(where: keeps)) {
      var candidates: [Int] = []
      for index in steps.indices {
        if steps[index].isNot {
          if index > 0, seconds(index) != nil { break }
          continue
        }
        candidates.append(index)
        if !steps[index].has("optional") { break }
      }
      var order: [Int] = []
      for index in candidates.reversed() {
        order = steps[index].has("greedy") ? [index] + order : order + [index]
      }
      for index in order where try fits(index, value, .null, moment) {
        beginner = index
        break
      }
    }
    number += 1
    var cutoff = -1
    var kept: [Match] = []
    for (match, decision) in zip(open, decisions) where match.first > cutoff {
      if let left = apply(decision, match, value, moment, &step, &cutoff) { kept.append(left) }
    }
    let isSilent = broken.map { now - $0 >= seconds(0) ?? 0 } ?? true
    if let beginner, number > cutoff, isSilent {
      let match = Match(
        taken: [], first: number, last: number, start: now, end: now, from: beginner, waitStart: now
      )
      if let left = apply(.take(beginner), match, value, moment, &step, &cutoff) {
        kept.append(left)
      }
    }
    if isBroken { broken = now }
    open = kept.filter { $0.first > cutoff }
  }

  private mutating func apply(
    _ decision: Decision, _ old: Match, _ value: Value, _ moment: Moment, _ step: inout Int,
    _ cutoff: inout Int
  ) -> Match? {
    var match = old
    switch decision {
    case .take(let taker):
      match.taken.append((taker, value))
      (match.from, match.waitStart, match.last) = (taker, moment.time, number)
      (match.end, match.hasPassed) = (moment.time, false)
      return canTake(match) ? match : ended(match, moment, &step, &cutoff)
    case .drop: return nil
    case .end: return ended(match, moment, &step, &cutoff)
    case .pass:
      match.hasPassed = true
      return match.isClosed || canTake(match) ? match : ended(match, moment, &step, &cutoff)
    }
  }

  /// Whether no match may begin while this one is open, or is completed by the value.
  private func keeps(_ match: Match, _ decision: Decision) -> Bool {
    switch decision {
    case .take: return true
    case .drop: return false
    case .end: return needsNothing(match) == (true, true)
    case .pass:
      var match = match
      match.hasPassed = true
      return match.isClosed || canTake(match) || needsNothing(match) == (true, true)
    }
  }
}
