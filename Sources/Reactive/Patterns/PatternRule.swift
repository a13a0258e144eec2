extension Publishers {
  /// A value is first decided upon, for each partial match, and nothing changes before all of that is
  /// known. Matches that are complete are emitted one after another.
  @usableFromInline
  struct PatternRule<Input, Failure: Error>: AlarmRule {
    @usableFromInline typealias Output = PatternMatch<Input>
    @usableFromInline typealias State = PatternState<Input>
    @usableFromInline typealias Step = AlarmStep<PatternMatch<Input>, Failure>
    /// Partial matches that have ended.
    @usableFromInline typealias Replaced = [PartialMatch<Input>]

    /// What a value does to a partial match that does not pass over it.
    @usableFromInline
    enum Decision {
      case take(by: Int)
      case drop
      case end
    }

    /// The results of the conditions for a value.
    @usableFromInline
    struct Answer {
      /// The decisions, by the indices of the partial matches that do not pass over the value.
      @usableFromInline var decisions: [(index: Int, decision: Decision)] = []
      /// The step that it may begin a match with.
      @usableFromInline var beginner: Int?
      /// Whether the first exclusion fits it.
      @usableFromInline var breaksSilence = false
      @usableFromInline var failure: Failure?

      @inlinable
      init() {}
    }

    @usableFromInline let plan: PatternPlan<Input, Failure>
    @usableFromInline let limits: PatternLimits<Input, Failure>

    @inlinable
    init(plan: PatternPlan<Input, Failure>, limits: PatternLimits<Input, Failure>) {
      self.plan = plan
      self.limits = limits
    }

    @inlinable var bound: StateBound {
      guard let within = plan.within, !plan.gaps.contains(where: { $0?.nanoseconds != nil }) else {
        return .unbounded(by: "the values of partial matches")
      }
      return .valuesWithin(.nanoseconds(within))
    }

    @inlinable
    func begin(at now: Instant) -> State { State() }
  }

  /// The state of a run of `pattern`.
  @usableFromInline
  struct PatternState<Input> {
    /// The partial matches, in the order of their first values.
    @usableFromInline var open: [PartialMatch<Input>] = []
    /// The number of values that they keep.
    @usableFromInline var kept = 0
    /// The number of values that have arrived.
    @usableFromInline var received = 0
    /// The instant of the last value that fits the first exclusion.
    @usableFromInline var brokenAt: Instant?
    /// The matches that are still to be emitted: none while the playback is at rest.
    @usableFromInline var complete: [PatternMatch<Input>] = []

    @inlinable
    init() {}

    @usableFromInline
    enum CodingKeys: CodingKey { case open, kept, received, brokenAt }
  }
}

extension Publishers.PatternState: Codable where Input: Codable {}

// MARK: - Conditions

extension Publishers.PatternRule {
  @inlinable
  func answer(_ input: Input, _ state: State) -> Answer {
    var answer = Answer()
    do throws(Failure) {
      var staysOpen = false
      for index in state.open.indices {
        let decision = try decision(on: input, by: state.open[index])
        if plan.next == .afterEnd {
          staysOpen = staysOpen || self.staysOpen(state.open[index], decision)
        }
        if let decision { answer.decisions.append((index, decision)) }
      }
      let start = Publishers.PatternProgress(previous: nil, values: plan.noValues)
      if let silence = plan.silence {
        answer.breaksSilence = try silence.condition(input, start)
      }
      if !staysOpen {
        answer.beginner = try taker(of: plan.beginners, for: input, start)
      }
    } catch {
      answer.failure = error
      limits.ignores?(input, error)
    }
    return answer
  }

  /// Returns the first of some steps that a value fits.
  @inlinable
  func taker(
    of steps: [Int], for input: Input, _ progress: Publishers.PatternProgress<Input>
  ) throws(Failure) -> Int? {
    for step in steps where try plan.steps[step].condition?(input, progress) ?? true {
      return step
    }
    return nil
  }

  /// Returns what a value does to a partial match; nil if the match passes over it.
  @inlinable
  func decision(
    on input: Input, by match: Publishers.PartialMatch<Input>
  ) throws(Failure) -> Decision? {
    let place = plan.place(of: match)
    let progress = Publishers.PatternProgress(previous: match.previous, values: match.values)
    let current = match.passedWait == nil ? match.step : -1
    if let first = place.takers.first, first == current, plan.steps[first].isGreedy,
      canTake(first, match), try plan.steps[first].condition?(input, progress) ?? true
    {
      return .take(by: first)
    }
    if let wait = place.wait, try plan.gaps[wait]?.condition(input, progress) == true {
      return .drop
    }
    if match.isClosed { return nil }
    for gap in place.guards where try plan.gaps[gap]?.condition(input, progress) == true {
      return .end
    }
    for step in place.takers
    where !(step == current && plan.steps[step].isGreedy) && canTake(step, match) {
      if try plan.steps[step].condition?(input, progress) ?? true { return .take(by: step) }
    }
    return nil
  }

  /// Whether a step at the place of a match may take another value, if that fits.
  @inlinable
  func canTake(_ step: Int, _ match: Publishers.PartialMatch<Input>) -> Bool {
    if match.isClosed || plan.steps[step].isContiguous && match.hasPassedOver { return false }
    return match.passedWait != nil || step != match.step || match.count < plan.steps[step].maximum
  }

  /// Whether any step may still take a value, now or after a wait.
  @inlinable
  func canTakeMore(_ match: Publishers.PartialMatch<Input>) -> Bool {
    let place = plan.place(of: match)
    if match.hasPassedOver ? place.canContinueAfterPassing : place.canContinue { return true }
    return match.passedWait == nil && place.takers.contains(match.step)
      && canTake(match.step, match)
  }

  /// Whether a partial match stays open after a decision, or takes the value as its last one, so
  /// that no other can begin with it.
  @inlinable
  func staysOpen(
    _ match: Publishers.PartialMatch<Input>, _ decision: Decision?
  ) -> Bool {
    switch decision {
    case .take: return true
    case .drop: return false
    case .end: return plan.place(of: match).end == .afterWaits
    case nil:
      var match = match
      match.hasPassedOver = plan.hasContiguous
      return match.isClosed || canTakeMore(match) || plan.place(of: match).end == .afterWaits
    }
  }
}

// MARK: - Events

extension Publishers.PatternRule {
  @inlinable static var prepares: Bool { true }

  /// Ends the times that are over, because another timer of this instant may have sent the value.
  @inlinable
  func prepare(_ input: Input, _ state: inout State, _ turn: inout AlarmTurn) {
    guard let wait = turn.wait, wait.due <= turn.now else { return }
    let ended = takeDue(&state, &turn)
    setAlarm(&state, &turn)
    withExtendedLifetime(ended) {}
  }

  @inlinable
  func receive(
    _ input: Input, _ answer: Answer, replacing replaced: inout Replaced?, _ state: inout State,
    _ turn: inout AlarmTurn
  ) -> Step {
    if let failure = answer.failure {
      return limits.ignores == nil ? .fail { failure } : next(&state)
    }
    let number = state.received
    state.received += 1
    var pass = Pass(now: turn.now)
    var decisions = answer.decisions[...]
    for index in state.open.indices {
      var decision: Decision?
      if decisions.first?.index == index { decision = decisions.removeFirst().decision }
      guard state.open[index].first > pass.cutoff else { continue }
      apply(decision, of: input, number, to: index, &state, &pass)
    }
    if let step = answer.beginner { begin(with: input, number, at: step, &state, &pass) }
    if answer.breaksSilence { state.brokenAt = turn.now }
    replaced = sweep(&state, pass)
    if let failure = excess(of: state) { return .fail { failure } }
    setAlarm(&state, &turn)
    return next(&state)
  }

  @inlinable
  func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
    let ended = takeDue(&state, &turn)
    setAlarm(&state, &turn)
    let step = next(&state)
    // They are released once the state is at rest.
    withExtendedLifetime(ended) {}
    return step
  }

  @inlinable
  func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
    let step = next(&state)
    if case .rest = step, turn.hasEnded { return .end }
    return step
  }

  @inlinable
  func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
    let due = takeDue(&state, &turn)
    if !hasFailed {
      var pass = Pass(now: turn.now)
      for index in state.open.indices where state.open[index].first > pass.cutoff {
        if plan.place(of: state.open[index]).end == .complete { emit(index, &state, &pass) }
      }
    }
    let ended = exchange(&state.open, with: [])
    turn.wait = nil
    let step = proceed(&state, &turn)
    withExtendedLifetime((due, ended)) {}
    return step
  }

  @inlinable
  func next(_ state: inout State) -> Step {
    state.complete.isEmpty ? .rest : .emitAndProceed(state.complete.removeFirst())
  }
}

// MARK: - Partial matches

extension Publishers.PatternRule {
  /// What happens to the partial matches in one event.
  @usableFromInline
  struct Pass {
    @usableFromInline let now: Instant
    /// The number of a value: matches that began with it or before are dropped.
    @usableFromInline var cutoff = -1
    /// The indices of the matches that have ended.
    @usableFromInline var ended: [Int] = []
    @usableFromInline var hasTaken = false

    @inlinable
    init(now: Instant) { self.now = now }
  }

  @inlinable
  func apply(
    _ decision: Decision?, of input: Input, _ number: Int, to index: Int, _ state: inout State,
    _ pass: inout Pass
  ) {
    switch decision {
    case .take(let step):
      take(input, number, by: step, &state.open[index], at: pass.now)
      if plan.steps[step].slot != nil { state.kept += 1 }
      pass.hasTaken = true
      enter(index, &state, &pass)
    case .drop: pass.ended.append(index)
    case .end: close(index, &state, &pass)
    case nil:
      guard plan.hasContiguous, !state.open[index].isClosed else { return }
      state.open[index].hasPassedOver = true
      if !canTakeMore(state.open[index]) { close(index, &state, &pass) }
    }
  }

  @inlinable
  func take(
    _ input: Input, _ number: Int, by step: Int, _ match: inout Publishers.PartialMatch<Input>,
    at now: Instant
  ) {
    match.count = match.passedWait == nil && match.step == step ? match.count + 1 : 1
    (match.step, match.passedWait, match.hasPassedOver) = (step, nil, false)
    (match.previous, match.last, match.end) = (input, number, now)
    guard let slot = plan.steps[step].slot else { return }
    match.values[slot].append(input)
    match.size += 1
  }

  /// Begins a match, unless an emitted one or a silence that was broken forbids it.
  @inlinable
  func begin(
    with input: Input, _ number: Int, at step: Int, _ state: inout State, _ pass: inout Pass
  ) {
    guard number > pass.cutoff else { return }
    if let time = plan.silence?.nanoseconds, let broken = state.brokenAt,
      broken.advanced(byNanoseconds: time) > pass.now
    {
      return
    }
    var match = Publishers.PartialMatch(
      values: plan.noValues, previous: input, number: number, at: pass.now, step: step)
    take(input, number, by: step, &match, at: pass.now)
    state.open.append(match)
    state.kept += match.size
    pass.hasTaken = true
    enter(state.open.count - 1, &state, &pass)
  }

  /// Begins the wait that follows a value or another wait, and ends the match if it can take no more
  /// values.
  @inlinable
  func enter(_ index: Int, _ state: inout State, _ pass: inout Pass) {
    let match = state.open[index]
    state.open[index].waitEnd = plan.place(of: match).wait.flatMap { gap in
      if let time = plan.gaps[gap]?.nanoseconds { return pass.now.advanced(byNanoseconds: time) }
      return plan.within.map { match.start.advanced(byNanoseconds: $0) }
    }
    if !match.isClosed, !canTakeMore(match) { close(index, &state, &pass) }
    if match.isClosed, plan.place(of: match).end == .complete { emit(index, &state, &pass) }
  }

  /// Ends a match that can take no more values: it is emitted if it is complete, waits if only a wait
  /// is missing, and is dropped otherwise.
  @inlinable
  func close(_ index: Int, _ state: inout State, _ pass: inout Pass) {
    switch plan.place(of: state.open[index]).end {
    case .complete: emit(index, &state, &pass)
    case .afterWaits: state.open[index].isClosed = true
    case .open: pass.ended.append(index)
    }
  }

  @inlinable
  func emit(_ index: Int, _ state: inout State, _ pass: inout Pass) {
    let match = state.open[index]
    state.complete.append(
      Publishers.PatternMatch(values: match.values, start: match.start, end: match.end))
    pass.ended.append(index)
    switch plan.next {
    case .afterLast: pass.cutoff = max(pass.cutoff, match.last)
    case .atLast: pass.cutoff = max(pass.cutoff, match.last - 1)
    case .afterFirst, .afterEnd: break
    }
  }

  /// Ends the waits, and the matches, whose time is over. Returns the matches that have ended.
  @inlinable
  func takeDue(_ state: inout State, _ turn: inout AlarmTurn) -> Replaced? {
    var pass = Pass(now: turn.now)
    for index in state.open.indices where state.open[index].first > pass.cutoff {
      // The next wait may be over at the same instant, with the time of the whole match.
      while pass.ended.last != index, let end = state.open[index].waitEnd, end <= pass.now {
        state.open[index].passedWait = plan.place(of: state.open[index]).wait
        enter(index, &state, &pass)
      }
      guard !state.open[index].isClosed, pass.ended.last != index,
        deadline(of: state.open[index]).map({ $0 <= pass.now }) ?? false
      else { continue }
      close(index, &state, &pass)
    }
    return sweep(&state, pass)
  }

  /// Removes the matches that have ended, and returns them.
  @inlinable
  func sweep(_ state: inout State, _ pass: Pass) -> Replaced? {
    let mayBeDisplaced = plan.isUniform && pass.hasTaken && state.open.count > 1
    guard !pass.ended.isEmpty || pass.cutoff >= 0 || mayBeDisplaced else { return nil }
    var ended = pass.ended[...]
    var kept = 0
    // The first value after which a match may begin that outlives the next emission.
    var lastOfComplete = Int.max
    for index in state.open.indices {
      var isOver = state.open[index].first <= pass.cutoff
      if ended.first == index {
        isOver = true
        ended.removeFirst()
      }
      if mayBeDisplaced, !isOver {
        let match = state.open[index]
        isOver =
          kept > 0 && lastOfComplete >= match.first && displaces(state.open[kept - 1], match)
        if !isOver, plan.place(of: match).end != .open {
          lastOfComplete = min(lastOfComplete, match.last)
        }
      }
      if isOver {
        state.kept -= state.open[index].size
      } else {
        if kept != index { state.open.swapAt(kept, index) }
        kept += 1
      }
    }
    guard kept < state.open.count else { return nil }
    let removed = Array(state.open[kept...])
    state.open.removeLast(removed.count)
    return removed
  }

  /// Whether a match that began earlier will always be emitted in place of another one: they are at
  /// the same place, and both will take the next value that the earlier one takes.
  @inlinable
  func displaces(
    _ earlier: Publishers.PartialMatch<Input>, _ later: Publishers.PartialMatch<Input>
  ) -> Bool {
    guard earlier.step == later.step, earlier.passedWait == later.passedWait,
      earlier.waitEnd == later.waitEnd, earlier.hasPassedOver == later.hasPassedOver,
      earlier.isClosed == later.isClosed
    else { return false }
    let step = plan.steps[earlier.step]
    let areCountsEqual =
      earlier.count == later.count
      || step.maximum == .max && min(earlier.count, later.count) >= step.minimum
    return areCountsEqual
      && (earlier.last == later.last || plan.place(of: later).end == .open)
  }

  @inlinable
  func excess(of state: State) -> Failure? {
    guard let failure = limits.failure else { return nil }
    if state.open.count > limits.matches { return failure(.matches) }
    return state.kept > limits.values ? failure(.values) : nil
  }

  // MARK: - Times

  /// The instant at which a match can take no more values.
  @inlinable
  func deadline(of match: Publishers.PartialMatch<Input>) -> Instant? {
    match.isClosed ? nil : plan.within.map { match.start.advanced(byNanoseconds: $0) }
  }

  /// Sets the alarm to the first time that ends.
  @inlinable
  func setAlarm(_ state: inout State, _ turn: inout AlarmTurn) {
    var due: Instant?
    for match in state.open {
      for time in [match.waitEnd, deadline(of: match)] {
        if let time { due = due.map { min($0, time) } ?? time }
      }
    }
    guard due != turn.wait?.due else { return }
    turn.wait = due.map { turn.takeTicket(due: $0).early }
  }
}
