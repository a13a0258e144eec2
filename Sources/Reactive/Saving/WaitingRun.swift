/// A run that holds values until a later instant.
package protocol WaitingRun: Subscription {
  /// Returns the values that are lost if time stops once upstream has finished, at most `limit` of
  /// them as examples; `line` holds the tickets of the queued work.
  func waiting(in line: PendingTickets, limit: Int) -> UndeliveredValues
}

/// The values that wait in a run.
@usableFromInline
package struct UndeliveredValues {
  /// The number of values.
  package let count: Int
  /// The first of them, with the instants at which they are due.
  package let first: [(due: Instant, value: Any)]
}
