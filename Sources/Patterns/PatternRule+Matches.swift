public import Reactive

extension Publishers.PatternRule {
  /// The changes of one event.
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
      values: start.values, previous: input, number: number, at: pass.now, step: step)
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
    let place = plan.place(of: state.open[index])
    let start = state.open[index].start
    state.open[index].waitEnd = place.wait.flatMap { gap in
      if let time = plan.gaps[gap]?.nanoseconds { return pass.now.advanced(byNanoseconds: time) }
      return plan.within.map { start.advanced(byNanoseconds: $0) }
    }
    if state.open[index].isClosed {
      if place.end == .complete { emit(index, &state, &pass) }
    } else if !canTakeMore(state.open[index]) {
      close(index, &state, &pass)
    }
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
    return sweep(&state, pass, .expired)
  }

  /// Removes the matches that have ended, and returns them.
  @inlinable
  func sweep(
    _ state: inout State, _ pass: Pass, _ reason: Publishers.PatternEnd<Input>.Reason
  ) -> Replaced? {
    let mayBeDisplaced = plan.isUniform && pass.hasTaken && state.open.count > 1
    guard !pass.ended.isEmpty || pass.cutoff >= 0 || mayBeDisplaced else { return nil }
    var ended = pass.ended[...]
    var kept = 0
    var ends: [Publishers.PatternEnd<Input>] = []
    // The first value after which a match may begin that outlives the next emission.
    var lastOfComplete = Int.max
    for index in state.open.indices {
      var leaves = state.open[index].first <= pass.cutoff
      let hasEnded = ended.first == index
      if hasEnded {
        leaves = true
        ended.removeFirst()
      }
      if mayBeDisplaced, !leaves {
        let match = state.open[index]
        leaves =
          kept > 0 && lastOfComplete >= match.first && displaces(state.open[kept - 1], match)
        if !leaves, plan.place(of: match).end != .open {
          lastOfComplete = min(lastOfComplete, match.last)
        }
      }
      if leaves {
        if self.ended != nil {
          ends.append(end(of: state.open[index], hasEnded ? reason : .overlapped))
        }
        state.kept -= state.open[index].size
      } else {
        if kept != index { state.open.swapAt(kept, index) }
        kept += 1
      }
    }
    guard kept < state.open.count else { return nil }
    let removed = Array(state.open[kept...])
    state.open.removeLast(removed.count)
    self.ended?(ends)
    return removed
  }

  @inlinable
  func end(
    of match: Publishers.PartialMatch<Input>, _ reason: Publishers.PatternEnd<Input>.Reason
  ) -> Publishers.PatternEnd<Input> {
    Publishers.PatternEnd(
      values: match.values, step: plan.steps[match.step].condition, count: match.count,
      reason: reason)
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
    if state.open.count > limits.matches {
      return limits.failure?("more than \(limits.matches) partial matches")
    }
    return state.kept > limits.values
      ? limits.failure?("more than \(limits.values) values in partial matches") : nil
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
    var due = Instant.endOfTime
    for match in state.open {
      if let end = match.waitEnd { due = min(due, end) }
      if let end = deadline(of: match) { due = min(due, end) }
    }
    // Nothing ends at the end of time.
    if due == .endOfTime {
      turn.wait = nil
    } else if due != turn.wait?.due {
      turn.wait = turn.takeTicket(due: due).early
    }
  }
}
