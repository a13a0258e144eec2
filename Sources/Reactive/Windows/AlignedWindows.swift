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
  ) -> some Publisher<Publishers.CollectedWindow<Output>, Failure> {
    precondition(length.wholeNanoseconds > 0, "windows without length")
    precondition(period.wholeNanoseconds > 0, "windows that all begin at once")
    return Publishers.Windows(
      upstream: self,
      rule: Publishers.AlignedWindowRule<Publishers.CollectedWindow<Output>, Failure>(
        length: length.wholeNanoseconds, period: period.wholeNanoseconds,
        emitsAtEnd: atEnd == .emit, empty: empty, sums: false),
      scheduler: scheduler)
  }
}

extension Publishers {
  /// The rule for windows of equal length, one of which begins at each multiple of a period.
  ///
  /// Windows that overlap consist of panes, of the greatest common divisor of length and period, so
  /// that a value is stored once. Values that fall into no window are not stored.
  @usableFromInline
  struct AlignedWindowRule<Window: WindowOutput, Failure: Error>: AlarmRule
  where Window.Contents: MergeableContents {
    @usableFromInline typealias Contents = Window.Contents
    @usableFromInline typealias Input = Contents.Value
    @usableFromInline typealias Output = Window
    @usableFromInline typealias State = AlignedWindowState<Contents>
    @usableFromInline typealias Step = AlarmStep<Window, Failure>

    @usableFromInline let length: Int64
    @usableFromInline let period: Int64
    /// The length of a pane.
    @usableFromInline let pane: Int64
    @usableFromInline let emitsAtEnd: Bool
    @usableFromInline let empty: (limit: Int, failure: Failure)?
    /// Whether sums of panes are kept, which is cheap if contents do not keep values.
    @usableFromInline let sums: Bool
    @usableFromInline let failures: PaneFailures<Input, Failure>?

    @inlinable
    init(
      length: Int64, period: Int64, emitsAtEnd: Bool, empty: (limit: Int, failure: Failure)?,
      sums: Bool, failures: PaneFailures<Input, Failure>? = nil
    ) {
      (self.length, self.period, self.emitsAtEnd) = (length, period, emitsAtEnd)
      (self.empty, self.sums, self.failures) = (empty, sums, failures)
      pane = length <= period ? period : length.greatestCommonDivisor(with: period)
    }

    @usableFromInline var bound: StateBound { .valuesWithin(.nanoseconds(length)) }

    @inlinable
    func begin(at now: Instant) -> State {
      State(window: min(0, now.multiple(ofNanoseconds: period)))
    }

    @inlinable var use: PaneUse { period >= length ? .none : sums ? .sums : .contents }

    @inlinable
    func receive(
      _ input: Input, _: Void, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      let now = turn.now
      // A value that arrives at the end of a window closes it first.
      let closed = state.isOpen && state.end <= now ? closeFirst(.seconds, &state) : nil
      let isFirst = state.panes.isEmpty
      let sinceStart = now.nanoseconds - now.roundedDown(toNanoseconds: period).nanoseconds
      if sinceStart < length {
        let start = now.roundedDown(toNanoseconds: pane).nanoseconds
        let reason = state.panes.take(
          input, turn.takeTicket(due: now), at: now.nanoseconds, inPaneFrom: start, use)
        if let reason, let failures {
          let failure = failures.refusal(input, reason)
          guard let ignores = failures.ignores else { return .fail { failure } }
          ignores(input, failure)
          return step(closed, &state, &turn) { .emitAndProceed($0) }
        }
      }
      if !state.isOpen { skip(to: now, &state) }
      if closed == nil, isFirst { openNext(&state, &turn) }
      let step = step(closed, &state, &turn) { .emitAndProceed($0) }
      state.emptyCount = 0
      return step
    }

    @inlinable static var takesBatches: Bool { true }

    @inlinable
    func absorbs(at now: Instant, _ state: State, isWaiting: Bool) -> Bool {
      !state.isOpen || now < state.end
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      step(closeFirst(.seconds, &state), &state, &turn) { .emit($0) }
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
        return step(closeFirst(.seconds, &state), &state, &turn) { .emitAndProceed($0) }
      }
      guard turn.hasEnded else { return .rest }
      guard state.isOpen, !state.panes.isEmpty, !state.dropsRest else { return .end }
      return step(closeFirst(.end, &state), &state, &turn) { .emitAndProceed($0) }
    }

    // MARK: - Windows

    /// Closes the first window, and leaves out the panes that no later window contains.
    @inlinable
    func closeFirst(
      _ closing: WindowClosing, _ state: inout State
    ) -> (window: Window, isEmpty: Bool) {
      let end = state.end
      let contents = state.panes.sum(use)
      state.window += 1
      let (start, isPastEnd) = state.window.multipliedReportingOverflow(by: period)
      state.panes.leaveOut(before: isPastEnd ? .max : start, use)
      let window = Window(
        contents: contents, start: end.advanced(byNanoseconds: -length), end: end,
        closing: closing)
      return (window, contents.isEmpty)
    }

    /// Opens the next window, and returns the step that emits one that was closed, unless it would
    /// exceed the limit of empty windows.
    @inlinable
    func step(
      _ closed: (window: Window, isEmpty: Bool)?, _ state: inout State, _ turn: inout AlarmTurn,
      _ emit: (Window) -> Step
    ) -> Step {
      guard let closed else { return .rest }
      if let reason = state.panes.refusal, let failures {
        return .fail { failures.merging(reason) }
      }
      openNext(&state, &turn)
      if closed.isEmpty, let empty {
        state.emptyCount += 1
        if state.emptyCount > empty.limit {
          (state.isOpen, turn.wait) = (false, nil)
          return .fail { empty.failure }
        }
      }
      return emit(closed.window)
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
      let first = state.panes.first
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

  /// The state of windows that begin at multiples of a period.
  @usableFromInline
  struct AlignedWindowState<Contents: MergeableContents> {
    @usableFromInline var panes = WindowPanes<Contents>()
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

    @usableFromInline
    enum CodingKeys: CodingKey {
      case panes, window, end, isOpen, emptyCount, dropsRest
    }
  }
}

extension Publishers.AlignedWindowState: Codable where Contents: Codable {
  @usableFromInline
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    panes =
      try values.decodeIfPresent(Publishers.WindowPanes<Contents>.self, forKey: .panes)
      ?? FormerState<Contents>(from: decoder).panes
    window = try values.decode(Int64.self, forKey: .window)
    end = try values.decode(Instant.self, forKey: .end)
    isOpen = try values.decode(Bool.self, forKey: .isOpen)
    emptyCount = try values.decode(Int.self, forKey: .emptyCount)
    dropsRest = try values.decode(Bool.self, forKey: .dropsRest)
  }
}

/// The state that an earlier version saved: a list of values instead of panes.
private struct FormerState<Contents: MergeableContents & Codable>: Decodable {
  private struct Entry: Decodable {
    let ticket: Ticket
    let value: Contents
  }

  private let pending: [Entry]

  var panes: Publishers.WindowPanes<Contents> {
    var panes = Publishers.WindowPanes<Contents>()
    for entry in pending {
      let position = entry.ticket.due.nanoseconds
      panes.newer.append(.init(entry.ticket, at: position, entry.value))
      panes.refusal = panes.total.merge(entry.value)
    }
    return panes
  }
}
