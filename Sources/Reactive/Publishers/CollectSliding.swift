extension Publishers {
  /// Windows of equal length, one of which begins at each multiple of a period.
  ///
  /// A value is stored once, however many windows contain it, until the last of them has been
  /// emitted. Values that fall into no window are not stored.
  @usableFromInline
  final class SlidingWindowStage<Downstream: Subscriber, Input>: RunStage, SavableRun
  where Downstream.Input == [Input] {
    @usableFromInline typealias State = SlidingWindowState<Input>
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let length: Int64
    @usableFromInline let period: Int64
    @usableFromInline let alarm: Alarm
    @usableFromInline @exclusivity(unchecked) var isOver = false
    /// The values that are still to be emitted, with the tickets taken when they arrived. The
    /// values before `head` have been released.
    @usableFromInline @exclusivity(unchecked) var pending: [TimedInput<Input>] = []
    @usableFromInline @exclusivity(unchecked) var head = 0
    /// The number of the first window that has not been emitted; window n begins at n periods.
    @usableFromInline @exclusivity(unchecked) var window: Int64
    /// The end of the first window that contains a value.
    @usableFromInline @exclusivity(unchecked) var end = Instant.endOfTime
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(downstream: Downstream, scheduler: any Scheduler, length: Duration, period: Duration) {
      self.downstream = downstream
      self.length = length.wholeNanoseconds
      self.period = period.wholeNanoseconds
      alarm = Alarm(on: scheduler)
      unsafe window = min(0, scheduler.now.multiple(ofNanoseconds: self.period))
    }

    @inlinable
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      downstream.receive(subscription: self)
    }

    @inlinable
    func receive(_ input: Input) {
      guard unsafe !isOver else { return }
      let now = alarm.now
      let isFirst = unsafe head == pending.count
      let sinceStart = now.nanoseconds - now.roundedDown(toNanoseconds: period).nanoseconds
      if sinceStart < length {
        unsafe pending.append(
          TimedInput(ticket: alarm.scheduler.takeTicket(due: now), value: input))
      }
      if isFirst { openNext() } else { emitDue(at: now) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard unsafe !isOver else { return }
      alarm.stop()
      if case .finished = completion {
        emitDue(at: .endOfTime)
      } else {
        emitDue(at: alarm.now)
      }
      CallDepth.current.inTurn { self.end(completion) }
    }

    @inlinable
    func cancel() {
      unsafe isOver = true
      alarm.stop()
      withExtendedLifetime(dropAll()) { subscription.take()?.cancel() }
    }

    /// Emits the windows that end at `instant` or earlier, oldest first.
    @inlinable
    func emitDue(at instant: Instant) {
      let depth = CallDepth.current
      while unsafe !isOver, unsafe head < pending.count, unsafe end <= instant {
        if depth.hasPutOff { return depth.putOffRest { self.emitDue(at: instant) } }
        give(downstream)
      }
    }

    /// Emits the first window that contains a value, and releases the values that no later window
    /// contains.
    @inlinable
    func give(_ downstream: Downstream) {
      let values = takeWindow()
      downstream.receive(values)
    }

    @inlinable
    func takeWindow() -> [Input] {
      var values: [Input] = []
      for entry in unsafe pending[head...] {
        guard unsafe entry.ticket.due < end, let value = entry.value else { break }
        values.append(value)
      }
      unsafe window += 1
      let (start, isPastEnd) = unsafe window.multipliedReportingOverflow(by: period)
      while unsafe head < pending.count,
        unsafe isPastEnd || pending[head].ticket.due.nanoseconds < start
      {
        unsafe pending[head].value = nil
        unsafe head += 1
      }
      if unsafe head > 32, unsafe head > pending.count / 2 {
        unsafe pending.removeFirst(head)
        unsafe head = 0
      }
      openNext()
      return values
    }

    /// Finds the first window that contains a value, and waits for its end.
    @inlinable
    func openNext() {
      guard unsafe head < pending.count else {
        unsafe alarm.next = nil
        return
      }
      let first = unsafe pending[head].ticket
      let earliest = first.due.advanced(byNanoseconds: -length).multiple(ofNanoseconds: period)
      unsafe window = unsafe max(window, earliest + 1)
      let (start, isPastEnd) = unsafe window.multipliedReportingOverflow(by: period)
      unsafe end =
        isPastEnd
        ? .endOfTime : Instant(nanoseconds: start).advanced(byNanoseconds: length)
      unsafe setAlarm(at: first.moved(to: end))
    }

    @inlinable
    func setAlarm(at ticket: Ticket) {
      if unsafe !alarm.isBooked { alarm.book { [downstream] in self.give(downstream) } }
      alarm.set(at: ticket)
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      withExtendedLifetime(dropAll()) { downstream.receive(completion: completion) }
    }

    /// Returns the pending values, which the caller releases after the change.
    @usableFromInline
    func dropAll() -> [TimedInput<Input>] {
      unsafe head = 0
      return unsafe exchange(&pending, with: [])
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// A value with the ticket taken when it arrived. The value is gone once no window needs it any
  /// more.
  @usableFromInline
  struct TimedInput<Input> {
    @usableFromInline let ticket: Ticket
    @usableFromInline @Maybe var value: Input?

    @inlinable
    init(ticket: Ticket, value: Input?) {
      self.ticket = ticket
      self.value = value
    }
  }

  /// The state of windows that overlap.
  @usableFromInline
  struct SlidingWindowState<Input> {
    @usableFromInline let pending: [TimedInput<Input>]
    @usableFromInline let window: Int64
    @usableFromInline let end: Instant
    /// The ticket with which the next window closes.
    @usableFromInline let closing: Ticket?
  }
}

extension Publishers.TimedInput: Codable where Input: Codable {}
extension Publishers.SlidingWindowState: Codable where Input: Codable {}

extension Publishers.SlidingWindowStage {
  @usableFromInline var run: Publishers.SlidingWindowStage<Downstream, Input> { self }
  @usableFromInline var upstreams: [(any Subscription)?] { [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> State {
    unsafe State(
      pending: Array(pending[head...]), window: window, end: end, closing: alarm.next)
  }

  @usableFromInline
  func restore(_ state: State) {
    unsafe pending = state.pending
    unsafe (window, end) = (state.window, state.end)
    if let closing = state.closing { setAlarm(at: closing) }
  }
}
