/// One run of a join.
///
/// A value of either side is paired with the stored values of the other side. It is then stored
/// itself for as long as a later value can be paired with it. In a left join the alarm rings for
/// each value that has no partner by then. Once a side has completed, the alarm also rings when the
/// last stored value can no longer be paired, and completes the run.
///
/// Downstream and a cancelled subscription may call back into the run, so each of these calls is
/// made when all fields describe the state after it.
@usableFromInline
final class JoinRun<Downstream: Subscriber, Key: Hashable, First, Second>: OperatorRun
where Downstream.Input == (First, Second?) {
  @usableFromInline typealias Failure = Downstream.Failure

  /// The reason why the run is called.
  @usableFromInline
  enum Turn {
    /// An event of a side. Others of this instant may follow.
    case event
    /// The alarm, before everything else of its instant.
    case early
    /// The alarm, after everything else of its instant.
    case late
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let before: Int64
  /// How much later a partner may arrive, exclusive; at least 1 if values of one instant are pairs.
  @usableFromInline let after: Int64
  /// Whether values of one instant are pairs, whichever comes first, so that nothing is decided
  /// before the end of an instant.
  @usableFromInline let pairsInstant: Bool
  /// How long a value waits for a partner.
  @usableFromInline let patience: Int64
  @usableFromInline let isLeft: Bool
  @usableFromInline let unmatched: Publishers.UnmatchedValues<First, Second>?
  @usableFromInline let alarm: Alarm
  @safe @usableFromInline @exclusivity(unchecked) var phase = RunPhase.running
  @usableFromInline @exclusivity(unchecked) var subscriptions: [(any Subscription)?] = [nil, nil]
  @usableFromInline @exclusivity(unchecked) var hasFinished = [false, false]
  @usableFromInline @exclusivity(unchecked) var firsts = JoinBuffer<Key, First>()
  @usableFromInline @exclusivity(unchecked) var seconds = JoinBuffer<Key, Second>()
  /// The number of the first value without a partner, or of an earlier value.
  @usableFromInline @exclusivity(unchecked) var lonely = 1
  /// The ticket with which the run completes, or checks whether it can, once a side has completed.
  @usableFromInline @exclusivity(unchecked) var ending: Ticket?
  /// Whether that ticket comes after everything else of its instant.
  @usableFromInline @exclusivity(unchecked) var isEndingLate = false

  @inlinable
  init(
    downstream: Downstream, before: Int64, after: Int64, instant: Bool, kind: Publishers.JoinKind,
    unmatched: Publishers.UnmatchedValues<First, Second>?, scheduler: any Scheduler
  ) {
    self.unmatched = unmatched
    self.downstream = downstream
    self.before = before
    pairsInstant = instant || before == 0 && after == 0
    self.after = pairsInstant ? max(1, after) : after
    patience = after
    isLeft = kind == .left
    alarm = Alarm(on: scheduler, for: JoinRun.self)
  }

  @usableFromInline var bound: StateBound {
    // Centuries are meant to have no end.
    max(before, after) > .max / 2
      ? .unbounded(by: "the values of both streams")
      : .valuesWithin(.nanoseconds(max(before, after)))
  }

  /// Whether values of a side count.
  @inlinable
  func isOpen(_ place: Int) -> Bool { unsafe !isOver && !hasFinished[place] }

  // MARK: Values

  @inlinable
  func receive(first value: First, key: Key) {
    guard isOpen(0) else { return }
    let now = alarm.now
    let dropped = prune(at: now)
    let partners = unsafe seconds.numbers(of: key)
    let isLonely = isLeft && partners.isEmpty
    var pairs: [Downstream.Input] = partners.map { unsafe (value, seconds[$0].value) }
    if unmatched != nil { for number in partners { unsafe seconds[number].isPaired = true } }
    if after > 0, unsafe !hasFinished[1] {
      let ticket = isLonely ? lonelyTicket(ofValueAt: now) : nil
      unsafe firsts.append(
        .init(
          key: key, value: value, instant: now, lonely: ticket, isPaired: !partners.isEmpty))
      setAlarm()
    } else if isLonely {
      pairs.append((value, nil))
    } else if partners.isEmpty {
      unmatched?.first(value, now)
    }
    emit(pairs, in: .event)
    withExtendedLifetime(dropped) {}
  }

  @inlinable
  func receive(second value: Second, key: Key) {
    guard isOpen(1) else { return }
    let now = alarm.now
    let dropped = prune(at: now)
    var pairs: [Downstream.Input] = []
    for number in unsafe firsts.numbers(of: key) {
      let entry = unsafe firsts[number]
      // A value without a partner is stored until the alarm rings, which may be later in this
      // instant.
      guard entry.instant.advanced(byNanoseconds: after) > now else { continue }
      if entry.lonely != nil { unsafe firsts[number].lonely = nil }
      if unmatched != nil { unsafe firsts[number].isPaired = true }
      pairs.append((entry.value, value))
    }
    if unsafe !hasFinished[0] {
      unsafe seconds.append(
        .init(key: key, value: value, instant: now, lonely: nil, isPaired: !pairs.isEmpty))
    } else if pairs.isEmpty {
      unmatched?.second(value, now)
    }
    setAlarm()
    emit(pairs, in: .event)
    withExtendedLifetime(dropped) {}
  }

  /// Emits pairs, and then completes if no further pair is possible.
  @inlinable
  func emit(_ pairs: [Downstream.Input], from first: Int = 0, in turn: Turn) {
    let depth = CallDepth.current
    for index in first..<pairs.count {
      guard !isOver else { return }
      // The previous pair travels all the way down first.
      if depth.hasPutOff {
        return depth.putOffRest { self.emit(pairs, from: index, in: turn) }
      }
      downstream.receive(pairs[index])
    }
    if unsafe hasFinished[0] || hasFinished[1] {
      depth.inTurn { self.finishIfDone(in: turn) }
    }
  }

  /// Removes the values that can no longer be paired, and returns them to be released.
  @inlinable
  func prune(at now: Instant) -> ([First], [Second]) {
    var dropped: ([First], [Second]) = ([], [])
    while let first = unsafe firsts.entries.first, first.lonely == nil,
      first.instant.advanced(byNanoseconds: after) <= now
    {
      if let entry = unsafe firsts.popFirst() {
        note(first: entry)
        dropped.0.append(entry.value)
      }
    }
    while let second = unsafe seconds.entries.first,
      second.instant.advanced(byNanoseconds: before) < now
    {
      if let entry = unsafe seconds.popFirst() {
        note(second: entry)
        dropped.1.append(entry.value)
      }
    }
    return dropped
  }

  /// Reports a value that is no longer stored, if it has had no partner. A left join has already
  /// emitted it.
  @inlinable
  func note(first entry: JoinBuffer<Key, First>.Entry) {
    if let unmatched, !isLeft, !entry.isPaired { unmatched.first(entry.value, entry.instant) }
  }

  /// Reports a value of the other side that is no longer stored, if it has had no partner.
  @inlinable
  func note(second entry: JoinBuffer<Key, Second>.Entry) {
    if let unmatched, !entry.isPaired { unmatched.second(entry.value, entry.instant) }
  }

  // MARK: The alarm

  /// Takes the ticket with which a value is emitted without a partner.
  @usableFromInline
  func lonelyTicket(ofValueAt now: Instant) -> Ticket {
    let ticket = alarm.scheduler.takeTicket(due: now.advanced(byNanoseconds: patience))
    return pairsInstant ? ticket.late : ticket.early
  }

  /// Returns the ticket of the first stored value without a partner; nil if all have one.
  @inlinable
  func lonelyTicket() -> Ticket? {
    unsafe lonely = unsafe max(lonely, firsts.firstNumber)
    while unsafe lonely < firsts.endNumber {
      if let ticket = unsafe firsts[lonely].lonely { return ticket }
      unsafe lonely += 1
    }
    return nil
  }

  /// Sets the alarm to the first value without a partner or to the end, whichever comes first.
  @inlinable
  func setAlarm() {
    let lonely = lonelyTicket()
    let ending = unsafe ending
    // The end of time means never.
    guard let first = lonely.map({ min($0, ending ?? $0) }) ?? ending, first.due < .endOfTime
    else { return alarm.clear() }
    guard unsafe first != alarm.next else { return }
    alarm.set(at: first) { _ in self.ring() }
  }

  @usableFromInline
  func ring() {
    let now = alarm.now
    var pairs: [Downstream.Input] = []
    var turn = Turn.early
    let first = lonelyTicket()
    if let ticket = unsafe ending, first.map({ ticket < $0 }) ?? true {
      unsafe ending = nil
      if unsafe isEndingLate { turn = .late }
    } else if first != nil {
      let number = unsafe lonely
      unsafe pairs.append((firsts[number].value, nil))
      unsafe firsts[number].lonely = nil
    }
    let dropped = prune(at: now)
    setAlarm()
    emit(pairs, in: turn)
    withExtendedLifetime(dropped) {}
  }
}
