@usableFromInline
struct DelayStage<Downstream: Subscriber>: RunStage {
  @usableFromInline typealias State = DelayState<Downstream.Input, Failure>
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let run: DelayRun<Downstream.Input?, Failure?>

  @inlinable
  init(downstream: Downstream, run: DelayRun<Downstream.Input?, Failure?>) {
    self.downstream = downstream
    self.run = run
  }

  @inlinable
  func receive(subscription: any Subscription) {
    unsafe run.subscription = subscription
    downstream.receive(subscription: run)
  }

  @inlinable
  func receive(_ input: Downstream.Input) {
    run.receive(input, for: downstream)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    run.receive(completion: completion, for: downstream)
  }

  @usableFromInline
  func restore(_ state: State) {
    run.restore(state, for: downstream)
  }
}

/// One run of `delay`. It does not hold downstream, but the scheduled work does, because each copy has a
/// cost.
///
/// Its type parameters are optional types instead of the wrapped types (`OptionalType`).
/// Otherwise, with many short inputs, the end of each run would cost as much as everything else.
@usableFromInline
final class DelayRun<
  Held: OptionalType, HeldFailure: OptionalType
>: Subscription {
  @usableFromInline let nanoseconds: Int64
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline @exclusivity(unchecked) var isOver = false
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
  /// The queued value. Often there is no other one, and then no memory is allocated for a ring.
  @usableFromInline @exclusivity(unchecked) var first: Held = nil
  /// The values after it, with their tickets.
  @usableFromInline @exclusivity(unchecked) var others = Ring<(ticket: Ticket, value: Held)>()
  /// The ticket of the completion, which follows all values.
  @usableFromInline @exclusivity(unchecked) var end: Ticket?
  /// The failure of the upstream, if it has failed.
  @usableFromInline @exclusivity(unchecked) var failure: HeldFailure = nil
  @usableFromInline @exclusivity(unchecked) var isQueued = false
  @usableFromInline @exclusivity(unchecked) var booking: Booking?

  @inlinable
  init(nanoseconds: Int64, scheduler: any Scheduler) {
    self.nanoseconds = nanoseconds
    self.scheduler = scheduler
  }

  @inlinable
  func cancel() {
    unsafe isOver = true
    unsafe end = nil
    let dropped = unsafe (
      exchange(&first, with: nil), others.removeAll(), exchange(&failure, with: nil)
    )
    if let booking = unsafe booking { scheduler.cancel(booking) }
    withExtendedLifetime(dropped) { unsafe subscription.take()?.cancel() }
  }

  @inlinable
  func receive<S: Subscriber>(_ input: S.Input, for downstream: S)
  where Held == S.Input?, HeldFailure == S.Failure? {
    guard unsafe !isOver else { return }
    let ticket = takeTicket(at: scheduler.now)
    guard unsafe !isQueued else { return unsafe others.append((ticket, input)) }
    unsafe first = input
    enterQueue(at: ticket, for: downstream)
  }

  @inlinable
  func receive<S: Subscriber>(
    completion: Subscribers.Completion<S.Failure>, for downstream: S
  ) where Held == S.Input?, HeldFailure == S.Failure? {
    _ = unsafe subscription.take()
    guard unsafe !isOver else { return }
    if case .failure(let failure) = completion { unsafe self.failure = failure }
    let ticket = takeTicket(at: scheduler.now)
    unsafe end = ticket
    if unsafe !isQueued { enterQueue(at: ticket, for: downstream) }
  }

  /// Emits the first pending value, or the completion after the last one.
  @inlinable
  func emitFirst<S: Subscriber>(to downstream: S) -> NextRun
  where Held == S.Input?, HeldFailure == S.Failure? {
    if let value = unsafe first.take() {
      downstream.receive(value)
    } else if unsafe end != nil {
      unsafe isOver = true
      unsafe downstream.receive(completion: failure.take().map { .failure($0) } ?? .finished)
    }
    guard unsafe !isOver else { return .never }
    if let next = unsafe others.popFirst() {
      unsafe first = next.value
      return .at(next.ticket)
    }
    if let end = unsafe end { return .at(end) }
    unsafe isQueued = false
    return .parked
  }

  @usableFromInline
  func restore<S: Subscriber>(
    _ state: DelayState<S.Input, S.Failure>, for downstream: S
  ) where Held == S.Input?, HeldFailure == S.Failure? {
    unsafe (first, end, failure) = (state.first, state.end, state.failure)
    for next in state.others { unsafe others.append((next.ticket, next.value)) }
    if let ticket = state.ticket { enterQueue(at: ticket, for: downstream) }
  }

  /// Takes the ticket of a delayed value or completion, at its arrival.
  @inlinable
  func takeTicket(at arrival: Instant) -> Ticket {
    scheduler.takeTicket(due: arrival.advanced(byNanoseconds: nanoseconds))
  }

  @inlinable
  func enterQueue<S: Subscriber>(at ticket: Ticket, for downstream: S)
  where Held == S.Input?, HeldFailure == S.Failure? {
    let booking =
      unsafe booking
      ?? scheduler.book { _ in self.emitFirst(to: downstream) }
    // This is set first, because an immediate scheduler runs the work now.
    unsafe self.booking = booking
    unsafe isQueued = true
    scheduler.enqueue(booking, at: ticket)
  }
}

// MARK: - Batches

extension DelayStage {
  @inlinable var _batchUse: _BatchUse { .some }

  /// Accepts all values that follow a queued one: the source does not offer any that arrive after
  /// the queued one is emitted.
  @inlinable
  func _receive(_ batch: _Batch<Downstream.Input>) -> Int {
    batch.rowAfterTaking { row in
      guard unsafe !run.isOver, unsafe run.isQueued else { return false }
      let ticket = run.takeTicket(at: batch.instant(row))
      batch.lend(row) { unsafe run.others.append((ticket, $0)) }
      return true
    }
  }
}

// MARK: - Saving

/// The state of a run of `delay`.
@usableFromInline
struct DelayState<Value, Failure> {
  @usableFromInline
  struct Next {
    @usableFromInline let ticket: Ticket
    @usableFromInline @Maybe var value: Value?
  }

  /// The ticket of the first pending value or completion.
  @usableFromInline let ticket: Ticket?
  @usableFromInline @Maybe var first: Value?
  @usableFromInline let others: [Next]
  @usableFromInline let end: Ticket?
  @usableFromInline let failure: Failure?
}

extension DelayState: Codable where Value: Codable, Failure: Codable {}
extension DelayState.Next: Codable where Value: Codable {}

extension DelayRun: SavableRun {
  @usableFromInline
  func state(
    in line: PendingTickets
  ) -> DelayState<Held.Wrapped, HeldFailure.Wrapped> {
    unsafe DelayState(
      ticket: line[booking], first: first.optional,
      others: others.elements.map { .init(ticket: $0.ticket, value: $0.value.optional) },
      end: end, failure: failure.optional)
  }

  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }
}

extension DelayRun: WaitingRun, BoundedRun {
  @usableFromInline var bound: StateBound { .valuesWithin(.nanoseconds(nanoseconds)) }

  func waiting(in line: PendingTickets, limit: Int) -> UndeliveredValues {
    guard let value = unsafe first.optional else { return UndeliveredValues(count: 0, first: []) }
    let head = unsafe line[booking].map { [(due: $0.due, value: value as Any)] } ?? []
    let rest = unsafe others.elements.prefix(limit).compactMap { next in
      next.value.optional.map { (due: next.ticket.due, value: $0 as Any) }
    }
    return unsafe UndeliveredValues(
      count: 1 + others.count, first: Array((head + rest).prefix(limit)))
  }
}
