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
  public func collectWindows(
    _ limits: Publishers.WindowLimits<Output, Failure>, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .emit
  ) -> Publishers.CollectWindows<Self> {
    Publishers.CollectWindows(
      upstream: self, limits: limits, scheduler: scheduler, emitsAtEnd: atEnd == .emit)
  }
}

extension Publishers {
  /// The limits of a window that begins with a value. At least one is given.
  public struct WindowLimits<Input, Failure: Error> {
    /// A condition on a value and on all values of the window so far, including that one.
    public typealias Condition = (Input, [Input]) throws(Failure) -> Bool

    /// The time without a value, in nanoseconds.
    package var gap: Int64?
    /// The time since the first value, in nanoseconds.
    package var maximum: Int64?
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

  /// Collects values into windows, each of which begins with a value.
  public struct CollectWindows<Upstream: Publisher>: Publisher {
    public typealias Output = CollectedWindow<Upstream.Output>
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let limits: WindowLimits<Upstream.Output, Failure>
    let scheduler: any Scheduler
    let emitsAtEnd: Bool

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = LimitedWindowStage(
        downstream: subscriber, limits: limits, alarm: Alarm(on: scheduler),
        emitsAtEnd: emitsAtEnd)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// The state of one run.
  final class LimitedWindowStage<Downstream: Subscriber, Input>: RunStage, SavableRun
  where Downstream.Input == CollectedWindow<Input> {
    typealias State = LimitedWindowState<Input>
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    private let limits: WindowLimits<Input, Failure>
    private let alarm: Alarm
    private let emitsAtEnd: Bool
    private var isOver = false
    /// Whether upstream has ended, or its remaining signals are ignored.
    private var isUpstreamDone = false
    /// The values of the open window; empty if none is open.
    private var values: [Input] = []
    private var start = Instant.zero
    /// The instants at which the open window is closed by time.
    private var (gapEnd, maximumEnd) = (Instant.endOfTime, Instant.endOfTime)
    private var subscription: (any Subscription)?

    init(
      downstream: Downstream, limits: WindowLimits<Input, Failure>, alarm: Alarm,
      emitsAtEnd: Bool
    ) {
      self.downstream = downstream
      self.limits = limits
      self.alarm = alarm
      self.emitsAtEnd = emitsAtEnd
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    func receive(_ input: Input) {
      guard !isOver, !isUpstreamDone else { return }
      let now = alarm.now
      var closed: [CollectedWindow<Input>] = []
      if let due = takeDue(at: now) { closed.append(due) }
      do throws(Failure) {
        try add(input, at: now, closing: &closed)
        if !closed.isEmpty { emit(closed[...]) }
      } catch {
        if let ignores = limits.ignores {
          if !closed.isEmpty { emit(closed[...]) }
          if !isOver { ignores(input, error) }
          return
        }
        isUpstreamDone = true
        alarm.stop()
        subscription.take()?.cancel()
        emit(closed[...], .failure(error))
      }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver, !isUpstreamDone else { return }
      isUpstreamDone = true
      let now = alarm.now
      var closed: [CollectedWindow<Input>] = []
      if let due = takeDue(at: now) { closed.append(due) }
      if case .finished = completion, emitsAtEnd, !values.isEmpty {
        let isTimed = limits.gap != nil || limits.maximum != nil
        closed.append(take(.end, at: isTimed ? min(gapEnd, maximumEnd) : now))
      }
      alarm.stop()
      emit(closed[...], completion)
    }

    func cancel() {
      isOver = true
      alarm.stop()
      let dropped = exchange(&values, with: [])
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    /// Adds a value to the open window or to a new one, and takes the windows that it closes.
    private func add(
      _ input: Input, at now: Instant, closing closed: inout [CollectedWindow<Input>]
    ) throws(Failure) {
      values.append(input)
      var isFirst = false
      let isLast: Bool
      do throws(Failure) {
        isLast = try decide(input, &isFirst)
      } catch {
        if !isOver { values.removeLast() }
        if isFirst, !isOver, limits.ignores == nil { closed.append(take(.startsWhen, at: now)) }
        throw error
      }
      // A condition may run foreign code, which may have cancelled the run.
      guard !isOver else { return }
      if isFirst {
        values.removeLast()
        closed.append(take(.startsWhen, at: now))
        values.append(input)
      }
      let isNew = values.count == 1
      if isNew { start = now }
      if values.count == limits.count {
        closed.append(take(.count, at: now))
      } else if isLast {
        closed.append(take(.endsWhen, at: now))
      } else {
        wait(from: now, isNew: isNew)
      }
    }

    /// Decides whether a value, the last in the open window, begins the next one, and returns whether
    /// it is the last of its window.
    private func decide(_ input: Input, _ isFirst: inout Bool) throws(Failure) -> Bool {
      if let startsWhen = limits.startsWhen {
        isFirst = try startsWhen(input, values) && values.count > 1
      }
      return try limits.endsWhen?(input, isFirst ? [input] : values) ?? false
    }

    /// Sets the times at which the open window is closed.
    private func wait(from now: Instant, isNew: Bool) {
      if isNew, let maximum = limits.maximum {
        maximumEnd = now.advanced(byNanoseconds: maximum)
      }
      if let gap = limits.gap { gapEnd = now.advanced(byNanoseconds: gap) }
      if limits.gap != nil || (isNew && limits.maximum != nil) {
        let ticket = alarm.scheduler.takeTicket(due: min(gapEnd, maximumEnd))
        // A window without any time closes after the work that is running.
        setAlarm(at: ticket.due > now ? ticket.early : ticket)
      }
    }

    private func setAlarm(at ticket: Ticket) {
      if unsafe !alarm.isBooked {
        alarm.book { if let due = self.takeDue(at: self.alarm.now) { self.emit([due]) } }
      }
      alarm.set(at: ticket)
    }

    /// Closes the open window if its time is over.
    private func takeDue(at now: Instant) -> CollectedWindow<Input>? {
      let end = min(gapEnd, maximumEnd)
      guard !values.isEmpty, end <= now else { return nil }
      return take(gapEnd == end ? .gap : .maximum, at: end)
    }

    /// Closes the open window.
    private func take(_ closing: WindowClosing, at end: Instant) -> CollectedWindow<Input> {
      unsafe alarm.next = nil
      (gapEnd, maximumEnd) = (.endOfTime, .endOfTime)
      return CollectedWindow(
        values: exchange(&values, with: []), start: start, end: end, closing: closing)
    }

    /// Emits windows, and then the completion if there is one.
    private func emit(
      _ windows: ArraySlice<CollectedWindow<Input>>,
      _ completion: Subscribers.Completion<Failure>? = nil
    ) {
      let depth = CallDepth.current
      for index in windows.indices {
        if depth.hasPutOff {
          return depth.putOffRest { self.emit(windows[index...], completion) }
        }
        guard !isOver else { return }
        downstream.receive(windows[index])
      }
      if let completion { depth.inTurn { self.end(completion) } }
    }

    private func end(_ completion: Subscribers.Completion<Failure>) {
      guard !isOver else { return }
      isOver = true
      let dropped = exchange(&values, with: [])
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of windows that begin with a value.
  struct LimitedWindowState<Input> {
    let values: [Input]
    let start: Instant
    let gapEnd: Instant
    let maximumEnd: Instant
    /// The ticket with which the window closes.
    let closing: Ticket?
  }
}

extension Publishers.LimitedWindowState: Codable where Input: Codable {}

extension Publishers.LimitedWindowStage {
  var run: Publishers.LimitedWindowStage<Downstream, Input> { self }
  var upstreams: [(any Subscription)?] { [subscription] }

  func state(in line: PendingTickets) -> State {
    unsafe State(
      values: values, start: start, gapEnd: gapEnd, maximumEnd: maximumEnd, closing: alarm.next)
  }

  func restore(_ state: State) {
    (values, start) = (state.values, state.start)
    (gapEnd, maximumEnd) = (state.gapEnd, state.maximumEnd)
    if let closing = state.closing { setAlarm(at: closing) }
  }
}
