public import Reactive

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

    /// The effect of a value on a partial match that does not pass over it.
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

    @usableFromInline let plan: PatternPlan
    /// The conditions of the steps and of the exclusions, as they are written.
    @usableFromInline let conditions: [PatternCondition<Input, Failure>]
    @usableFromInline let limits: PatternLimits<Input, Failure>
    /// Receives the partial matches that end, in the order of their first values.
    @usableFromInline let ended: (([PatternEnd<Input>]) -> Void)?
    /// The progress of a match that has not begun.
    @usableFromInline let start: PatternProgress<Input>

    @inlinable
    init(
      plan: PatternPlan, conditions: [PatternCondition<Input, Failure>],
      limits: PatternLimits<Input, Failure>, ended: (([PatternEnd<Input>]) -> Void)?
    ) {
      self.plan = plan
      self.conditions = conditions
      self.ended = ended
      self.limits = limits
      start = PatternProgress(previous: nil, values: Array(repeating: [], count: plan.slots))
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
}

// MARK: - Conditions

extension Publishers.PatternRule {
  @inlinable
  func answer(_ input: Input, _ state: @autoclosure () -> State) -> Answer {
    let state = state()
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
      if let silence = plan.silence {
        answer.breaksSilence = try conditions[silence.condition].holds(input, start)
      }
      if !staysOpen { answer.beginner = try beginner(for: input) }
    } catch {
      answer.failure = error
      limits.ignores?(input, error)
    }
    return answer
  }

  /// Returns the step that a value may begin a match with.
  @inlinable
  func beginner(for input: Input) throws(Failure) -> Int? {
    for step in plan.beginners
    where try conditions[plan.steps[step].condition].holds(input, start) {
      return step
    }
    return nil
  }

  /// Whether a step takes a value, which depends on the match only if the condition does.
  @inlinable
  func fits(
    _ input: Input, _ step: Int, _ match: Publishers.PartialMatch<Input>
  ) throws(Failure) -> Bool {
    guard canTake(step, match) else { return false }
    return try conditions[plan.steps[step].condition].holds(
      input, .init(previous: match.previous, values: match.values))
  }

  /// Whether the exclusion in a gap rules a value out.
  @inlinable
  func excludes(
    _ input: Input, _ gap: Int, _ match: Publishers.PartialMatch<Input>
  ) throws(Failure) -> Bool {
    guard let exclusion = plan.gaps[gap] else { return false }
    return try conditions[exclusion.condition].holds(
      input, .init(previous: match.previous, values: match.values))
  }

  /// Returns the effect of a value on a partial match; nil if the match passes over it.
  @inlinable
  func decision(
    on input: Input, by match: Publishers.PartialMatch<Input>
  ) throws(Failure) -> Decision? {
    let place = plan.place(of: match)
    var takers = place.takers[...]
    // A current step that is greedy is the first.
    if let step = takers.first, plan.steps[step].isGreedy, step == match.step,
      match.passedWait == nil
    {
      takers.removeFirst()
      if try fits(input, step, match) { return .take(by: step) }
    }
    if let wait = place.wait, try excludes(input, wait, match) { return .drop }
    if match.isClosed { return nil }
    for gap in place.guards where try excludes(input, gap, match) { return .end }
    for step in takers where try fits(input, step, match) { return .take(by: step) }
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
    replaced = sweep(&state, pass, .broken)
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
    let last = exchange(&state.open, with: [])
    if !hasFailed { ended?(last.map { end(of: $0, .completed) }) }
    turn.wait = nil
    let step = proceed(&state, &turn)
    withExtendedLifetime((due, last)) {}
    return step
  }

  @inlinable
  func next(_ state: inout State) -> Step {
    state.complete.isEmpty ? .rest : .emitAndProceed(state.complete.removeFirst())
  }
}
