extension Publisher {
  /// Collects values into windows. Each begins with a value and is closed by the first of its
  /// limits that is reached.
  ///
  ///     -ab--c-d----|
  ///     collectWindows(.init(gap: .seconds(4), maximum: .seconds(5)), scheduler: scheduler)
  ///     ------x----y|    x: [a, b, c], y: [d]
  ///
  /// A time limit closes a window before everything else of its instant: a value that arrives just
  /// then begins the next window. After it comes the condition for the first value of a window,
  /// then the number of values, then the condition for the last value. A window's maximum time is
  /// scheduled when its first value arrives, and its gap when its last value arrives. The window
  /// that is open when upstream completes is emitted then, unless `atEnd` is `.drop`. A failure
  /// drops it.
  @inlinable
  public func collectWindows(
    _ limits: Publishers.WindowLimits<Output, Failure>, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .emit
  ) -> some Publisher<Publishers.CollectedWindow<Output>, Failure> {
    Publishers.Windows(
      upstream: self,
      rule: Publishers.LimitedWindowRule<Publishers.CollectedWindow<Output>, Failure>(
        limits: .init(limits), emitsAtEnd: atEnd == .emit),
      scheduler: scheduler)
  }
}

extension Publishers {
  /// The limits of a window that begins with a value. At least one is given.
  public struct WindowLimits<Input, Failure: Error> {
    /// A condition on a value and on all values of the window so far, including that one.
    public typealias Condition = (Input, [Input]) throws(Failure) -> Bool

    /// The time without a value, in nanoseconds.
    @usableFromInline package var gap: Int64?
    /// The time since the first value, in nanoseconds.
    @usableFromInline package var maximum: Int64?
    /// The maximum number of values.
    public var count: Int?
    /// Whether a value is the first of the next window.
    public var startsWhen: Condition?
    /// Whether a value is the last of its window.
    public var endsWhen: Condition?
    /// Receives a value on which a condition has failed, and which is then dropped as if it had
    /// never arrived. If this is nil, the failure fails the stream.
    public var ignores: ((Input, Failure) -> Void)?

    /// Creates limits. At least one must be given.
    public init(
      gap: Duration? = nil, maximum: Duration? = nil, count: Int? = nil,
      startsWhen: Condition? = nil, endsWhen: Condition? = nil,
      ignores: ((Input, Failure) -> Void)? = nil
    ) {
      precondition(maximum.map { $0.wholeNanoseconds > 0 } ?? true, "windows without length")
      precondition(count.map { $0 > 0 } ?? true, "arrays without values")
      precondition(gap.map { $0 >= .zero } ?? true, "a negative gap")
      self.gap = gap?.wholeNanoseconds
      self.maximum = maximum?.wholeNanoseconds
      self.count = count
      self.startsWhen = startsWhen
      self.endsWhen = endsWhen
      self.ignores = ignores
    }
  }

  /// A value is appended to the open window before the conditions are called, and taken out again
  /// if it does not belong there. The windows that it closes are emitted one after another.
  @usableFromInline
  struct LimitedWindowRule<Window: WindowOutput, Failure: Error>: AlarmRule {
    @usableFromInline typealias Contents = Window.Contents
    @usableFromInline typealias Input = Contents.Value
    @usableFromInline typealias Output = Window
    @usableFromInline typealias State = LimitedWindowState<Window>
    @usableFromInline typealias Step = AlarmStep<Window, Failure>

    /// The results of the conditions for a value.
    @usableFromInline
    struct Answer {
      @usableFromInline var isFirst = false
      @usableFromInline var isLast = false
      @usableFromInline var failure: Failure?

      @inlinable
      init() {}
    }

    @usableFromInline let limits: ContentLimits<Contents, Failure>
    @usableFromInline let emitsAtEnd: Bool

    @inlinable
    init(limits: ContentLimits<Contents, Failure>, emitsAtEnd: Bool) {
      self.limits = limits
      self.emitsAtEnd = emitsAtEnd
    }

    @usableFromInline var bound: StateBound {
      if let count = limits.count { return .values(count) }
      guard let maximum = limits.maximum else { return .unbounded(by: "the values of a window") }
      return .valuesWithin(.nanoseconds(maximum))
    }

    @inlinable
    func begin(at now: Instant) -> State { State() }

    @inlinable static var prepares: Bool { true }

    @inlinable
    func prepare(_ input: Input, _ state: inout State, _ turn: inout AlarmTurn) {
      takeDue(&state, &turn)
      state.refusal = state.values.take(input)
    }

    @inlinable
    func answer(_ input: Input, _ state: @autoclosure () -> State) -> Answer {
      let state = state()
      var answer = Answer()
      do throws(Failure) {
        if let reason = state.refusal, let refusal = limits.refusal {
          throw refusal(input, reason)
        }
        if let startsWhen = limits.startsWhen {
          answer.isFirst = try startsWhen(input, state.values) && state.values.count > 1
        }
        let values = answer.isFirst ? Contents(beginningWith: input) : state.values
        answer.isLast = try limits.endsWhen?(input, values) ?? false
      } catch {
        answer.failure = error
        limits.ignores?(input, error)
      }
      return answer
    }

    @inlinable
    func receive(
      _ input: Input, _ answer: Answer, replacing replaced: inout Never?, _ state: inout State,
      _ turn: inout AlarmTurn
    ) -> Step {
      if (answer.failure != nil || answer.isFirst) && state.refusal == nil { state.values.undo() }
      guard answer.failure == nil || limits.ignores == nil else { return next(&state) }
      if answer.isFirst { close(.startsWhen, at: turn.now, &state, &turn) }
      if let failure = answer.failure { return .fail { failure } }
      if answer.isFirst { state.values = Contents(beginningWith: input) }
      let isNew = state.values.count == 1
      if isNew { state.start = turn.now }
      if limits.emitsEach {
        state.closed.append(window(.end, at: turn.now, state))
      } else if state.values.count == limits.count {
        close(.count, at: turn.now, &state, &turn)
      } else if answer.isLast {
        close(.endsWhen, at: turn.now, &state, &turn)
      } else {
        wait(isNew: isNew, &state, &turn)
      }
      return next(&state)
    }

    @inlinable
    func ring(due: Instant, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      takeDue(&state, &turn)
      return next(&state)
    }

    @inlinable
    func proceed(_ state: inout State, _ turn: inout AlarmTurn) -> Step {
      let step = next(&state)
      if case .rest = step, turn.hasEnded { return .end }
      return step
    }

    @inlinable
    func end(hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn) -> Step {
      takeDue(&state, &turn)
      let isOpen = !state.values.isEmpty || limits.emitsEmpty
      if state.values.isEmpty { state.start = turn.now }
      if !hasFailed, emitsAtEnd, isOpen, !limits.emitsEach {
        let isTimed = limits.gap != nil || limits.maximum != nil
        close(.end, at: isTimed ? state.timeEnd : turn.now, &state, &turn)
      }
      turn.wait = nil
      return proceed(&state, &turn)
    }

    @inlinable
    func next(_ state: inout State) -> Step {
      state.closed.isEmpty ? .rest : .emitAndProceed(state.closed.removeFirst())
    }

    /// Sets the times at which the open window is closed.
    @inlinable
    func wait(isNew: Bool, _ state: inout State, _ turn: inout AlarmTurn) {
      if isNew, let maximum = limits.maximum {
        state.maximumEnd = turn.now.advanced(byNanoseconds: maximum)
      }
      if let gap = limits.gap { state.gapEnd = turn.now.advanced(byNanoseconds: gap) }
      if limits.gap != nil || (isNew && limits.maximum != nil) {
        let ticket = turn.takeTicket(due: state.timeEnd)
        // A window without any time closes after the work that is running.
        turn.wait = ticket.due > turn.now ? ticket.early : ticket
      }
    }

    /// Closes the open window if its time is over.
    @inlinable
    func takeDue(_ state: inout State, _ turn: inout AlarmTurn) {
      let end = state.timeEnd
      guard !state.values.isEmpty, end <= turn.now else { return }
      close(state.gapEnd == end ? .gap : .maximum, at: end, &state, &turn)
    }

    @inlinable
    func close(
      _ closing: WindowClosing, at end: Instant, _ state: inout State, _ turn: inout AlarmTurn
    ) {
      turn.wait = nil
      (state.gapEnd, state.maximumEnd) = (.endOfTime, .endOfTime)
      state.closed.append(window(closing, at: end, state))
      state.values = Contents()
    }

    @inlinable
    func window(_ closing: WindowClosing, at end: Instant, _ state: State) -> Window {
      Window(contents: state.values, start: state.start, end: end, closing: closing)
    }
  }

  /// The state of windows that begin with a value.
  @usableFromInline
  struct LimitedWindowState<Window: WindowOutput> {
    /// The contents of the open window; empty if none is open.
    @usableFromInline var values = Window.Contents()
    /// Why the window could not take the value that is being received.
    @usableFromInline var refusal: String?
    @usableFromInline var start = Instant.zero
    /// The instants at which the open window is closed by time.
    @usableFromInline var (gapEnd, maximumEnd) = (Instant.endOfTime, Instant.endOfTime)
    /// The closed windows that are still to be emitted: none while the playback is at rest.
    @usableFromInline var closed: [Window] = []

    @inlinable
    init() {}

    /// The instant at which the open window is closed by the first of its times.
    @inlinable var timeEnd: Instant { min(gapEnd, maximumEnd) }

    @usableFromInline
    enum CodingKeys: CodingKey { case values, start, gapEnd, maximumEnd }
  }
}

extension Publishers.LimitedWindowState: Codable where Window.Contents: Codable {}
