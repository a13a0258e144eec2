public import Reactive

extension Publishers {
  /// Pairs the values of two publishers.
  ///
  /// A value of either side is paired with the values of the other side that are kept. It is then
  /// kept itself for as long as a later value can be paired with it. The alarm rings for each value
  /// that is emitted alone. Once a side has completed, it also rings when no value that is kept can
  /// be paired any more, and completes the run.
  @usableFromInline
  package struct JoinRule<Key: Hashable, First, Second, Failure: Error>: AlarmRule {
    @usableFromInline package typealias Input = SideEvent<First, Second>
    @usableFromInline package typealias Output = (First?, Second?)
    @usableFromInline package typealias State = JoinState<Key, First, Second>
    @usableFromInline package typealias Step = AlarmStep<Output, Failure>
    @usableFromInline package typealias Replaced = DroppedFromJoin<First, Second>

    /// The results of the closures for a value.
    @usableFromInline
    package enum Answer {
      /// The key, and the instant from which the value can no longer be paired.
      case key(Key, until: Instant)
      case failure(Failure)
      /// A side has ended.
      case end
    }

    @usableFromInline let plan: JoinPlan
    @usableFromInline let closures: JoinClosures<Key, First, Second, Failure>

    @inlinable
    init(plan: JoinPlan, closures: JoinClosures<Key, First, Second, Failure>) {
      self.plan = plan
      self.closures = closures
    }

    @inlinable package var bound: StateBound { plan.bound }

    @inlinable
    package func begin(at now: Instant) -> State { State(hasOwnEnds: closures.hasOwnEnds) }
  }
}

/// The state of a run of a join.
@usableFromInline
package struct JoinState<Key: Hashable, First, Second> {
  @usableFromInline var firsts: JoinBuffer<Key, First>
  @usableFromInline var seconds: JoinBuffer<Key, Second>
  @usableFromInline var hasFirstEnded = false
  @usableFromInline var hasSecondEnded = false
  /// The ticket with which the run completes once a side has ended.
  @usableFromInline var ending: Ticket?
  /// Whether that ticket comes after everything else of its instant.
  @usableFromInline var isEndingLate = false
  /// The pairs that follow the one that is being emitted, the next one last.
  @usableFromInline var pending: [(First?, Second?)] = []

  @inlinable
  init(hasOwnEnds: Bool) {
    firsts = JoinBuffer(hasOwnEnds: hasOwnEnds)
    seconds = JoinBuffer(hasOwnEnds: hasOwnEnds)
  }

  @inlinable var hasSideEnded: Bool { hasFirstEnded || hasSecondEnded }
}

extension JoinState: Codable where Key: Codable, First: Codable, Second: Codable {
  private enum CodingKeys: CodingKey {
    case firsts, seconds, hasFirstEnded, hasSecondEnded, ending, isEndingLate
  }
}

// MARK: - Values

extension Publishers.JoinRule {
  @inlinable
  package func answer(_ input: Input, _ state: @autoclosure () -> State) -> Answer {
    switch input {
    case .first(let value):
      do throws(Failure) {
        let until = try closures.expires.map { (expires) throws(Failure) in try expires(value) }
        return .key(try closures.key(value), until: (until ?? nil) ?? .endOfTime)
      } catch {
        closures.ignores?(value, error)
        return .failure(error)
      }
    case .second(let value):
      do throws(Failure) {
        let until = try closures.otherExpires.map { (expires) throws(Failure) in
          try expires(value)
        }
        return .key(try closures.otherKey(value), until: (until ?? nil) ?? .endOfTime)
      } catch {
        closures.ignoresOther?(value, error)
        return .failure(error)
      }
    case .firstEnd, .secondEnd: return .end
    }
  }

  @inlinable
  package func receive(
    _ input: Input, _ answer: Answer, replacing replaced: inout Replaced?, _ state: inout State,
    _ turn: inout AlarmTurn
  ) -> Step {
    if case .failure(let failure) = answer {
      return closures.ignores == nil ? .fail { failure } : .rest
    }
    var dropped = Replaced()
    var pairs = ShortList<Output>()
    dropExpired(&state, at: turn.now, &dropped)
    switch (input, answer) {
    case (.first(let value), .key(let key, let until)):
      take(first: value, key, until: until, &state, &turn, &pairs, &dropped)
    case (.second(let value), .key(let key, let until)):
      take(second: value, key, until: until, &state, &turn, &pairs, &dropped)
    case (.firstEnd, _): endFirst(&state, &pairs, &dropped)
    case (.secondEnd, _): endSecond(&state, &pairs, &dropped)
    // A value has a key.
    default: break
    }
    if let limit = closures.limit, state.firsts.count + state.seconds.count > limit.count {
      return .fail(limit.failure)
    }
    state.firsts.tidy()
    state.seconds.tidy()
    setAlarm(&state, &turn)
    if !dropped.isEmpty { replaced = dropped }
    return emit(pairs, &state, &turn)
  }

  @inlinable
  func take(
    first value: First, _ key: Key, until own: Instant, _ state: inout State,
    _ turn: inout AlarmTurn, _ pairs: inout ShortList<Output>, _ dropped: inout Replaced
  ) {
    let now = turn.now
    var isPaired = false
    var number = state.seconds.first(of: key)
    while number != 0 {
      let mark = state.seconds[number]
      if mark.until > now {
        pairs.append((value, state.seconds.value(number)))
        isPaired = true
        if !mark.isPaired { pair(&state.seconds, number) }
        if plan.takesFirstMatch { break }
      }
      number = mark.next
    }
    if isPaired, plan.takesFirstMatch { return }
    let until = latest(now, min(now.advanced(byNanoseconds: plan.after), own))
    if until > now, !state.hasSecondEnded {
      let alone =
        plan.emitsFirst && !isPaired ? ticket(now, plan.patience, until: own, turn) : nil
      state.firsts.append(
        JoinItem(key: key, value: value),
        JoinMark(instant: now, until: until, alone: alone, isPaired: isPaired))
    } else if !isPaired {
      if plan.emitsFirst {
        pairs.append((value, nil))
      } else if closures.unmatched != nil {
        dropped.firsts.append((value, now))
      }
    }
  }

  @inlinable
  func take(
    second value: Second, _ key: Key, until own: Instant, _ state: inout State,
    _ turn: inout AlarmTurn, _ pairs: inout ShortList<Output>, _ dropped: inout Replaced
  ) {
    let now = turn.now
    var isPaired = false
    var number = state.firsts.first(of: key)
    while number != 0 {
      let mark = state.firsts[number]
      // A value without a partner is kept until the alarm rings, which may be later in this instant.
      if mark.until > now {
        pairs.append((state.firsts.value(number), value))
        isPaired = true
        if plan.takesFirstMatch {
          if let first = state.firsts.remove(number) { dropped.firsts.append((first, nil)) }
        } else if !mark.isPaired {
          pair(&state.firsts, number)
        }
      }
      number = mark.next
    }
    if !state.hasFirstEnded {
      let until = latest(
        now, min(now.advanced(byNanoseconds: plan.before).advanced(byNanoseconds: 1), own))
      let alone =
        plan.emitsSecond && !isPaired ? ticket(now, plan.before, until: own, turn) : nil
      state.seconds.append(
        JoinItem(key: key, value: value),
        JoinMark(instant: now, until: until, alone: alone, isPaired: isPaired))
    } else if !isPaired {
      if plan.emitsSecond {
        pairs.append((nil, value))
      } else if closures.unmatchedOther != nil {
        dropped.seconds.append((value, now))
      }
    }
  }

  /// Records that a value has a partner.
  @inlinable
  func pair<Value>(_ buffer: inout JoinBuffer<Key, Value>, _ number: Int) {
    buffer[number].alone = nil
    buffer[number].isPaired = true
  }

  /// The instant from which a value can no longer be paired. Within its own instant it can be, if
  /// values of one instant are pairs.
  @inlinable
  func latest(_ now: Instant, _ until: Instant) -> Instant {
    plan.pairsInstant ? max(now.advanced(byNanoseconds: 1), until) : until
  }

  /// Takes the ticket with which a value is emitted alone.
  @inlinable
  func ticket(
    _ now: Instant, _ patience: Int64, until own: Instant, _ turn: AlarmTurn
  ) -> Ticket {
    let ticket = turn.takeTicket(due: max(now, min(own, now.advanced(byNanoseconds: patience))))
    return plan.pairsInstant ? ticket.late : ticket.early
  }

  /// Drops the values that can no longer be paired.
  @inlinable
  func dropExpired(_ state: inout State, at now: Instant, _ dropped: inout Replaced) {
    while let number = state.firsts.nextExpired(at: now) {
      let instant = unmatchedInstant(state.firsts[number], closures.unmatched != nil)
      if let value = state.firsts.remove(number) { dropped.firsts.append((value, instant)) }
    }
    while let number = state.seconds.nextExpired(at: now) {
      let instant = unmatchedInstant(state.seconds[number], closures.unmatchedOther != nil)
      if let value = state.seconds.remove(number) { dropped.seconds.append((value, instant)) }
    }
  }

  /// The instant of a value that is dropped without a partner, to report it.
  @inlinable
  func unmatchedInstant(_ mark: JoinMark, _ isReported: Bool) -> Instant? {
    isReported && !mark.isPaired ? mark.instant : nil
  }

  @inlinable
  package func lose(_ dropped: Replaced, at now: Instant) {
    dropped.firsts.visit { value, instant in
      if let instant { closures.unmatched?(value, instant) }
    }
    dropped.seconds.visit { value, instant in
      if let instant { closures.unmatchedOther?(value, instant) }
    }
  }
}
