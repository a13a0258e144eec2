extension Publisher {
  /// Collects values into windows aligned to the clock, and emits each with its bounds.
  ///
  ///     -ab--c-d|
  ///     collectAligned(length: .seconds(2), every: .seconds(2), scheduler: scheduler)
  ///     --x-y-z-(w|)    x: [a], y: [b], z: [c], w: [d]
  ///
  /// A window begins at each multiple of `every`, counted from the scheduler's time 0. As with
  /// `collect(.sliding)`, it includes its start but not its end and is emitted at its end, which
  /// counts as scheduled when its first value arrived. Windows that are open when upstream
  /// completes are emitted then, oldest first, unless `atEnd` is `.drop`. A failure drops them.
  ///
  /// Empty windows are emitted only if a limit is given, and only from the window of the first
  /// value on. The end of an empty window is scheduled when the window before it is emitted, and
  /// does not keep the run alive. An empty window that is open at the end is dropped. If there are
  /// more empty windows in a row than the limit, the run fails.
  @inlinable
  public func collectAligned(
    length: Duration, every period: Duration, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .emit, empty: (limit: Int, failure: Failure)? = nil
  ) -> Publishers.CollectAligned<Self> {
    precondition(length.wholeNanoseconds > 0, "windows without length")
    precondition(period.wholeNanoseconds > 0, "windows that all begin at once")
    let rule = Publishers.AlignedWindowRule<Publishers.CollectedWindow<Output>, Failure>(
      length: length.wholeNanoseconds, period: period.wholeNanoseconds,
      emitsAtEnd: atEnd == .emit, empty: empty)
    return Publishers.CollectAligned(upstream: self, rule: rule, scheduler: scheduler)
  }
}

extension Publishers {
  /// Collects values into windows aligned to the clock, with their bounds.
  public struct CollectAligned<Upstream: Publisher>: Publisher {
    public typealias Output = CollectedWindow<Upstream.Output>
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let rule: AlignedWindowRule<Output, Failure>
    @usableFromInline let scheduler: any Scheduler

    @inlinable
    init(
      upstream: Upstream, rule: AlignedWindowRule<Output, Failure>, scheduler: any Scheduler
    ) {
      self.upstream = upstream
      self.rule = rule
      self.scheduler = scheduler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: subscriber, by: rule, on: scheduler)
    }
  }

  /// The rule for windows of equal length, one of which begins at each multiple of a period.
  ///
  /// A value is stored once, however many windows contain it, until the last of them has been
  /// emitted. Values that fall into no window are not stored.
  @usableFromInline
  struct AlignedWindowRule<Window: WindowOutput, Failure: Error>: AlarmRule {
    @usableFromInline typealias Input = Window.Value
    @usableFromInline typealias Output = Window
    @usableFromInline typealias State = AlignedWindowState<Window.Value>
    @usableFromInline typealias Step = AlarmStep<Window, Failure>

    @usableFromInline let length: Int64
    @usableFromInline let period: Int64
    @usableFromInline let emitsAtEnd: Bool
    /// The number of empty windows in a row that are emitted, and the failure beyond it.
    @usableFromInline let empty: (limit: Int, failure: Failure)?

    @inlinable
    init(length: Int64, period: Int64, emitsAtEnd: Bool, empty: (limit: Int, failure: Failure)?) {
      self.length = length
      self.period = period
      self.emitsAtEnd = emitsAtEnd
      self.empty = empty
    }

    @usableFromInline var bound: StateBound { .valuesWithin(.nanoseconds(length)) }

    @inlinable
    func begin(at now: Instant) -> State {
      State(window: min(0, now.multiple(ofNanoseconds: period)))
    }

    @inlinable
    func receive(
      _ input: Input, _: Void, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      let now = turn.now
      let isFirst = state.pending.isEmpty
      let sinceStart = now.nanoseconds - now.roundedDown(toNanoseconds: period).nanoseconds
      if sinceStart < length {
        let ticket = turn.takeTicket(due: now)
        state.pending.append(TicketedValue(ticket: ticket, value: input))
      }
      defer { state.emptyCount = 0 }
      if !state.isOpen {
        skip(to: now, &state)
      } else if state.end <= now {
        return emitFirst(.seconds, &state, &turn) { .emitAndProceed($0) }
      }
      if isFirst { openNext(&state, &turn) }
      return .rest
    }

    @inlinable static var takesBatches: Bool { true }

    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool {
      !state.isOpen || now < state.end
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      emitFirst(.seconds, &state, &turn) { .emit($0) }
    }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      turn.wait = nil
      state.dropsRest = hasFailed || !emitsAtEnd
      return proceed(&state, &turn)
    }

    /// Emits the next window that is due. Once upstream has ended, the others follow, oldest first.
    @inlinable
    func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
      if state.isOpen, state.end <= turn.now {
        return emitFirst(.seconds, &state, &turn) { .emitAndProceed($0) }
      }
      guard turn.hasEnded else { return .rest }
      guard state.isOpen, !state.pending.isEmpty, !state.dropsRest else { return .end }
      return emitFirst(.end, &state, &turn) { .emitAndProceed($0) }
    }

    /// Emits the first window, unless it would exceed the limit of empty windows.
    @inlinable
    func emitFirst(
      _ closing: WindowClosing, _ state: inout State, _ turn: inout AlarmTurn,
      _ emit: (Window) -> Step
    ) -> Step {
      let end = state.end
      let values = takeFirst(&state, &turn)
      if values.isEmpty, let empty {
        state.emptyCount += 1
        if state.emptyCount > empty.limit {
          (state.isOpen, turn.wait) = (false, nil)
          return .fail { empty.failure }
        }
      }
      return emit(
        Window(
          values: values, start: end.advanced(byNanoseconds: -length), end: end,
          closing: closing))
    }

    /// Takes the values of the first window, and opens the next one. Values that no later window
    /// contains are released.
    @inlinable
    func takeFirst(_ state: inout State, _ turn: inout AlarmTurn) -> [Input] {
      let end = state.end
      state.window += 1
      let (start, isPastEnd) = state.window.multipliedReportingOverflow(by: period)
      var values: [Input] = []
      values.reserveCapacity(state.pending.count)
      while let first = state.pending.first, isPastEnd || first.ticket.due.nanoseconds < start {
        let value = state.pending.popFirst()?.value
        if let value, first.ticket.due < end { values.append(value) }
      }
      for place in 0..<state.pending.count {
        let entry = state.pending[place]
        guard entry.ticket.due < end, let value = entry.value else { break }
        values.append(value)
      }
      openNext(&state, &turn)
      return values
    }

    /// Skips to the first window that ends after an instant.
    @inlinable
    func skip(to instant: Instant, _ state: inout State) {
      let earliest = instant.advanced(byNanoseconds: -length).multiple(ofNanoseconds: period)
      state.window = max(state.window, earliest + 1)
    }

    /// Finds the first window that contains a value, or the next window if empty ones are emitted,
    /// and waits for its end.
    @inlinable
    func openNext(_ state: inout State, _ turn: inout AlarmTurn) {
      let first = state.pending.first?.ticket
      state.isOpen = first != nil || empty != nil
      turn.wait = nil
      guard state.isOpen else { return }
      if let first { skip(to: first.due, &state) }
      let (start, isPastEnd) = state.window.multipliedReportingOverflow(by: period)
      state.end =
        isPastEnd ? .endOfTime : Instant(nanoseconds: start).advanced(byNanoseconds: length)
      guard !turn.hasEnded else { return }
      turn.wait = first?.moved(to: state.end) ?? turn.takeTicket(due: state.end)
      turn.isIdle = first == nil
    }
  }

  /// The state of windows aligned to the clock.
  @usableFromInline
  struct AlignedWindowState<Input> {
    /// The values that are still to be emitted, with the tickets taken when they arrived.
    @usableFromInline var pending = Ring<TicketedValue<Input>>()
    /// The number of the first window that has not been emitted; window n begins at n periods.
    @usableFromInline var window: Int64
    /// The end of the first window that contains a value.
    @usableFromInline var end = Instant.endOfTime
    /// Whether a window is open, possibly an empty one.
    @usableFromInline var isOpen = false
    /// The number of empty windows since the last value.
    @usableFromInline var emptyCount = 0
    /// Whether the windows that are open at the end are dropped.
    @usableFromInline var dropsRest = false

    @inlinable
    init(window: Int64) { self.window = window }
  }
}

extension Publishers.AlignedWindowState: Codable where Input: Codable {}

/// The output of an operator for a window.
@usableFromInline
protocol WindowOutput<Value> {
  associatedtype Value
  init(values: [Value], start: Instant, end: Instant, closing: Publishers.WindowClosing)
}

extension Publishers.CollectedWindow: WindowOutput {}

extension Array: WindowOutput {
  @inlinable
  init(values: [Element], start: Instant, end: Instant, closing: Publishers.WindowClosing) {
    self = values
  }
}
