/// The rule of an operator that keeps one value for a while: how it treats a value, and when the
/// wait ends.
///
/// Rules are stateless: the state of the run (the pending value, the alarm) is in `TimedRun`, which
/// calls the rule and then acts.
@usableFromInline
protocol TimedRule {
  /// Returns how to treat a value that arrives.
  func arrival(isWaiting: Bool, hasPending: Bool) -> TimedArrival

  /// Sets the alarm to the end of the wait that begins at an instant: now, or the instant of a row
  /// in a batch.
  func setAlarm(_ alarm: Alarm, at now: Instant)

  /// The beginning of the next wait after one at whose end a value was emitted.
  var nextWait: NextWait { get }

  /// The treatment of a value that is still pending when upstream finishes.
  var pendingAtEnd: TimedEnd { get }
}

/// The treatment of a value that arrives.
@usableFromInline
enum TimedArrival {
  /// The value is emitted after a wait has begun.
  case emitAndWait
  /// The value replaces the pending one, and the wait begins anew.
  case keepAndWait
  /// The value replaces the pending one.
  case keep
  case drop
}

/// The beginning of the next wait after one at whose end a value was emitted.
@usableFromInline
enum NextWait {
  /// When the next value arrives.
  case atArrival
  /// Before the value is emitted.
  case beforeValue
  /// Once the value has gone all the way down.
  case afterValue
}

/// The treatment of a value that is still pending when upstream finishes.
@usableFromInline
enum TimedEnd {
  case drop
  case emit
  /// The value is emitted at the end of the wait, followed by the finish.
  case emitInTime
}
