/// What an operator that keeps one value for a while does with a value, and when the wait ends.
///
/// Rules have no state: that of the run (the value kept, the alarm) is in `TimedRun`, which asks the
/// rule and then acts.
@usableFromInline
protocol TimedRule {
  /// What becomes of a value that arrives.
  func arrival(isWaiting: Bool, hasPending: Bool) -> TimedArrival

  /// Sets the alarm to the end of the wait that begins at an instant: now, or when a value of a batch
  /// comes.
  func setAlarm(_ alarm: Alarm, at now: Instant)

  /// When the next wait begins after one at whose end a value was emitted.
  var nextWait: NextWait { get }

  /// What becomes of a value that is still pending when upstream finishes.
  var pendingAtEnd: TimedEnd { get }
}

/// What becomes of a value that arrives.
@usableFromInline
enum TimedArrival {
  /// It is emitted after a wait has begun.
  case emitAndWait
  /// It takes the place of the pending one, and the wait begins anew.
  case keepAndWait
  /// It takes the place of the pending one.
  case keep
  case drop
}

/// When the next wait begins after one at whose end a value was emitted.
@usableFromInline
enum NextWait {
  /// With the next value.
  case atArrival
  /// Before the value is emitted.
  case beforeValue
  /// When the value has gone all the way down.
  case afterValue
}

/// What becomes of a value that is still pending when upstream finishes.
@usableFromInline
enum TimedEnd {
  case drop
  case emit
  /// It is emitted at the end of the wait, and the finish comes behind it.
  case emitInTime
}
