extension Publisher {
  /// Collects values into arrays by the time at which they arrive.
  ///
  ///     -ab--c-d|
  ///     collect(.byTime(scheduler, .seconds(2)))
  ///     --x-y-z-(w|)    x: [a], y: [b], z: [c], w: [d]
  ///
  /// A window includes its start but not its end, whatever the order of scheduling: a value that
  /// arrives at the end of a window closes it first. Windows count from the scheduler's time 0.
  /// They are emitted at their end, but never empty. Windows that are open when upstream completes
  /// are emitted then, oldest first; a failure drops them. The end of a window is scheduled when
  /// its first value arrives. Combine counts windows from the subscription, and has neither sliding
  /// windows nor sessions.
  ///
  ///     -abcd--e|
  ///     collect(.byTimeOrCount(scheduler, .seconds(4), 3))
  ///     ---x---y(z|)    x: [a, b, c], y: [d], z: [e]
  ///
  /// With a count, a full array is emitted at once, and the next window begins at that point.
  @inlinable
  public func collect(
    _ strategy: Publishers.TimeGroupingStrategy
  ) -> Publishers.CollectByTime<Self> {
    Publishers.CollectByTime(upstream: self, strategy: strategy)
  }
}

extension Publishers {
  /// How values are collected by time.
  public enum TimeGroupingStrategy {
    /// In consecutive windows, each beginning at a multiple of its length.
    case byTime(any Scheduler, Duration)
    /// Like `byTime`, but an array of the given length is emitted at once, and the next window
    /// begins at that instant. Later windows are counted from there.
    case byTimeOrCount(any Scheduler, Duration, Int)
    /// In windows of equal length, one beginning at each multiple of `every`, so that they overlap
    /// or leave gaps. The first begins at time 0.
    case sliding(any Scheduler, Duration, every: Duration)
    /// In sessions, each of which ends when no value has arrived for `gap`.
    case bySession(any Scheduler, gap: Duration)
  }

  /// Collects values into arrays by the time at which they arrive.
  public struct CollectByTime<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// When the collected values are emitted.
    public let strategy: TimeGroupingStrategy

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, strategy: TimeGroupingStrategy) {
      switch strategy {
      case .byTime(_, let length):
        precondition(length.wholeNanoseconds > 0, "windows without length")
      case .byTimeOrCount(_, let length, let count):
        precondition(length.wholeNanoseconds > 0, "windows without length")
        precondition(count > 0, "arrays without a value")
      case .sliding(_, let length, let period):
        precondition(length.wholeNanoseconds > 0, "windows without length")
        precondition(period.wholeNanoseconds > 0, "windows that all begin at once")
      case .bySession(_, let gap):
        precondition(gap >= .zero, "a negative gap")
      }
      self.upstream = upstream
      self.strategy = strategy
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      switch strategy {
      case .byTime(let scheduler, let length):
        let stage = WindowStage<S, Upstream.Output>(
          downstream: subscriber, scheduler: scheduler, length: length, isSession: false)
        if CallDepth.isRestoring { return upstream.restore(stage) }
        upstream.receive(subscriber: stage)
      case .byTimeOrCount(let scheduler, let length, let count):
        let stage = WindowStage<S, Upstream.Output>(
          downstream: subscriber, scheduler: scheduler, length: length, isSession: false,
          count: count)
        if CallDepth.isRestoring { return upstream.restore(stage) }
        upstream.receive(subscriber: stage)
      case .sliding(let scheduler, let length, let period):
        let stage = SlidingWindowStage<S, Upstream.Output>(
          downstream: subscriber, scheduler: scheduler, length: length, period: period)
        if CallDepth.isRestoring { return upstream.restore(stage) }
        upstream.receive(subscriber: stage)
      case .bySession(let scheduler, let gap):
        let stage = WindowStage<S, Upstream.Output>(
          downstream: subscriber, scheduler: scheduler, length: gap, isSession: true)
        if CallDepth.isRestoring { return upstream.restore(stage) }
        upstream.receive(subscriber: stage)
      }
    }
  }

  /// The stage for windows that do not overlap: aligned ones, whose end is known when they begin,
  /// and sessions, whose end moves with every value.
  @usableFromInline
  final class WindowStage<Downstream: Subscriber, Input>: RunStage, SavableRun
  where Downstream.Input == [Input] {
    @usableFromInline typealias State = WindowState<Input>
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let length: Int64
    @usableFromInline let isSession: Bool
    /// The number of values that fill a window; nil for no limit.
    @usableFromInline let count: Int?
    @usableFromInline let alarm: Alarm
    @usableFromInline @exclusivity(unchecked) var isOver = false
    /// The values of the open window; empty if none is open.
    @usableFromInline @exclusivity(unchecked) var values: [Input] = []
    /// The capacity to reserve for a new window: the length of the last one, up to a limit.
    @usableFromInline @exclusivity(unchecked) var room = 1
    @usableFromInline @exclusivity(unchecked) var end = Instant.zero
    /// The instant from which windows are counted: time 0, or the instant at which the last window
    /// was full.
    @usableFromInline @exclusivity(unchecked) var origin = Instant.zero
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(
      downstream: Downstream, scheduler: any Scheduler, length: Duration, isSession: Bool,
      count: Int? = nil
    ) {
      self.downstream = downstream
      self.length = length.wholeNanoseconds
      self.isSession = isSession
      self.count = count
      alarm = Alarm(on: scheduler)
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
      if unsafe !values.isEmpty, unsafe now < end {
        unsafe values.append(input)
        if isSession { setEnd(now.advanced(byNanoseconds: length)) }
        if unsafe values.count == count { fill(at: now) }
        return
      }
      let closed = unsafe exchange(&values, with: [])
      if !closed.isEmpty { unsafe room = closed.count }
      unsafe values.reserveCapacity(min(room, 1_024))
      unsafe values.append(input)
      if count == 1 { return fill(at: now) }
      let start = unsafe isSession ? now : now.roundedDown(toNanoseconds: length, from: origin)
      setEnd(start.advanced(byNanoseconds: length))
      if !closed.isEmpty { downstream.receive(closed) }
    }

    /// Emits a full window; the next one begins now.
    @inlinable
    func fill(at now: Instant) {
      unsafe origin = now
      close(downstream)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = subscription.take()
      guard unsafe !isOver else { return }
      let isClosed: Bool
      if case .finished = completion { isClosed = true } else { isClosed = unsafe end <= alarm.now }
      alarm.stop()
      if isClosed { close(downstream) }
      CallDepth.current.inTurn { self.end(completion) }
    }

    @inlinable
    func cancel() {
      unsafe isOver = true
      alarm.stop()
      let dropped = unsafe exchange(&values, with: [])
      withExtendedLifetime(dropped) { subscription.take()?.cancel() }
    }

    @inlinable
    func setEnd(_ end: Instant) {
      unsafe self.end = end
      setAlarm(at: alarm.scheduler.takeTicket(due: end))
    }

    @inlinable
    func setAlarm(at ticket: Ticket) {
      // Capturing only the stage needs no memory, and there may be a stage for each of a million
      // keys.
      if unsafe !alarm.isBooked { alarm.book { self.close(self.downstream) } }
      alarm.set(at: ticket)
    }

    @inlinable
    func close(_ downstream: Downstream) {
      let closed = unsafe exchange(&values, with: [])
      guard !closed.isEmpty else { return }
      unsafe room = closed.count
      downstream.receive(closed)
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      let dropped = unsafe exchange(&values, with: [])
      withExtendedLifetime(dropped) { downstream.receive(completion: completion) }
    }
  }
}

// MARK: - Batches

extension Publishers.WindowStage {
  @inlinable var _batchUse: _BatchUse { .some }

  /// Accepts the values that arrive before the end of the window and do not fill it.
  @inlinable
  func _receive(_ batch: _Batch<Input>) -> Int {
    batch.rowAfterTaking { row in
      let now = batch.instant(row)
      guard unsafe !isOver, unsafe !values.isEmpty, unsafe now < end,
        unsafe values.count + 1 != count
      else { return false }
      batch.lend(row) { unsafe values.append($0) }
      if isSession { setEnd(now.advanced(byNanoseconds: length)) }
      return true
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of windows that do not overlap.
  @usableFromInline
  struct WindowState<Input> {
    @usableFromInline let values: [Input]
    @usableFromInline let room: Int
    @usableFromInline let end: Instant
    @usableFromInline let origin: Instant
    /// The ticket with which the window closes.
    @usableFromInline let closing: Ticket?
  }
}

extension Publishers.WindowState: Codable where Input: Codable {}

extension Publishers.WindowStage {
  @usableFromInline var run: Publishers.WindowStage<Downstream, Input> { self }
  @usableFromInline var upstreams: [(any Subscription)?] { [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> State {
    unsafe State(values: values, room: room, end: end, origin: origin, closing: alarm.next)
  }

  @usableFromInline
  func restore(_ state: State) {
    unsafe (values, room) = (state.values, state.room)
    unsafe (end, origin) = (state.end, state.origin)
    if let closing = state.closing { setAlarm(at: closing) }
  }
}

extension Instant {
  /// The number of the last multiple of `period` at or before this instant.
  @usableFromInline
  func multiple(ofNanoseconds period: Int64) -> Int64 {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: period)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The last instant at or before this one that is a whole number of periods after `origin`.
  @usableFromInline
  func roundedDown(toNanoseconds period: Int64, from origin: Instant = .zero) -> Instant {
    let rest = (nanoseconds - origin.nanoseconds) % period
    return advanced(byNanoseconds: rest < 0 ? -(rest + period) : -rest)
  }
}
