extension Publisher {
  /// Emits with each value a window of that value and those that arrived less than `length` before
  /// it.
  ///
  ///     -1-23--4-|
  ///     collectSliding(length: .seconds(3), scheduler: scheduler)
  ///     -a-bc--d-|    a: [1], b: [1, 2], c: [2, 3], d: [4]
  @inlinable
  public func collectSliding(
    length: Duration, scheduler: any Scheduler
  ) -> some Publisher<Publishers.CollectedWindow<Output>, Failure> {
    precondition(length.wholeNanoseconds > 0, "windows without length")
    return collectSliding(.length(length.wholeNanoseconds), scheduler: scheduler)
  }

  /// Emits with each value a window of the last `count` values, or of all if there are fewer.
  ///
  ///     -1-23--4-|
  ///     collectSliding(count: 2, scheduler: scheduler)
  ///     -a-bc--d-|    a: [1], b: [1, 2], c: [2, 3], d: [3, 4]
  @inlinable
  public func collectSliding(
    count: Int, scheduler: any Scheduler
  ) -> some Publisher<Publishers.CollectedWindow<Output>, Failure> {
    precondition(count > 0, "windows without values")
    return collectSliding(.last(count), scheduler: scheduler)
  }

  /// Emits windows of `count` values. The next window begins `every` values later, so that windows
  /// overlap, or leave values out.
  ///
  ///     -1-23--4-|
  ///     collectCounted(3, every: 2, scheduler: scheduler)
  ///     ----a----(b|)    a: [1, 2, 3], b: [3, 4]
  ///
  /// Windows that are open when upstream completes are emitted then, oldest first, unless `atEnd` is
  /// `.drop`. A failure drops them.
  @inlinable
  public func collectCounted(
    _ count: Int, every: Int, scheduler: any Scheduler, atEnd: Publishers.PendingAtEnd = .emit
  ) -> some Publisher<Publishers.CollectedWindow<Output>, Failure> {
    precondition(count > 0 && every > 0, "windows without values")
    return collectSliding(
      .count(count, every: every), emitsAtEnd: atEnd == .emit, scheduler: scheduler)
  }

  @inlinable
  func collectSliding(
    _ extent: Publishers.SlidingExtent, emitsAtEnd: Bool = true, scheduler: any Scheduler
  )
    -> Publishers.Windows<
      Self, Publishers.SlidingWindowRule<Publishers.CollectedWindow<Output>, Failure>
    >
  {
    Publishers.Windows(
      upstream: self,
      rule: .init(extent: extent, emitsAtEnd: emitsAtEnd, sums: false, failures: nil),
      scheduler: scheduler)
  }
}

extension Publishers {
  /// The extent of windows that slide with the values.
  @usableFromInline
  package enum SlidingExtent {
    /// The values of the last nanoseconds, with each value.
    case length(Int64)
    /// The last values, with each value.
    case last(Int)
    /// A number of values, each time so many values later.
    case count(Int, every: Int)
  }

  /// The rule for windows that end with a value. They consist of panes: all values of an instant, or
  /// as many values as divide all windows.
  @usableFromInline
  struct SlidingWindowRule<Window: WindowOutput, Failure: Error>: AlarmRule
  where Window.Contents: MergeableContents {
    @usableFromInline typealias Contents = Window.Contents
    @usableFromInline typealias Input = Contents.Value
    @usableFromInline typealias Output = Window
    @usableFromInline typealias State = SlidingWindowState<Contents>
    @usableFromInline typealias Step = AlarmStep<Window, Failure>

    @usableFromInline let extent: SlidingExtent
    /// The number of values of a pane.
    @usableFromInline let pane: Int64
    @usableFromInline let emitsAtEnd: Bool
    @usableFromInline let use: PaneUse
    @usableFromInline let failures: PaneFailures<Input, Failure>?

    @inlinable
    init(
      extent: SlidingExtent, emitsAtEnd: Bool, sums: Bool, failures: PaneFailures<Input, Failure>?
    ) {
      (self.extent, self.emitsAtEnd, self.failures) = (extent, emitsAtEnd, failures)
      if case .count(let count, let every) = extent {
        pane =
          count <= every ? Int64(every) : Int64(count).greatestCommonDivisor(with: Int64(every))
        use = count <= every ? .none : sums ? .sums : .contents
      } else {
        pane = 1
        use = sums ? .sums : .contents
      }
    }

    @usableFromInline var bound: StateBound {
      switch extent {
      case .length(let length): .valuesWithin(.nanoseconds(length))
      case .last(let count), .count(let count, _): .values(count)
      }
    }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable
    func receive(
      _ input: Input, _: Void, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      let position: Int64
      switch extent {
      case .length(let length):
        position = turn.now.nanoseconds
        let start = turn.now.advanced(byNanoseconds: -length)
        state.panes.leaveOut(before: start.advanced(byNanoseconds: 1).nanoseconds, use)
      case .last(let count):
        position = state.count
        state.panes.leaveOut(before: position - Int64(count) + 1, use)
      case .count(let count, let every):
        position = state.count
        // A value between two windows.
        if position % Int64(every) >= Int64(count) {
          state.count += 1
          return .rest
        }
      }
      let reason = state.panes.take(
        input, Ticket(due: turn.now, order: 0), at: position,
        inPaneFrom: position - position % pane,
        use)
      if let reason, let failures {
        let failure = failures.refusal(input, reason)
        guard let ignores = failures.ignores else { return .fail { failure } }
        ignores(input, failure)
        return .rest
      }
      state.count += 1
      switch extent {
      case .length: return emit(window(.seconds, at: turn.now, &state), state)
      case .last: return emit(window(.count, at: turn.now, &state), state)
      case .count(let count, let every):
        guard state.count - state.window * Int64(every) == Int64(count) else { return .rest }
        return emit(close(.count, every, at: turn.now, &state), state)
      }
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step { .rest }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      if hasFailed || !emitsAtEnd { return .end }
      return proceed(&state, &turn)
    }

    /// Emits the windows that are open at the end.
    @inlinable
    func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
      guard turn.hasEnded else { return .rest }
      guard case .count(_, let every) = extent, !state.panes.isEmpty else { return .end }
      let step = emit(close(.end, every, at: turn.now, &state), state)
      if case .emit(let window) = step { return .emitAndProceed(window) }
      return step
    }

    /// Closes the first of the windows of a number of values.
    @inlinable
    func close(
      _ closing: WindowClosing, _ every: Int, at now: Instant, _ state: inout State
    ) -> Window {
      let closed = window(closing, at: now, &state)
      state.window += 1
      state.panes.leaveOut(before: state.window * Int64(every), use)
      return closed
    }

    @inlinable
    func window(_ closing: WindowClosing, at now: Instant, _ state: inout State) -> Window {
      let start = state.panes.first?.due ?? now
      return Window(contents: state.panes.sum(use), start: start, end: now, closing: closing)
    }

    @inlinable
    func emit(_ window: Window, _ state: State) -> Step {
      if let reason = state.panes.refusal, let failures {
        return .fail { failures.merging(reason) }
      }
      return .emit(window)
    }
  }

  /// The state of windows that slide with the values.
  @usableFromInline
  struct SlidingWindowState<Contents: MergeableContents> {
    @usableFromInline var panes = WindowPanes<Contents>()
    /// The number of values.
    @usableFromInline var count: Int64 = 0
    /// The number of windows that have been emitted.
    @usableFromInline var window: Int64 = 0

    @inlinable
    init() {}
  }
}

extension Publishers.SlidingWindowState: Codable where Contents: Codable {}

extension Int64 {
  @inlinable
  func greatestCommonDivisor(with other: Int64) -> Int64 {
    var (divisor, rest) = (self, other)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }
}
