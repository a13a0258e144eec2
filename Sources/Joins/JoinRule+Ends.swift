public import Reactive

// The pairs of an event, the alarm, and the end.

extension Publishers.JoinRule {
  /// Emits pairs one after another, and then ends if no further pair is possible.
  @inlinable
  func emit(
    _ pairs: ShortList<Output>, _ state: inout State, _ turn: inout AlarmTurn
  ) -> Step {
    guard let first = pairs.first else {
      return state.hasSideEnded ? finish(&state, &turn) : .rest
    }
    if pairs.others.isEmpty, !state.hasSideEnded { return .emit(first) }
    // A value that arrives while a pair travels down comes before the rest.
    state.pending.append(contentsOf: pairs.others.reversed())
    return .emitAndProceed(first)
  }

  @inlinable
  package func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
    if let pair = state.pending.popLast() { return .emitAndProceed(pair) }
    return state.hasSideEnded ? finish(&state, &turn) : .rest
  }

  // MARK: The alarm

  /// The ticket of the next value that is emitted alone, and whether it is of the first publisher.
  @inlinable
  func nextAlone(_ state: inout State) -> (ticket: Ticket, number: Int, isFirst: Bool)? {
    let first = plan.emitsFirst ? state.firsts.nextAlone() : nil
    let second = plan.emitsSecond ? state.seconds.nextAlone() : nil
    if let second, first.map({ second.ticket < $0.ticket }) ?? true {
      return (second.ticket, second.number, false)
    }
    return first.map { ($0.ticket, $0.number, true) }
  }

  /// Sets the alarm to the first value that is emitted alone or to the end, whichever comes first.
  @inlinable
  func setAlarm(_ state: inout State, _ turn: inout AlarmTurn) {
    guard plan.emitsFirst || state.hasSideEnded else { return }
    let alone = nextAlone(&state)?.ticket
    let next = alone.map { min($0, state.ending ?? $0) } ?? state.ending
    // The end of time means never.
    turn.wait = next.flatMap { $0.due < .endOfTime ? $0 : nil }
  }

  @inlinable
  package func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
    let next = nextAlone(&state)
    if let ending = state.ending, next.map({ ending < $0.ticket }) ?? true {
      state.ending = nil
      if state.isEndingLate { return .end }
      setAlarm(&state, &turn)
      return finish(&state, &turn)
    }
    var pairs = ShortList<Output>()
    if let next {
      if next.isFirst {
        if let value = state.firsts.remove(next.number) { pairs.append((value, nil)) }
        state.firsts.tidy()
      } else {
        if let value = state.seconds.remove(next.number) { pairs.append((nil, value)) }
        state.seconds.tidy()
      }
    }
    setAlarm(&state, &turn)
    return emit(pairs, &state, &turn)
  }

  // MARK: The end

  /// Ends the first side. The values of the second find no partner any more.
  @inlinable
  func endFirst(
    _ state: inout State, _ pairs: inout ShortList<Output>, _ dropped: inout Replaced
  ) {
    state.hasFirstEnded = true
    let rest = state.seconds.removeAll()
    for number in rest.numbers {
      let (mark, value) = (rest[number], rest.value(number))
      if mark.alone != nil { pairs.append((nil, value)) }
      let isReported = !plan.emitsSecond && closures.unmatchedOther != nil
      dropped.seconds.append((value, unmatchedInstant(mark, isReported)))
    }
  }

  /// Ends the second side. The values of the first find no partner any more.
  @inlinable
  func endSecond(
    _ state: inout State, _ pairs: inout ShortList<Output>, _ dropped: inout Replaced
  ) {
    state.hasSecondEnded = true
    let rest = state.firsts.removeAll()
    for number in rest.numbers {
      let (mark, value) = (rest[number], rest.value(number))
      if mark.alone != nil { pairs.append((value, nil)) }
      let isReported = !plan.emitsFirst && closures.unmatched != nil
      dropped.firsts.append((value, unmatchedInstant(mark, isReported)))
    }
  }

  /// Ends if nothing more can be emitted; otherwise arranges for the end.
  @usableFromInline
  func finish(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
    guard nextAlone(&state) == nil else { return .rest }
    // Values that arrive are emitted in any case.
    if plan.emitsFirst, !state.hasFirstEnded { return .rest }
    if plan.emitsSecond, !state.hasSecondEnded { return .rest }
    let last = state.hasFirstEnded ? state.firsts.lastUntil() : state.seconds.lastUntil()
    guard let last, last > turn.now else { return .end }
    // Only values of this instant can still be partners.
    let isLate =
      state.hasFirstEnded && plan.pairsInstant && last == turn.now.advanced(byNanoseconds: 1)
    let due = isLate ? turn.now : last
    guard state.ending?.due != due || state.isEndingLate != isLate else { return .rest }
    let ticket = turn.takeTicket(due: due)
    state.ending = isLate ? ticket.late : ticket.early
    state.isEndingLate = isLate
    setAlarm(&state, &turn)
    return .rest
  }

  @inlinable
  package func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
    hasFailed ? .end : .rest
  }

  @inlinable
  package func leave(_ state: State) {
    if let unmatched = closures.unmatched, !plan.emitsFirst {
      for number in state.firsts.numbers where !state.firsts[number].isPaired {
        unmatched(state.firsts.value(number), state.firsts[number].instant)
      }
    }
    if let unmatched = closures.unmatchedOther, !plan.emitsSecond {
      for number in state.seconds.numbers where !state.seconds[number].isPaired {
        unmatched(state.seconds.value(number), state.seconds[number].instant)
      }
    }
  }
}
