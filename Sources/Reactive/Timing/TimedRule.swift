/// The rule of an operator that stores one value for a while. It decides what happens to a value,
/// and when the wait ends.
///
/// Rules are stateless: the state of the run (the pending value and the alarm) is in `TimedRun`,
/// which calls the rule and then acts.
@usableFromInline
protocol TimedRule {
  /// Returns what to do with a value that arrives.
  func arrival(isWaiting: Bool, hasPending: Bool) -> TimedArrival

  /// Sets the alarm to the end of the wait that begins at an instant: now, or the instant of a row
  /// in a batch.
  func setAlarm(_ alarm: Alarm, at now: Instant)

  /// When the next wait begins after a wait at whose end a value was emitted.
  var nextWait: NextWait { get }

  /// What happens to a value that is still pending when upstream completes.
  var pendingAtEnd: TimedEnd { get }
}

/// What happens to a value that arrives.
@usableFromInline
enum TimedArrival {
  /// The value is emitted after a wait has begun.
  case emitAndWait
  /// The value replaces the pending one, and the wait starts again.
  case keepAndWait
  /// The value replaces the pending one.
  case keep
  case drop
}

/// When the next wait begins after a wait at whose end a value was emitted.
@usableFromInline
enum NextWait {
  /// The next wait begins when the next value arrives.
  case atArrival
  /// The next wait begins before the value is emitted.
  case beforeValue
  /// The next wait begins once the value has travelled all the way down.
  case afterValue
}

/// What happens to a value that is still pending when upstream completes.
@usableFromInline
enum TimedEnd {
  case drop
  case emit
  /// The value is emitted at the end of the wait, followed by the completion.
  case emitInTime
}
