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
  public func collectAligned(
    length: Duration, every period: Duration, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .emit, empty: (limit: Int, failure: Failure)? = nil
  ) -> Publishers.CollectAligned<Self> {
    precondition(length.wholeNanoseconds > 0, "windows without length")
    precondition(period.wholeNanoseconds > 0, "windows that all begin at once")
    return Publishers.CollectAligned(
      upstream: self, length: length.wholeNanoseconds, period: period.wholeNanoseconds,
      scheduler: scheduler, emitsAtEnd: atEnd == .emit, empty: empty)
  }
}

extension Publishers {
  /// Collects values into windows aligned to the clock, with their bounds.
  public struct CollectAligned<Upstream: Publisher>: Publisher {
    public typealias Output = CollectedWindow<Upstream.Output>
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let length: Int64
    let period: Int64
    let scheduler: any Scheduler
    let emitsAtEnd: Bool
    let empty: (limit: Int, failure: Failure)?

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = AlignedWindowStage(
        downstream: subscriber, length: length, period: period, scheduler: scheduler,
        emitsAtEnd: emitsAtEnd, empty: empty)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// The state of one run. A value is stored once, however many windows contain it, until the last
  /// of them has been emitted.
  final class AlignedWindowStage<Downstream: Subscriber, Input>: RunStage, SavableRun
  where Downstream.Input == CollectedWindow<Input> {
    typealias State = AlignedWindowState<Input>
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    private let length: Int64
    private let period: Int64
    private let alarm: Alarm
    /// The alarm for the end of an empty window, which does not keep a run alive.
    private let idleAlarm: Alarm
    private let emitsAtEnd: Bool
    private let empty: (limit: Int, failure: Failure)?
    private var isOver = false
    /// Whether a window is open, possibly an empty one.
    private var isOpen = false
    /// The number of empty windows since the last value.
    private var emptyCount = 0
    /// The values that are still to be emitted, with the tickets taken when they arrived.
    private var pending: ArraySlice<TimedInput<Input>> = []
    /// The number of the first window that has not been emitted; window n begins at n periods.
    private var window: Int64
    /// The end of the first window that contains a value.
    private var end = Instant.endOfTime
    private var subscription: (any Subscription)?

    init(
      downstream: Downstream, length: Int64, period: Int64, scheduler: any Scheduler,
      emitsAtEnd: Bool, empty: (limit: Int, failure: Failure)?
    ) {
      self.downstream = downstream
      self.length = length
      self.period = period
      alarm = Alarm(on: scheduler)
      idleAlarm = Alarm(on: scheduler, isIdle: true)
      self.emitsAtEnd = emitsAtEnd
      self.empty = empty
      window = min(0, scheduler.now.multiple(ofNanoseconds: period))
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    func receive(_ input: Input) {
      guard !isOver else { return }
      let now = alarm.now
      let isFirst = pending.isEmpty
      let sinceStart = now.nanoseconds - now.roundedDown(toNanoseconds: period).nanoseconds
      if sinceStart < length {
        pending.append(TimedInput(ticket: alarm.scheduler.takeTicket(due: now), value: input))
      }
      if !isOpen { skip(to: now) } else { emitDue(at: now, .seconds) }
      emptyCount = 0
      if isFirst, !isOver { openNext() }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      stopAlarms()
      emitDue(at: alarm.now, .seconds)
      CallDepth.current.inTurn {
        if case .finished = completion, self.emitsAtEnd { self.emitDue(at: .endOfTime, .end) }
        CallDepth.current.inTurn { self.end(completion) }
      }
    }

    func cancel() {
      isOver = true
      stopAlarms()
      let dropped = exchange(&pending, with: [])
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    /// Emits the windows that end at `instant` or earlier, oldest first.
    private func emitDue(at instant: Instant, _ closing: WindowClosing) {
      let depth = CallDepth.current
      while !isOver, isOpen, closing == .seconds || !pending.isEmpty, end <= instant {
        if depth.hasPutOff { return depth.putOffRest { self.emitDue(at: instant, closing) } }
        emitFirst(closing)
      }
    }

    /// Emits the first window, unless it would exceed the limit of empty windows.
    private func emitFirst(_ closing: WindowClosing) {
      let window = takeWindow(closing)
      if window.values.isEmpty, let empty {
        emptyCount += 1
        if emptyCount > empty.limit {
          stopAlarms()
          subscription.take()?.cancel()
          return end(.failure(empty.failure))
        }
      }
      downstream.receive(window)
    }

    private func stopAlarms() {
      alarm.stop()
      idleAlarm.stop()
    }

    /// Takes the first window, and releases the values that no later window contains.
    private func takeWindow(_ closing: WindowClosing) -> CollectedWindow<Input> {
      let bounds = (start: end.advanced(byNanoseconds: -length), end: end)
      let values = pending.prefix { $0.ticket.due < end }.compactMap(\.value)
      window += 1
      let (start, isPastEnd) = window.multipliedReportingOverflow(by: period)
      let kept = pending.drop { isPastEnd || $0.ticket.due.nanoseconds < start }
      // A slice retains the elements before its start, so it is copied once these are more than
      // half.
      let isMostlyGone = kept.startIndex > 32 && kept.startIndex > kept.count
      pending = isMostlyGone ? ArraySlice(Array(kept)) : kept
      openNext()
      return CollectedWindow(
        values: values, start: bounds.start, end: bounds.end, closing: closing)
    }

    /// Skips to the first window that ends after an instant.
    private func skip(to instant: Instant) {
      let earliest = instant.advanced(byNanoseconds: -length).multiple(ofNanoseconds: period)
      window = max(window, earliest + 1)
    }

    /// Finds the first window that contains a value, or the next window if empty ones are emitted,
    /// and waits for its end.
    private func openNext() {
      let first = pending.first?.ticket
      unsafe (alarm.next, idleAlarm.next) = (nil, nil)
      isOpen = first != nil || empty != nil
      guard isOpen else { return }
      if let first { skip(to: first.due) }
      let (start, isPastEnd) = window.multipliedReportingOverflow(by: period)
      end =
        isPastEnd
        ? .endOfTime : Instant(nanoseconds: start).advanced(byNanoseconds: length)
      if let first {
        set(alarm, at: first.moved(to: end))
      } else {
        set(idleAlarm, at: alarm.scheduler.takeTicket(due: end))
      }
    }

    private func set(_ alarm: Alarm, at ticket: Ticket) {
      if unsafe !alarm.isBooked { alarm.book { self.emitFirst(.seconds) } }
      alarm.set(at: ticket)
    }

    private func end(_ completion: Subscribers.Completion<Failure>) {
      guard !isOver else { return }
      isOver = true
      let dropped = exchange(&pending, with: [])
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `collectAligned`.
  struct AlignedWindowState<Input> {
    let pending: [TimedInput<Input>]
    let window: Int64
    let end: Instant
    let isOpen: Bool
    let emptyCount: Int
    /// The ticket with which the next window closes, and whether that one is empty so far.
    let closing: Ticket?
    let isIdle: Bool
  }
}

extension Publishers.AlignedWindowState: Codable where Input: Codable {}

extension Publishers.AlignedWindowStage {
  var run: Publishers.AlignedWindowStage<Downstream, Input> { self }
  var upstreams: [(any Subscription)?] { [subscription] }

  func state(in line: PendingTickets) -> State {
    unsafe State(
      pending: Array(pending), window: window, end: end, isOpen: isOpen, emptyCount: emptyCount,
      closing: alarm.next ?? idleAlarm.next, isIdle: alarm.next == nil)
  }

  func restore(_ state: State) {
    pending = ArraySlice(state.pending)
    (window, end) = (state.window, state.end)
    (isOpen, emptyCount) = (state.isOpen, state.emptyCount)
    if let closing = state.closing { set(state.isIdle ? idleAlarm : alarm, at: closing) }
  }
}
