extension Publisher {
  /// Collects values into windows of the clock, and emits each with its bounds.
  ///
  ///     -ab--c-d|
  ///     collectAligned(length: .seconds(2), every: .seconds(2), scheduler: scheduler)
  ///     --x-y-z-(w|)    x: [a], y: [b], z: [c], w: [d]
  ///
  /// A window begins at each multiple of `every`, counted from the scheduler's time 0. As with
  /// `collect(.sliding)`, it includes its start but not its end, is emitted at its end, but never
  /// empty, and its end counts as scheduled when its first value arrived. Windows that are open
  /// when upstream finishes are emitted then, oldest first, unless `atEnd` is `.drop`; a failure
  /// drops them.
  package func collectAligned(
    length: Duration, every period: Duration, scheduler: any Scheduler,
    atEnd: Publishers.PendingAtEnd = .emit
  ) -> Publishers.CollectAligned<Self> {
    precondition(length.wholeNanoseconds > 0, "windows without length")
    precondition(period.wholeNanoseconds > 0, "windows that all begin at once")
    return Publishers.CollectAligned(
      upstream: self, length: length.wholeNanoseconds, period: period.wholeNanoseconds,
      scheduler: scheduler, emitsAtEnd: atEnd == .emit)
  }
}

extension Publishers {
  /// Collects values into windows of the clock, with their bounds.
  package struct CollectAligned<Upstream: Publisher>: Publisher {
    package typealias Output = CollectedWindow<Upstream.Output>
    package typealias Failure = Upstream.Failure

    let upstream: Upstream
    let length: Int64
    let period: Int64
    let scheduler: any Scheduler
    let emitsAtEnd: Bool

    package func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = AlignedWindowStage(
        downstream: subscriber, length: length, period: period, alarm: Alarm(on: scheduler),
        emitsAtEnd: emitsAtEnd)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// The state of one run. A value is stored once, however many windows hold it, until the last of
  /// them has been emitted.
  final class AlignedWindowStage<Downstream: Subscriber, Input>: RunStage, SavableRun
  where Downstream.Input == CollectedWindow<Input> {
    typealias State = SlidingWindowState<Input>
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    private let length: Int64
    private let period: Int64
    private let alarm: Alarm
    private let emitsAtEnd: Bool
    private var isOver = false
    /// The values that are still to be emitted, with the tickets taken when they arrived.
    private var pending: ArraySlice<TimedInput<Input>> = []
    /// The number of the first window that has not been emitted; window n begins at n periods.
    private var window: Int64
    /// The end of the first window that holds a value.
    private var end = Instant.endOfTime
    private var subscription: (any Subscription)?

    init(
      downstream: Downstream, length: Int64, period: Int64, alarm: Alarm, emitsAtEnd: Bool
    ) {
      self.downstream = downstream
      self.length = length
      self.period = period
      self.alarm = alarm
      self.emitsAtEnd = emitsAtEnd
      window = min(0, alarm.now.multiple(ofNanoseconds: period))
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
      if isFirst { openNext() } else { emitDue(at: now, .seconds) }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard !isOver else { return }
      alarm.stop()
      emitDue(at: alarm.now, .seconds)
      CallDepth.current.inTurn {
        if case .finished = completion, self.emitsAtEnd { self.emitDue(at: .endOfTime, .end) }
        CallDepth.current.inTurn { self.end(completion) }
      }
    }

    func cancel() {
      isOver = true
      alarm.stop()
      let dropped = exchange(&pending, with: [])
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    /// Emits the windows that end at `instant` or before, oldest first.
    private func emitDue(at instant: Instant, _ closing: WindowClosing) {
      let depth = CallDepth.current
      while !isOver, !pending.isEmpty, end <= instant {
        if depth.hasPutOff { return depth.putOffRest { self.emitDue(at: instant, closing) } }
        downstream.receive(takeWindow(closing))
      }
    }

    /// Takes the first window that holds a value, and releases the values that no later one holds.
    private func takeWindow(_ closing: WindowClosing) -> CollectedWindow<Input> {
      let bounds = (start: end.advanced(byNanoseconds: -length), end: end)
      let values = pending.prefix { $0.ticket.due < end }.compactMap(\.value)
      window += 1
      let (start, isPastEnd) = window.multipliedReportingOverflow(by: period)
      let kept = pending.drop { isPastEnd || $0.ticket.due.nanoseconds < start }
      // A slice keeps what stands before it: it is copied once that is the larger half.
      let isMostlyGone = kept.startIndex > 32 && kept.startIndex > kept.count
      pending = isMostlyGone ? ArraySlice(Array(kept)) : kept
      openNext()
      return CollectedWindow(
        values: values, start: bounds.start, end: bounds.end, closing: closing)
    }

    /// Finds the first window that holds a value, and waits for its end.
    private func openNext() {
      guard let first = pending.first?.ticket else {
        unsafe alarm.next = nil
        return
      }
      let earliest = first.due.advanced(byNanoseconds: -length).multiple(ofNanoseconds: period)
      window = max(window, earliest + 1)
      let (start, isPastEnd) = window.multipliedReportingOverflow(by: period)
      end =
        isPastEnd
        ? .endOfTime : Instant(nanoseconds: start).advanced(byNanoseconds: length)
      setAlarm(at: first.moved(to: end))
    }

    private func setAlarm(at ticket: Ticket) {
      if unsafe !alarm.isBooked {
        alarm.book { self.downstream.receive(self.takeWindow(.seconds)) }
      }
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

extension Publishers.AlignedWindowStage {
  var run: Publishers.AlignedWindowStage<Downstream, Input> { self }
  var upstreams: [(any Subscription)?] { [subscription] }

  func state(in line: PendingTickets) -> State {
    unsafe State(pending: Array(pending), window: window, end: end, closing: alarm.next)
  }

  func restore(_ state: State) {
    pending = ArraySlice(state.pending)
    (window, end) = (state.window, state.end)
    if let closing = state.closing { setAlarm(at: closing) }
  }
}
