extension Publisher {
  /// Collects values into windows of a time that they have themselves, whatever the time at which
  /// they arrive.
  ///
  ///     -0-3-1-7----2|
  ///     collectTimed(by: instant, length: .seconds(5), grace: .seconds(4), scheduler: scheduler)
  ///     ---------x---(y|)    x: [0, 3, 1], y: [7]
  ///
  /// A window begins at each multiple of `every`. It closes when the scheduler's time reaches its end
  /// plus `grace`, before everything else of that instant, or when upstream completes. A value whose
  /// windows are all closed is late. Windows are emitted in the order of their ends.
  ///
  /// - Parameters:
  ///   - time: The time of a value, as an instant of the scheduler.
  ///   - length: The length of a window.
  ///   - every: The time from the start of one window to the start of the next.
  ///   - grace: How long a window waits for values after its end.
  ///   - late: Receives a late value, and the time since its last window closed; returns a failure or nil.
  ///   - scheduler: The scheduler whose clock closes the windows.
  ///   - atEnd: What happens to the windows that are open at the end.
  @inlinable
  public func collectTimed(
    by time: @escaping (Output) -> Instant, length: Duration, every: Duration? = nil,
    grace: Duration = .zero, late: @escaping (Output, Duration) -> Failure? = { _, _ in nil },
    scheduler: any Scheduler, atEnd: Publishers.PendingAtEnd = .emit
  ) -> some Publisher<Publishers.CollectedWindow<Output>, Failure> {
    precondition(length.wholeNanoseconds > 0, "windows without length")
    precondition(every.map { $0.wholeNanoseconds > 0 } ?? true, "windows that all begin at once")
    precondition(grace >= .zero, "a negative grace")
    return Publishers.Windows(
      upstream: self,
      rule: Publishers.TimedWindowRule<Publishers.CollectedWindow<Output>, Failure>(
        .init(
          length: length.wholeNanoseconds, period: (every ?? length).wholeNanoseconds,
          grace: grace.wholeNanoseconds, time: { time($0) }, late: late),
        emitsAtEnd: atEnd == .emit, empty: nil, failures: nil),
      scheduler: scheduler)
  }
}

extension Publishers {
  /// Where windows of a time of the values are, and when they close.
  @usableFromInline
  package struct TimedWindows<Input, Failure: Error> {
    @usableFromInline package typealias Time = (Input) throws(Failure) -> Instant

    @usableFromInline let length: Int64
    @usableFromInline let period: Int64
    @usableFromInline let grace: Int64
    @usableFromInline let time: Time
    @usableFromInline let late: (Input, Duration) -> Failure?

    @inlinable
    package init(
      length: Int64, period: Int64, grace: Int64, time: @escaping Time,
      late: @escaping (Input, Duration) -> Failure?
    ) {
      (self.length, self.period, self.grace) = (length, period, grace)
      (self.time, self.late) = (time, late)
    }

    @inlinable
    func start(of window: Int64) -> Instant {
      let (start, isOver) = window.multipliedReportingOverflow(by: period)
      return isOver
        ? (window < 0 ? .init(nanoseconds: .min) : .endOfTime) : .init(nanoseconds: start)
    }

    @inlinable
    func end(of window: Int64) -> Instant { start(of: window).advanced(byNanoseconds: length) }

    /// The instant at which a window closes.
    @inlinable
    func close(of window: Int64) -> Instant { end(of: window).advanced(byNanoseconds: grace) }

    /// The windows that contain an instant; empty between two windows.
    @inlinable
    func windows(at instant: Instant) -> ClosedRange<Int64>? {
      let last = instant.multiple(ofNanoseconds: period)
      let first = instant.advanced(byNanoseconds: -length).multiple(ofNanoseconds: period) + 1
      return first <= last ? first...last : nil
    }
  }

  /// The rule for windows of a time of the values.
  @usableFromInline
  struct TimedWindowRule<Window: WindowOutput, Failure: Error>: AlarmRule {
    @usableFromInline typealias Contents = Window.Contents
    @usableFromInline typealias Input = Contents.Value
    @usableFromInline typealias Output = Window
    @usableFromInline typealias State = TimedWindowState<Contents>
    @usableFromInline typealias Step = AlarmStep<Window, Failure>

    /// The decision about a value.
    @usableFromInline
    enum Answer {
      case take(into: ClosedRange<Int64>)
      case leaveOut
      case fail(Failure)
    }

    @usableFromInline let windows: TimedWindows<Input, Failure>
    @usableFromInline let emitsAtEnd: Bool
    @usableFromInline let empty: (limit: Int, failure: Failure)?
    @usableFromInline let failures: PaneFailures<Input, Failure>?

    @inlinable
    init(
      _ windows: TimedWindows<Input, Failure>, emitsAtEnd: Bool,
      empty: (limit: Int, failure: Failure)?, failures: PaneFailures<Input, Failure>?
    ) {
      (self.windows, self.emitsAtEnd, self.empty) = (windows, emitsAtEnd, empty)
      self.failures = failures
    }

    @usableFromInline var bound: StateBound { .unbounded(by: "the values of open windows") }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable static var prepares: Bool { true }

    @inlinable
    func prepare(_ input: Input, _ state: inout State, _ turn: inout AlarmTurn) {
      state.now = turn.now
    }

    @inlinable
    func answer(_ input: Input, _ state: @autoclosure () -> State) -> Answer {
      let state = state()
      let instant: Instant
      do throws(Failure) {
        instant = try windows.time(input)
      } catch {
        guard let ignores = failures?.ignores else { return .fail(error) }
        ignores(input, error)
        return .leaveOut
      }
      guard let all = windows.windows(at: instant) else { return .leaveOut }
      let close = windows.close(of: all.upperBound)
      if close <= state.now {
        let failure = windows.late(input, close.duration(to: state.now))
        return failure.map(Answer.fail) ?? .leaveOut
      }
      var first = all.lowerBound
      while windows.close(of: first) <= state.now { first += 1 }
      return .take(into: first...all.upperBound)
    }

    @inlinable
    func receive(
      _ input: Input, _ answer: Answer, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      switch answer {
      case .leaveOut: break
      case .fail(let failure): return .fail { failure }
      case .take(let range):
        let ticket = turn.takeTicket(due: turn.now)
        if let reason = state.take(input, into: range, ticket, closing: windows.close), let failures
        {
          let failure = failures.refusal(input, reason)
          guard let ignores = failures.ignores else { return .fail { failure } }
          ignores(input, failure)
        } else {
          state.emptyCount = 0
          if empty != nil { state.next = min(state.next ?? range.lowerBound, range.lowerBound) }
        }
      }
      return proceed(&state, &turn)
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      proceed(&state, &turn)
    }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      turn.wait = nil
      state.dropsRest = hasFailed || !emitsAtEnd
      return proceed(&state, &turn)
    }

    /// Emits the next window that is due. Once upstream has ended, the others follow, in the order of
    /// their ends.
    @inlinable
    func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
      if let number = state.next ?? state.first {
        if windows.close(of: number) <= turn.now {
          return close(number, .seconds, &state, &turn)
        }
        if turn.hasEnded, !state.open.isEmpty, !state.dropsRest {
          return close(number, .end, &state, &turn)
        }
      }
      if turn.hasEnded { return .end }
      wait(&state, &turn)
      return .rest
    }

    @inlinable
    func close(
      _ number: Int64, _ closing: WindowClosing, _ state: inout State, _ turn: inout AlarmTurn
    ) -> Step {
      let contents = state.close(number)
      if empty != nil { state.next = number + 1 }
      if let empty, contents.isEmpty {
        state.emptyCount += 1
        if state.emptyCount > empty.limit { return .fail { empty.failure } }
      }
      return .emitAndProceed(
        Window(
          contents: contents, start: windows.start(of: number), end: windows.end(of: number),
          closing: closing))
    }

    /// Waits until the first window closes.
    @inlinable
    func wait(_ state: inout State, _ turn: inout AlarmTurn) {
      guard let number = state.next ?? state.first else {
        turn.wait = nil
        return
      }
      let due = windows.close(of: number)
      turn.isIdle = state.open.isEmpty
      if let first = state.queue.first {
        turn.wait = first.moved(to: due)
      } else if turn.wait?.due != due {
        turn.wait = turn.takeTicket(due: due).early
      }
    }
  }

  /// The state of windows of a time of the values.
  @usableFromInline
  struct TimedWindowState<Contents: WindowContents> {
    /// The contents of the windows with values, by number.
    @usableFromInline var open: [Int64: Contents] = [:]
    /// The numbers of these windows, in the order in which they close.
    @usableFromInline var queue = TicketHeap<Int64>()
    /// The number of the window that closes next, if empty ones are emitted.
    @usableFromInline var next: Int64?
    /// The number of empty windows since the last value.
    @usableFromInline var emptyCount = 0
    @usableFromInline var dropsRest = false
    /// The instant of the value that is being received.
    @usableFromInline var now = Instant.zero

    @inlinable
    init() {}

    /// The number of the first window.
    @inlinable var first: Int64? { queue.entries.first?.value }

    /// Adds a value to windows. If that is impossible for one of them, no window holds it, and the
    /// reason is returned.
    @inlinable
    mutating func take(
      _ input: Contents.Value, into windows: ClosedRange<Int64>, _ ticket: Ticket,
      closing close: (Int64) -> Instant
    ) -> String? {
      for number in windows {
        guard let index = open.index(forKey: number) else {
          queue.insert(number, at: ticket.moved(to: close(number)).early)
          // A value alone is never refused.
          open[number] = Contents(beginningWith: input)
          continue
        }
        if let reason = open.values[index].take(input) {
          for taken in windows.lowerBound..<number { open[taken]?.undo() }
          removeEmpty()
          return reason
        }
      }
      return nil
    }

    /// Removes the windows that are empty again.
    @inlinable
    mutating func removeEmpty() {
      let entries = exchange(&queue, with: .init()).entries
      for entry in entries {
        guard let number = entry.value, let contents = open[number] else { continue }
        if contents.isEmpty { open[number] = nil } else { queue.insert(number, at: entry.ticket) }
      }
    }

    /// Removes the first window, if it has a number, and returns its contents.
    @inlinable
    mutating func close(_ number: Int64) -> Contents {
      guard first == number else { return Contents() }
      _ = queue.popFirst()
      return open.removeValue(forKey: number) ?? Contents()
    }
  }
}

extension Publishers.TimedWindowState: Codable where Contents: Codable {
  private enum CodingKeys: CodingKey { case open, queue, next, emptyCount, dropsRest }

  @usableFromInline
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    queue = try values.decode(TicketHeap<Int64>.self, forKey: .queue)
    for (entry, contents) in zip(
      queue.entries, try values.decode([Contents].self, forKey: .open))
    {
      if let number = entry.value { open[number] = contents }
    }
    next = try values.decodeIfPresent(Int64.self, forKey: .next)
    emptyCount = try values.decode(Int.self, forKey: .emptyCount)
    dropsRest = try values.decode(Bool.self, forKey: .dropsRest)
  }

  @usableFromInline
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(queue, forKey: .queue)
    let numbers = queue.entries.compactMap(\.value)
    try values.encode(numbers.map { open[$0] ?? Contents() }, forKey: .open)
    try values.encodeIfPresent(next, forKey: .next)
    try values.encode(emptyCount, forKey: .emptyCount)
    try values.encode(dropsRest, forKey: .dropsRest)
  }
}
