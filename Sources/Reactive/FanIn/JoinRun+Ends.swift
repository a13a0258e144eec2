// The beginning and the end of a run, and its state.

extension JoinRun {
  /// Sends itself downstream as the subscription, and subscribes to both publishers in order.
  @inlinable
  func begin(subscribe: @escaping (Int) -> Void) {
    if CallDepth.isRestoring { return resume(subscribe) }
    downstream.receive(subscription: self)
    proceed(from: 0, subscribe)
  }

  @inlinable
  func proceed(from first: Int, _ subscribe: @escaping (Int) -> Void) {
    let depth = CallDepth.current
    for place in first..<2 {
      guard !isOver else { return }
      // The first publisher goes first, even if it is a long chain whose end has not subscribed
      // yet.
      if depth.hasPutOff { return depth.putOffRest { self.proceed(from: place, subscribe) } }
      subscribe(place)
    }
  }

  @inlinable
  func receive(subscription: any Subscription, from place: Int) {
    guard !isOver else { return subscription.cancel() }
    unsafe subscriptions[place] = subscription
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>, from place: Int) {
    _ = unsafe subscriptions[place].take()
    guard isOpen(place) else { return }
    if case .failure = completion { return end(completion) }
    unsafe hasFinished[place] = true
    if place == 0 {
      let dropped = unsafe seconds.removeAll()
      if unmatched != nil { for entry in dropped.entries.elements { note(second: entry) } }
      withExtendedLifetime(dropped) { emit([], in: .event) }
    } else {
      let rest = unsafe firsts.removeAll()
      if unmatched != nil { for entry in rest.entries.elements { note(first: entry) } }
      unsafe lonely = 1
      setAlarm()
      emit(rest.entries.elements.filter { $0.lonely != nil }.map { ($0.value, nil) }, in: .event)
    }
  }

  /// Completes if no further pair is possible; otherwise arranges for the run to complete in time.
  @usableFromInline
  func finishIfDone(in turn: Turn) {
    // A value without a partner is emitted first. The alarm is set for it.
    guard !isOver, lonelyTicket() == nil else { return }
    // A left join emits further values of its upstream in any case.
    guard unsafe hasFinished[0] || !isLeft else { return }
    let now = alarm.now
    guard let limit = limit(), limit > now else { return complete() }
    if pairsInstant, patience == 0, unsafe hasFinished[0] {
      guard turn != .late else { return complete() }
      return setEnding(alarm.scheduler.takeTicket(due: now).late, isLate: true)
    }
    if unsafe ending == nil {
      setEnding(alarm.scheduler.takeTicket(due: limit).early, isLate: false)
    }
  }

  private func setEnding(_ ticket: Ticket, isLate: Bool) {
    unsafe (ending, isEndingLate) = (ticket, isLate)
    setAlarm()
  }

  /// Returns the instant from which no stored value can be paired any more, after one side has
  /// completed; nil if none is stored.
  private func limit() -> Instant? {
    if unsafe hasFinished[0] {
      return unsafe firsts.lastInstant.map { $0.advanced(byNanoseconds: after) }
    }
    return unsafe seconds.lastInstant.map {
      $0.advanced(byNanoseconds: before).advanced(byNanoseconds: 1)
    }
  }

  /// Completes, and reports the values that are still stored: no further pair is possible.
  private func complete() {
    guard !isOver else { return }
    if unmatched != nil {
      for entry in unsafe firsts.entries.elements { note(first: entry) }
      for entry in unsafe seconds.entries.elements { note(second: entry) }
    }
    end(.finished)
  }

  @inlinable
  func releaseAll() {
    alarm.stop()
    let dropped = unsafe (firsts.removeAll(), seconds.removeAll())
    withExtendedLifetime(dropped) {
      for place in [0, 1] { unsafe subscriptions[place].take()?.cancel() }
    }
  }
}

// MARK: - Saving

/// The state of a run of a join.
@usableFromInline
struct JoinState<Key: Hashable, First, Second> {
  let firsts: JoinBuffer<Key, First>
  let seconds: JoinBuffer<Key, Second>
  let hasFirstFinished: Bool
  let hasSecondFinished: Bool
  let ending: Ticket?
  let isEndingLate: Bool
}

extension JoinState: Codable where Key: Codable, First: Codable, Second: Codable {}

extension JoinRun {
  @usableFromInline
  func state(in line: PendingTickets) -> JoinState<Key, First, Second> {
    unsafe JoinState(
      firsts: firsts, seconds: seconds, hasFirstFinished: hasFinished[0],
      hasSecondFinished: hasFinished[1], ending: ending, isEndingLate: isEndingLate)
  }

  @usableFromInline var upstreams: [(any Subscription)?] { unsafe subscriptions }

  /// Restores the state of a saved run, and subscribes to the publishers that had not ended.
  @usableFromInline
  func resume(_ subscribe: @escaping (Int) -> Void) {
    guard let saved = CallDepth.restoration?.next(State.self, upstreams: 2) else { return }
    let state = saved.state
    unsafe (firsts, seconds) = (state.firsts, state.seconds)
    unsafe hasFinished = [state.hasFirstFinished, state.hasSecondFinished]
    unsafe (ending, isEndingLate) = (state.ending, state.isEndingLate)
    setAlarm()
    downstream.receive(subscription: self)
    proceed(from: 0) { if saved.isRunning[$0] { subscribe($0) } }
  }
}
